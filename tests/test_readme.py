import re
from dataclasses import asdict
from pathlib import Path

from selfrag.ports import Limits

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_every_variable_that_is_read_is_in_the_table_and_no_other() -> None:
    sources = (path.read_text(encoding="utf-8") for path in (ROOT / "selfrag" / "settings").glob("*.py"))
    read = set(re.findall(r'"((?:SELFRAG|OPENAI|TAVILY)_[A-Z_]*[A-Z])"', "\n".join(sources)))
    read |= {f"SELFRAG_{name.upper()}" for name in asdict(Limits())}
    table = README[README.index("## Settings") : README.index("## What leaves")]
    assert set(re.findall(r"`((?:SELFRAG|OPENAI|TAVILY)_\w+)`", table)) == read


def test_the_files_it_names_exist() -> None:
    for name in re.findall(r"`((?:app\.py|pages/|selfrag/|requirements|\.ci/)[\w/.-]*)`", README):
        assert (ROOT / name).exists(), name
