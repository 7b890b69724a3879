"""A page as it is stored, and the choice between two readings of it. Pure."""

from dataclasses import dataclass, replace
from typing import Literal

from selfrag.documents.pdf.cleaning import clean, one_line
from selfrag.documents.pdf.engines import PageText
from selfrag.documents.pdf.readability import is_right_to_left, judge

Reader = Literal["pdfium", "pypdf", "ocr"]
PageFlaw = Literal["empty", "late", "failed", "unreadable", "order", "cut"]

PAGE_CHARS = 1_000_000
"""The longest page."""

_ONE_STRING = 16_383
"""PDFium drops what comes after 32 767 bytes, which is at least this many characters, of one string."""


_FLAWS: dict[str | None, PageFlaw] = {"failed": "failed", "vertical": "order", "cut": "cut"}


@dataclass(frozen=True)
class Page:
    """A page counted from 1, the label printed on it where that differs, and its clean text.

    `reader` is what its text comes from; None where an earlier version stored it.

    `flaw`: "empty" it has no text, "failed" it could not be read, "unreadable" its text means nothing, "late"
    there was no time left to recognise any; these four have no text but what was
    recognised from their picture (`reader` "ocr"). "order" its lines may be out of order, "cut" its
    end may be missing; these keep it.
    """

    number: int
    label: str | None
    text: str
    flaw: PageFlaw | None
    reader: Reader | None = None


@dataclass(frozen=True)
class Draft:
    """A first reading; `doubtful` asks for a second one."""

    page: Page
    doubtful: bool


def draft(answer: PageText) -> Draft:
    """PDFium's reading of a page."""
    page = final(answer, "pdfium")
    backwards = is_right_to_left(page.text or answer["text"])
    if page.flaw:
        return Draft(page, doubtful=backwards or answer["flaw"] not in {"unmapped", "vertical"})
    if backwards:
        return Draft(replace(page, flaw="order"), doubtful=True)
    if len(page.text) >= _ONE_STRING:
        return Draft(replace(page, flaw="cut"), doubtful=True)
    return Draft(page, doubtful=answer["flaw"] == "flat")


def final(answer: PageText, reader: Reader) -> Page:
    """A reading that is taken as it is."""
    text = clean(answer["text"])
    flaw = _FLAWS.get(answer["flaw"])
    if len(text) > PAGE_CHARS:  # one ligature may stand for a line of letters
        text, flaw = text[:PAGE_CHARS], "cut"
    verdict = "unreadable" if answer["flaw"] == "unmapped" else judge(text)
    if verdict != "readable" and flaw != "failed":
        flaw = verdict
    printed = one_line(answer["label"] or "", limit=20) or None
    return Page(answer["page"], printed, "" if flaw in {"failed", "unreadable", "empty"} else text, flaw, reader)


def better(first: Page, second: Page) -> Page:
    """PDFium's `first` reading, or pypdf's `second` where that has more text or knows the order better."""
    gained = len(_letters(second.text)) - len(_letters(first.text))
    if second.text and (gained > 0 or first.flaw == "order"):
        return replace(second, label=first.label)
    if first.flaw == "empty":
        return replace(first, flaw=second.flaw)
    return replace(first, flaw=None) if first.flaw == "cut" and second.text else first


def _letters(text: str) -> str:
    return "".join(text.split())
