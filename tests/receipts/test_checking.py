"""A check of a receipt finds what does not hold, names it, and nothing else."""

from collections.abc import Callable
from typing import Any

import pytest

from selfrag.receipts import Replay, check, sealed, text_digest
from tests.receipts.records import (
    DOCUMENT,
    DROPPED,
    DROPPED_TEXT,
    FEE,
    PAGE,
    PASSAGE,
    WEB_PASSAGE,
    WEB_TEXT,
    Store,
    record,
)

COUNTS = {"documents": 1, "pages": 2, "passages": 3, "quotes": 3}


def kinds(replay: Replay) -> list[tuple[str, str]]:
    return [(finding["kind"], finding["where"]) for finding in replay["findings"]]


def test_all_holds() -> None:
    assert check(record(), Store()) == {"holds": True, "checked": COUNTS, "findings": []}


def test_a_document_whose_file_is_another_one() -> None:
    store = Store()
    store.files[DOCUMENT] = "c" * 64
    replay = check(record(), store)
    assert (replay["holds"], replay["checked"]) == (False, COUNTS)
    [found] = replay["findings"]
    assert (found["kind"], found["document"]) == ("document_changed", "guide.pdf")
    assert (found["expected"], found["found"]) == (DOCUMENT, "c" * 64)


def test_a_document_whose_file_is_gone() -> None:
    store = Store()
    store.files[DOCUMENT] = ""
    [found] = check(record(), store)["findings"]
    assert (found["kind"], found["found"]) == ("document_changed", None)


def test_a_deleted_document_is_said_once_and_its_quotes_are_not_counted() -> None:
    store = Store()
    store.files.clear()
    replay = check(record(), store)
    assert kinds(replay) == [("document_missing", f"document {DOCUMENT[:16]}")]
    assert replay["checked"] == {"documents": 1, "pages": 0, "passages": 1, "quotes": 1}


def test_a_missing_page_is_said_once() -> None:
    store = Store()
    del store.pages[DOCUMENT, 1]
    replay = check(record(), store)
    assert kinds(replay) == [("page_missing", "page 1")]
    assert (replay["findings"][0]["document"], replay["findings"][0]["page"]) == ("guide.pdf", 1)


def test_a_page_whose_text_moved_on_changes_passage_and_quotes() -> None:
    store = Store()
    store.pages[DOCUMENT, 1] = "New! " + PAGE
    replay = check(record(), store)
    assert kinds(replay) == [
        ("passage_changed", f"passage {PASSAGE}"),
        ("quote_changed", "question 1, [1]"),
        ("quote_changed", "question 1, support of sentence 1"),
    ]
    assert replay["findings"][1]["expected"] == FEE
    assert replay["findings"][1]["found"] != FEE


def test_a_passage_that_was_not_read_is_checked_by_its_hash() -> None:
    store = Store()
    store.passages[DROPPED] = "Parking costs ₩5,000."
    [found] = check(record(), store)["findings"]
    assert (found["kind"], found["passage_id"]) == ("passage_changed", DROPPED)
    assert (found["expected"], found["found"]) == (text_digest(DROPPED_TEXT), text_digest("Parking costs ₩5,000."))


def test_what_the_web_gave_is_no_longer_stored() -> None:
    store = Store()
    del store.passages[WEB_PASSAGE]
    replay = check(record(), store)
    assert kinds(replay) == [("passage_missing", f"passage {WEB_PASSAGE}"), ("quote_changed", "question 1, [2]")]
    assert [found["found"] for found in replay["findings"]] == [None, None]


def test_what_the_web_gave_reads_otherwise() -> None:
    store = Store()
    store.passages[WEB_PASSAGE] = WEB_TEXT.replace("30", "40")
    assert [kind for kind, _ in kinds(check(record(), store))] == ["passage_changed", "quote_changed"]


def quote(receipt: dict[str, Any]) -> None:
    receipt["questions"][0]["answer"]["citations"][0]["quote"] = FEE.replace("20,000", "10,000")


def decision(receipt: dict[str, Any]) -> None:
    receipt["questions"][0]["reviews"][0]["who"] = "somebody else"


@pytest.mark.parametrize("change", [quote, decision])
def test_a_changed_receipt_shows_by_its_digest(change: Callable[[dict[str, Any]], None]) -> None:
    receipt = record()
    change(receipt)
    assert kinds(check(receipt, Store()))[0] == ("digest", "digest")


def test_a_changed_quote_shows_even_where_the_receipt_was_sealed_again() -> None:
    receipt = record()
    quote(receipt)
    replay = check(sealed(receipt), Store())
    assert kinds(replay) == [("quote_changed", "question 1, [1]")]
    assert (replay["findings"][0]["expected"], replay["findings"][0]["found"]) == (FEE.replace("20,", "10,"), FEE)


def test_a_quote_of_nothing_is_none() -> None:
    receipt = record()
    cited = receipt["questions"][0]["answer"]["citations"][0]
    cited |= {"quote": "", "end": cited["start"]}
    assert kinds(check(sealed(receipt), Store())) == [("schema", "$.questions[0].answer.citations[0].quote")]


@pytest.mark.parametrize(
    ("part", "told"),
    [("passages", "$.questions[0].reviews"), ("documents", "$.passages[0]")],
)
def test_what_is_no_longer_listed_shows_even_where_the_receipt_was_sealed_again(part: str, told: str) -> None:
    receipt = record()
    del receipt[part][0]
    replay = check(sealed(receipt), Store())
    assert (kinds(replay)[0], replay["holds"]) == (("schema", told), False)


def test_a_changed_passage_text_shows_against_its_own_hash() -> None:
    receipt = record()
    receipt["passages"][0]["text"] = "Corkage is free."
    assert kinds(check(sealed(receipt), Store())) == [("passage_changed", f"passage {PASSAGE}")]


def test_nothing_is_looked_at_where_the_form_is_wrong() -> None:
    receipt = record()
    receipt["questions"][0]["reviews"] = "none"
    replay = check(sealed(receipt), Store())
    assert (replay["holds"], replay["checked"]) == (False, {})
    assert kinds(replay) == [("schema", "$.questions[0].reviews")]


def test_a_document_deleted_before_the_receipt_cannot_be_checked() -> None:
    receipt = record()
    receipt["documents"][0] |= {"id": None, "stored": False}
    receipt["passages"][1] |= {"stored": False, "sha256": None, "start": None, "end": None}
    store = Store()
    assert ("document_missing", f"document {DOCUMENT[:16]}") in kinds(check(sealed(receipt), store))


def test_long_texts_are_shown_from_where_they_part() -> None:
    receipt, store = record(), Store()
    text = "x" * 2000
    receipt["passages"][0] |= {"text": text + "right", "sha256": text_digest(text + "right")}
    store.passages[PASSAGE] = text + "wrong"
    [found] = [each for each in check(sealed(receipt), store)["findings"] if each["kind"] == "passage_changed"]
    assert found["expected"].endswith("right")
    assert str(found["found"]).endswith("wrong")
    assert len(found["expected"]) <= 300
