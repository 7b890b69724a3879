"""What does not hold of a receipt."""

from typing import Literal, NamedTuple, TypedDict

Kind = Literal[
    "schema",
    "digest",
    "document_missing",
    "document_changed",
    "page_missing",
    "passage_missing",
    "passage_changed",
    "quote_changed",
]
_SHOWN = 300


class Place(NamedTuple):
    """Where in the receipt, in words, and what is meant there."""

    where: str
    document: str | None = None
    page: int | None = None
    passage_id: str | None = None


class Finding(TypedDict):
    """Something that does not hold; `found` is None where nothing is there."""

    kind: Kind
    where: str
    document: str | None
    page: int | None
    passage_id: str | None
    expected: str
    found: str | None


class Replay(TypedDict):
    """What became of a check: how much was looked at, by kind, and what does not hold."""

    holds: bool
    checked: dict[str, int]
    findings: list[Finding]


def finding(kind: Kind, place: Place, expected: str, found: str | None) -> Finding:
    """Long texts by their beginnings, from shortly before where they part."""
    parted = _parted(expected, found or "")
    return Finding(
        kind=kind,
        where=place.where,
        document=place.document,
        page=place.page,
        passage_id=place.passage_id,
        expected=expected[parted : parted + _SHOWN],
        found=None if found is None else found[parted : parted + _SHOWN],
    )


def _parted(one: str, other: str) -> int:
    if max(len(one), len(other)) <= _SHOWN or not other:
        return 0
    common = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return max(0, common - _SHOWN // 3)
