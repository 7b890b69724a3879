import re
from dataclasses import asdict
from pathlib import Path

from selfrag.ports import Limits

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_every_variable_that_is_read_is_in_the_table_and_no_other() -> None:
    source = (ROOT / "selfrag" / "settings" / "__init__.py").read_text(encoding="utf-8")
    read = set(re.findall(r'"((?:SELFRAG|OPENAI)_[A-Z_]*[A-Z])"', source))
    read |= {f"SELFRAG_{name.upper()}" for name in asdict(Limits())}
    table = README[README.index("## Settings") : README.index("## What leaves")]
    assert set(re.findall(r"`((?:SELFRAG|OPENAI)_\w+)`", table)) == read


def test_the_files_it_names_exist() -> None:
    for name in re.findall(r"`((?:app\.py|pages/|selfrag/|requirements|\.ci/)[\w/.-]*)`", README):
        assert (ROOT / name).exists(), name
