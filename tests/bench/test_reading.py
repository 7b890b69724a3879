"""A benchmark says how fast PDFs are read, and how like pypdf's text ours is."""

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from selfrag.bench.__main__ import main
from selfrag.bench.reading.likeness import spaces_kept, words_kept
from selfrag.bench.reading.measure import Load, as_table, report
from tests.documents.pdfs import FACT, KOREAN, text_pdf

bound = pytest.mark.skipif(
    sys.platform != "linux" or len(os.sched_getaffinity(0)) < 2,
    reason="needs Linux and two processor cores",
)


@pytest.mark.parametrize(
    ("theirs", "ours", "kept"),
    [
        ("the pump is rinsed", "the pump is rinsed", (4, 4)),
        ("thepump isrinsed", "the pump is rinsed", (2, 2)),
        ("the pu mp is rinsed", "the pump is rinsed", (5, 5)),
        ("the pump is rinsed", "the valve is rinsed", (3, 4)),
        ("the pump", "", (0, 2)),
        ("com-\npile", "compile", (1, 1)),
        ("", "more", (0, 0)),
    ],
)
def test_words_kept(theirs: str, ours: str, kept: tuple[int, int]) -> None:
    assert words_kept(theirs, ours) == kept


@pytest.mark.parametrize(
    ("theirs", "ours", "kept"),
    [
        ("냉각수 펌프는 매주 점검한다", "냉각수 펌프는\n매주 점검한다", (3, 3)),
        ("냉각수 펌프는 매주 점검한다", "냉각수펌프는 매주 점검한다", (2, 3)),
        ("냉각수 펌프는 매주 점검한다", "밸브는 매주 점검한다", (1, 1)),
        ("the pump 점검", "thepump점검", (0, 0)),
    ],
)
def test_spaces_kept(theirs: str, ours: str, kept: tuple[int, int]) -> None:
    assert spaces_kept(theirs, ours) == kept


def _reading(seconds: float, *pages: str) -> dict[str, Any]:
    return {"seconds": seconds, "memory_mb": 50.0, "texts": {"a.pdf": list(pages)}, "error": ""}


def test_the_figures_and_the_budgets() -> None:
    plain, one, two = _reading(8.0, FACT, "b"), _reading(2.0, FACT, "b"), _reading(1.0, FACT, "b")
    made = report(Path("folder"), Load(), [plain, one, two])
    assert [row["pages_per_second"] for row in made["rows"]] == [0.2, 1.0, 2.0]
    assert [each["ratio"] for each in made["budgets"]] == [4.0, 2.0, 1.0, 1.0]
    assert (made["two_cores_beside_pypdf"], made["pages"], made["met"]) == (8.0, 2, True)


@pytest.mark.parametrize(
    ("one", "two", "missed"),
    [
        (_reading(8.1, FACT), _reading(4.0, FACT), "one core beside pypdf 0.988 of at least 1"),
        (_reading(3.0, FACT), _reading(2.0, FACT), "two cores beside one 1.500 of at least 1.6"),
        (_reading(2.0, "The screen."), _reading(1.0, "The screen."), "words of pypdf 0.250 of at least 0.99"),
        (_reading(2.0, FACT), _reading(1.0, "b"), "the same text on two cores"),
    ],
)
def test_a_missed_budget_is_told(one: dict[str, Any], two: dict[str, Any], missed: str) -> None:
    made = report(Path("folder"), Load(), [_reading(8.0, FACT), one, two])
    assert not made["met"]
    assert [line for line in as_table(made).splitlines() if line.startswith("MISSED")] == [f"MISSED  {missed}"]


@bound
def test_a_folder_is_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "en.pdf").write_bytes(text_pdf(FACT, "Second page."))
    (tmp_path / "ko.pdf").write_bytes(text_pdf("냉각수 펌프는 매주 점검한다.", font=KOREAN))
    code = main(["reading", str(tmp_path), "--repeat", "1", "--json"])
    made = json.loads(capsys.readouterr().out)
    assert code == (0 if made["met"] else 1)
    assert (made["files"], made["pages"], made["same_on_two_cores"]) == (2, 3, True)
    assert [(row["reader"], row["cores"]) for row in made["rows"]] == [("pypdf", 1), ("selfrag", 1), ("selfrag", 2)]
    assert all(10 < row["memory_mb"] < 1000 for row in made["rows"])
    assert [each["ratio"] for each in made["budgets"][2:]] == [1.0, 1.0]


@bound
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bad.pdf").write_bytes(b"%PDF-1.4")
    assert main(["reading", str(tmp_path), "--repeat", "1"]) == 1
    assert "bad.pdf" in capsys.readouterr().err


@bound
def test_a_folder_without_pdfs_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reading", str(tmp_path)]) == 1
    assert capsys.readouterr().err == f"There is no PDF in {tmp_path}.\n"


def test_wrong_use() -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["reading", "folder", "--repeat=0"])
