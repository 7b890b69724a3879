import re
from pathlib import Path

from selfrag.settings import read_settings

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_every_variable_that_is_read_is_in_the_table_and_no_other() -> None:
    read: set[str] = set()

    class Environ(dict[str, str]):
        def get(self, name: str, default: str = "") -> str:  # type: ignore[override]
            read.add(name)
            return "https://localhost/v1" if name == "OPENAI_BASE_URL" else default

    read_settings(Environ())
    table = README[README.index("## Settings") : README.index("## What leaves")]
    assert set(re.findall(r"`((?:SELFRAG|OPENAI)_\w+)`", table)) == read


def test_the_files_it_names_exist() -> None:
    for name in re.findall(r"`((?:app\.py|pages/|selfrag/|requirements|\.ci/)[\w/.-]*)`", README):
        assert (ROOT / name).exists(), name
