"""Whether places are marked right is judged from what PDFium reads within the rectangles."""

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import selfrag.samples
from selfrag.bench import places
from selfrag.bench.__main__ import main
from selfrag.documents.pictures.cache import Pictures
from selfrag.documents.pictures.drawing import Picture

MENU = Path(selfrag.samples.__file__).with_name("menu.pdf")
STEAK: dict[str, Any] = {
    "id": "steak", "question": "시그니처 스테이크의 가격은 얼마인가요?", "lang": "ko", "answerable": True,
    "doc": "pdfs/menu.pdf", "pages": [1], "evidence": "35,000",
}  # fmt: skip


@pytest.fixture
def evaluation(tmp_path: Path):
    """A folder with one evaluation set of these questions."""

    def evaluation(*questions: dict[str, Any]) -> Path:
        (tmp_path / "set" / "pdfs").mkdir(parents=True)
        shutil.copy(MENU, tmp_path / "set" / "pdfs")
        lines = [json.dumps(question, ensure_ascii=False) for question in questions]
        (tmp_path / "set" / "queries.jsonl").write_text("\n".join(lines), encoding="utf-8")
        return tmp_path

    return evaluation


@pytest.mark.parametrize(
    ("within", "evidence", "outcome"),
    [
        ("the top\r\n3000", "The top 3000".lower(), "right"),
        ("of\ufb01ce", "office", "right"),
        ("", "office", "none"),
        ("the top", "the top 3000", "part"),
        ("the top 3000 passwords", "the top 3000", "wrong"),
        ("the bottom", "the top 3000", "wrong"),
        ("8.1", "8.0", "wrong"),
    ],
)
def test_what_the_rectangles_hold_is_judged(within: str, evidence: str, outcome: str) -> None:
    assert places.judge(within, evidence) == outcome


def test_the_evidence_is_marked(evaluation, capsys: pytest.CaptureFixture[str]) -> None:
    folder = evaluation(STEAK, STEAK | {"id": "unasked", "pages": []}, STEAK | {"id": "other", "doc": "pdfs/none.pdf"})
    for given in (folder, folder / "set"):
        assert main(["places", str(given), "--json"]) == 0
        report = json.loads(capsys.readouterr().out)
        assert (report["questions"], report["right"], report["wrong"], report["met"]) == (1, 1.0, 0.0, True)
        [row] = report["rows"]
        assert (row["id"], row["doc"], row["page"], row["outcome"]) == ("steak", "menu.pdf", 1, "right")
        assert 0 < report["kept_seconds"] < report["drawn_seconds"]


def test_what_is_not_on_the_page_is_not_marked(evaluation, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["places", str(evaluation(STEAK | {"evidence": "absent words"}))]) == 1
    out = capsys.readouterr().out
    assert "none   menu.pdf p. 1  steak" in out
    assert "MISSED  right at least 0.95, wrong at most 0" in out


def test_a_mark_on_other_words_is_wrong(evaluation, monkeypatch: pytest.MonkeyPatch) -> None:
    draw = Pictures.draw

    def elsewhere(*given: Any) -> Picture:
        picture = draw(*given)
        return replace(picture, rectangles=[(0.0, y, 600.0, t) for _, y, _, t in picture.rectangles])

    monkeypatch.setattr(Pictures, "draw", elsewhere)
    report = places.measure(evaluation(STEAK), lambda text: None)
    assert (report["wrong"], report["met"]) == (1.0, False)


def test_a_folder_without_questions_about_pages_is_named(evaluation, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["places", str(evaluation(STEAK | {"pages": []}))]) == 1
    assert "asks about no page of a PDF" in capsys.readouterr().err


@pytest.mark.slow
def test_the_evidence_of_real_documents_is_marked(shared: Path) -> None:
    report = places.measure(shared / "eval" / "pdf_docs", lambda text: None)
    assert (report["questions"], report["wrong"], report["met"]) == (43, 0.0, True)
