"""A document as it is stored."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypedDict

UNREADABLE = ("failed", "unreadable")
State = Literal["reading", "embedding", "deleting", "ready", "partly_ready"]


@dataclass(frozen=True)
class Document:
    """One PDF. `id` is the SHA-256 of its bytes; `label` is its name, told apart from others of that name.

    `unreadable` are pages whose text could not be read, `ocr` those whose text was recognised from a picture.
    `moving` is the other collection that may hold parts of it while it moves.
    """

    id: str
    collection_id: str
    collection: str
    name: str
    label: str
    bytes: int
    state: State
    warnings: list[str]
    pages_without_text: list[int]
    created: float
    pages: int
    passages: int
    unreadable: list[int] = field(default_factory=list)
    ocr: list[int] = field(default_factory=list)
    moving: str | None = None


class Findings(TypedDict):
    """What reading a file showed; lists of page numbers."""

    state: Literal["ready", "partly_ready"]
    warnings: list[str]
    pages_without_text: list[int]
    unreadable: list[int]
    ocr: list[int]


def document_of(row: Mapping[str, Any]) -> Document:
    """The document of a row; earlier versions did not tell which pages are unreadable."""
    return Document(**{**row, "unreadable": row["unreadable"] or [], "ocr": row["ocr"] or []})
