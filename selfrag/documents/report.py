"""What a person is told about a file: the result of its ingest and the sentences in it. Pure."""

from collections.abc import Sequence
from typing import Literal, TypedDict

from selfrag.documents.catalog import Document
from selfrag.documents.cleaning import MARK
from selfrag.documents.pages import Page, PageFlaw
from selfrag.errors import Unreadable
from selfrag.sentences import part, sentence

Status = Literal["ready", "partly_ready", "duplicate", "failed"]


class IngestResult(TypedDict):
    """How one file ended. `file` is as it was given; `name` is fit for showing; `seconds` is wall time."""

    file: str
    name: str
    status: Status
    collection: str
    document: str | None
    pages: int | None
    passages: int
    pages_without_text: list[int]
    warnings: list[str]
    error: str | None
    needs_password: bool
    seconds: float


_SENTENCES: dict[PageFlaw, str] = {
    "empty": sentence("No text on {where} (scan?), so nothing there can be found."),
    "failed": sentence("Could not read {where}, so nothing there can be found."),
    "unreadable": sentence(
        "The text of {where} cannot be read reliably (broken font encoding), so nothing there can be found."
    ),
    "order": sentence("The lines on {where} run down or from right to left; the order of the text may be wrong."),
    "cut": sentence("The text of {where} is very long; its end may be missing."),
}


def begun(file: str, name: str, collection: str) -> IngestResult:
    """The result of a file that is failed until something better is known."""
    return IngestResult(
        file=file, name=name, status="failed", collection=collection, document=None, pages=None, passages=0,
        pages_without_text=[], warnings=[], error=None, needs_password=False, seconds=0.0,
    )  # fmt: skip


def done(result: IngestResult, document: Document) -> None:
    """Fill in what became of the file."""
    result["status"] = "partly_ready" if document.state == "partly_ready" else "ready"
    result["name"] = document.label
    result["error"] = document.warnings[0] if document.state == "partly_ready" else None
    result["document"], result["collection"] = document.id, document.collection
    result["pages"], result["passages"] = document.pages, document.passages
    result["pages_without_text"], result["warnings"] = document.pages_without_text, document.warnings


def duplicate(result: IngestResult, known: Document) -> None:
    """Fill in the document that already has the file's bytes."""
    name = result["name"]
    done(result, known)
    result["status"], result["name"], result["error"] = "duplicate", name, None
    result["warnings"] = [
        sentence(
            "The same file is already there as “{name}” in “{collection}”.",
            name=known.label,
            collection=known.collection,
        ),
        *known.warnings,
    ]


def verdict(pages: Sequence[Page]) -> tuple[Literal["ready", "partly_ready"], list[int]]:
    """The state of a document with these pages, and the pages that have no text."""
    flawed = any(page.flaw for page in pages)
    return ("partly_ready" if flawed else "ready"), [page.number for page in pages if not page.text]


def warnings(pages: Sequence[Page]) -> list[str]:
    """One sentence for each kind of flaw, naming its pages."""
    found = [
        sentence(_SENTENCES[flaw], where=_named([page.number for page in pages if page.flaw == flaw]))
        for flaw in _SENTENCES
        if any(page.flaw == flaw for page in pages)
    ]
    if marked := [page.number for page in pages if MARK in page.text]:
        found.append(
            sentence(
                "Some characters of {where} could not be read and show as {mark}.", where=_named(marked), mark=MARK
            )
        )
    return found


def require_text(name: str, pages: Sequence[Page]) -> None:
    """Raises Unreadable, saying why, when no page has text."""
    if any(page.text for page in pages):
        return
    total = len(pages)
    if not pages:
        raise Unreadable("“{name}” has no pages.", name=name)
    if any(page.flaw == "unreadable" for page in pages):
        raise Unreadable(
            "The text of “{name}” cannot be read reliably (broken font encoding); print it to a new PDF or use OCR.",
            name=name,
        )
    if all(page.flaw == "failed" for page in pages):
        raise Unreadable("No page of “{name}” could be read; the file is damaged.", name=name)
    raise Unreadable(
        "No text on {without} of {total} pages of “{name}” (scan?); run OCR on it first.",
        without=total,
        total=total,
        name=name,
    )


def _named(numbers: Sequence[int]) -> str:
    """page 3 / pages 1-4, 7 and 9 more"""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    shown = [str(first) if first == last else f"{first}-{last}" for first, last in runs[:6]]
    rest = sum(last - first + 1 for first, last in runs[6:])
    if rest:
        return part("pages {numbers} and {rest} more", numbers=", ".join(shown), rest=rest)
    if len(numbers) > 1:
        return part("pages {numbers}", numbers=", ".join(shown))
    return part("page {numbers}", numbers=shown[0])
