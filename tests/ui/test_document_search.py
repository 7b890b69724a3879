"""Which documents are listed, and in which order."""

import unicodedata
from typing import Any

import pytest

from selfrag.ui.documents.search import ORDERS, found, ordered


def document(name: str, **facts: Any) -> dict[str, Any]:
    return {"name": name, "created": 0.0, "bytes": 1, "pages": 1, "status": "ready", **facts}


def names(documents: list[dict[str, Any]]) -> list[str]:
    return [each["name"] for each in documents]


SHELF = [
    document("Wine list.pdf", created=3.0, bytes=10, pages=2),
    document("감사보고서 2024.pdf", created=1.0, bytes=30, pages=9, status="partly_ready"),
    document("annual report.pdf", created=2.0, bytes=20, pages=5),
]


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ("", names(SHELF)),
        ("WINE", ["Wine list.pdf"]),
        ("list  wine", ["Wine list.pdf"]),
        ("보고서", ["감사보고서 2024.pdf"]),
        (unicodedata.normalize("NFD", "보고서"), ["감사보고서 2024.pdf"]),
        ("２０２４", ["감사보고서 2024.pdf"]),
        ("wine report", []),
        (".*", []),
    ],
)
def test_every_word_is_in_the_name(wanted: str, expected: list[str]) -> None:
    assert names(found(SHELF, wanted)) == expected


@pytest.mark.parametrize(
    ("order", "first"),
    [
        ("name", "annual report.pdf"),
        ("newest", "Wine list.pdf"),
        ("largest", "감사보고서 2024.pdf"),
        ("pages", "감사보고서 2024.pdf"),
        ("doubtful", "감사보고서 2024.pdf"),
    ],
)
def test_orders(order: str, first: str) -> None:
    assert names(ordered(SHELF, order))[0] == first


def test_equals_stand_by_name() -> None:
    assert names(ordered([document("b"), document("A"), document("c")], "newest")) == ["A", "b", "c"]
    assert len(ORDERS) == 5
