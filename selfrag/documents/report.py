"""What a person is told about a file: the result of its ingest and the sentences in it. Pure."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, TypedDict

from selfrag.documents.document import UNREADABLE, Document, Findings
from selfrag.documents.pdf.cleaning import MARK
from selfrag.documents.pdf.pages import Page, PageFlaw
from selfrag.language.page_numbers import runs
from selfrag.sentences import part, sentence

Status = Literal["ready", "partly_ready", "duplicate", "failed"]


class IngestResult(TypedDict):
    """How one file ended. `file` is as it was given; `name` is fit for showing; `seconds` is wall time.

    `pages_by` counts the pages with text by what read them, `ocr` names those whose text
    was recognised from a picture; `same_name` are the labels of the other documents of that
    name in the collection.
    """

    file: str
    name: str
    status: Status
    collection: str
    document: str | None
    pages: int | None
    passages: int
    pages_by: dict[str, int]
    ocr: list[int]
    pages_without_text: list[int]
    same_name: list[str]
    warnings: list[str]
    error: str | None
    needs_password: bool
    seconds: float


_SENTENCES: dict[PageFlaw, str] = {
    "empty": sentence("No text on {where} (scan?), so nothing there can be found."),
    "late": sentence(
        "No text on {where} (scan?), and no time was left to recognise it; raise SELFRAG_OCR_SECONDS, delete the "
        "document and add it again."
    ),
    "failed": sentence("Could not read {where}, so nothing there can be found."),
    "unreadable": sentence(
        "The text of {where} cannot be read reliably (broken font encoding), so nothing there can be found."
    ),
    "order": sentence("The lines on {where} run down or from right to left; the order of the text may be wrong."),
    "cut": sentence("The text of {where} is very long; its end may be missing."),
}

_RECOGNISED: dict[PageFlaw, str] = {
    "empty": sentence(
        "No text on {count} of {total} pages (scan?): {where} had to be recognised from pictures (OCR), and letters "
        "may be wrong."
    ),
    "failed": sentence(
        "Could not read {where}: the text was recognised from pictures (OCR), and letters may be wrong."
    ),
    "unreadable": sentence(
        "The text of {where} cannot be read reliably (broken font encoding): it was recognised from pictures (OCR) "
        "instead, and letters may be wrong."
    ),
}


def begun(file: str, name: str, collection: str) -> IngestResult:
    """The result of a file that is failed until something better is known."""
    return IngestResult(
        file=file, name=name, status="failed", collection=collection, document=None, pages=None, passages=0,
        pages_by=pages_by([]), ocr=[], pages_without_text=[], same_name=[], warnings=[], error=None,
        needs_password=False, seconds=0.0,
    )  # fmt: skip


def done(result: IngestResult, document: Document) -> None:
    """Fill in what became of the file."""
    result["status"] = "partly_ready" if document.state == "partly_ready" else "ready"
    result["name"] = document.label
    result["error"] = document.warnings[0] if document.state == "partly_ready" else None
    result["document"], result["collection"] = document.id, document.collection
    result["pages"], result["passages"] = document.pages, document.passages
    result["pages_without_text"], result["ocr"] = document.pages_without_text, document.ocr
    result["warnings"] = document.warnings


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


def read(result: IngestResult, pages: Sequence[Page]) -> None:
    """Fill in what was read of the file."""
    result["pages"] = len(pages)
    result["pages_without_text"] = [page.number for page in pages if not page.text]
    result["pages_by"] = pages_by(page.reader for page in pages if page.text)


def pages_by(readers: Iterable[str | None]) -> dict[str, int]:
    """How many pages each reader read."""
    found = Counter(readers)
    return {reader: found[reader] for reader in ("pdfium", "pypdf", "ocr")}


def verdict(pages: Sequence[Page]) -> tuple[Literal["ready", "partly_ready"], list[int]]:
    """The state of a document with these pages, and the pages that have no text."""
    flawed = any(page.flaw for page in pages)
    return ("partly_ready" if flawed else "ready"), [page.number for page in pages if not page.text]


def findings(pages: Sequence[Page], why_no_ocr: str | None = None) -> Findings:
    """What is known of a document with these pages; `why_no_ocr` as in `textless.require_text`."""
    state, without_text = verdict(pages)
    return Findings(
        state=state,
        warnings=warnings(pages, why_no_ocr),
        pages_without_text=without_text,
        unreadable=[page.number for page in pages if page.flaw in UNREADABLE and not page.text],
        ocr=[page.number for page in pages if page.reader == "ocr"],
    )


def warnings(pages: Sequence[Page], why_no_ocr: str | None = None) -> list[str]:
    """One sentence for each kind of flaw, naming its pages, and what else there is to know."""
    recognised = [page for page in pages if page.reader == "ocr"]
    found = [
        *_by_flaw(_SENTENCES, [page for page in pages if page.reader != "ocr"]),
        *_by_flaw(_RECOGNISED, recognised, total=len(pages)),
    ]
    if marked := [page.number for page in pages if MARK in page.text]:
        found.append(
            sentence(
                "Some characters of {where} could not be read and show as {mark}.", where=_named(marked), mark=MARK
            )
        )
    if why_no_ocr and any(page.flaw in {"empty", "unreadable"} for page in pages):
        found.append(sentence("{why} Then delete the document and add it again.", why=why_no_ocr))
    return found


def _by_flaw(sentences: Mapping[PageFlaw, str], pages: Sequence[Page], **more: int) -> Iterator[str]:
    for flaw, said in sentences.items():
        numbers = [page.number for page in pages if page.flaw == flaw]
        if numbers:
            yield sentence(said, where=_named(numbers), count=len(numbers), **more)


def _named(numbers: Sequence[int]) -> str:
    """page 3 / pages 1-4, 7 and 9 more"""
    found = runs(numbers)
    shown = [str(first) if first == last else f"{first}-{last}" for first, last in found[:6]]
    rest = sum(last - first + 1 for first, last in found[6:])
    if rest:
        return part("pages {numbers} and {rest} more", numbers=", ".join(shown), rest=rest)
    if len(numbers) > 1:
        return part("pages {numbers}", numbers=", ".join(shown))
    return part("page {numbers}", numbers=shown[0])
