"""Which documents are listed, and in which order. Pure."""

import unicodedata
from collections.abc import Callable, Iterable
from typing import Any

from selfrag.ui import words

Document = dict[str, Any]
ORDERS: dict[str, tuple[str, Callable[[Document], Any]]] = {
    "name": (words.later("By name"), lambda document: ()),
    "newest": (words.later("Newest first"), lambda document: -document["created"]),
    "largest": (words.later("Largest first"), lambda document: -document["bytes"]),
    "pages": (words.later("Most pages first"), lambda document: -document["pages"]),
    "doubtful": (words.later("Those with gaps first"), lambda document: document["status"] == "ready"),
}


def found(documents: Iterable[Document], wanted: str) -> list[Document]:
    """Documents whose name holds every word of `wanted`, in any case and however its letters are composed."""
    parts = _folded(wanted).split()
    return [document for document in documents if all(part in _folded(document["name"]) for part in parts)]


def ordered(documents: Iterable[Document], order: str) -> list[Document]:
    """By one of ORDERS, then by name."""
    first = ORDERS[order][1]
    return sorted(documents, key=lambda document: (first(document), _folded(document["name"])))


def _folded(text: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFKC", text).casefold())
