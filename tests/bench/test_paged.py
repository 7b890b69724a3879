from pathlib import Path

import selfrag.samples
from selfrag.bench.paged import ask_pages
from tests.fakes import FakeEmbedder

MENU = Path(selfrag.samples.__file__).with_name("menu.pdf")


def test_the_page_of_the_pdf_is_asked_for() -> None:
    question = {
        "question": "시그니처 스테이크의 가격은 얼마인가요?",
        "lang": "ko",
        "answerable": True,
        "doc": "pdfs/menu.pdf",
        "pages": [1],
    }
    elsewhere = question | {"pages": [999]}
    unanswerable = question | {"answerable": False}
    found = ask_pages([MENU], [question, elsewhere, unanswerable, {"answerable": True}], FakeEmbedder(weight=0.1))
    assert list(found) == ["ko pdf"]
    right, wrong = found["ko pdf"]
    assert right == {"recall@1": 1, "recall@5": 1, "recall@10": 1, "mrr@10": 1, "ndcg@10": 1}
    assert set(wrong.values()) == {0}


def test_nothing_is_ingested_for_nothing() -> None:
    assert ask_pages([], [{"answerable": True, "doc": "a.pdf", "pages": [1]}], FakeEmbedder()) == {}
    assert ask_pages([MENU], [{"answerable": True}], FakeEmbedder()) == {}
