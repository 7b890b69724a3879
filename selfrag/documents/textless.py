"""Why a file without any text does not become a document. Pure."""

from collections.abc import Sequence

from selfrag.documents.pdf.pages import Page
from selfrag.errors import Unreadable


def require_text(name: str, pages: Sequence[Page], why_no_ocr: str | None = None) -> None:
    """Raises Unreadable, saying why, when no page has text.

    `why_no_ocr` is a sentence that says what to do so that text is recognised from pictures, "" where that was tried,
    and None where nobody was to try.
    """
    if any(page.text for page in pages):
        return
    total = len(pages)
    if not pages:
        raise Unreadable("“{name}” has no pages.", name=name)
    if any(page.flaw == "unreadable" for page in pages):
        if why_no_ocr:
            raise Unreadable(
                "The text of “{name}” cannot be read reliably (broken font encoding). {why} Then add the file again.",
                name=name,
                why=why_no_ocr,
            )
        raise Unreadable(
            "The text of “{name}” cannot be read reliably (broken font encoding); print it to a new PDF or use OCR.",
            name=name,
        )
    if all(page.flaw == "failed" for page in pages):
        raise Unreadable("No page of “{name}” could be read; the file is damaged.", name=name)
    if any(page.flaw == "late" for page in pages):
        raise Unreadable(
            "No text on {without} of {total} pages of “{name}” (scan?), and recognising it took too long; split it or "
            "raise SELFRAG_OCR_SECONDS.",
            without=total,
            total=total,
            name=name,
        )
    if why_no_ocr:
        raise Unreadable(
            "No text on {without} of {total} pages of “{name}” (scan?). {why} Then add the file again.",
            without=total,
            total=total,
            name=name,
            why=why_no_ocr,
        )
    if why_no_ocr is not None:
        raise Unreadable(
            "No text on {without} of {total} pages of “{name}” (scan?), and none was recognised in their pictures; "
            "scan them more sharply, or set SELFRAG_OCR_LANGUAGES to their languages.",
            without=total,
            total=total,
            name=name,
        )
    raise Unreadable(
        "No text on {without} of {total} pages of “{name}” (scan?); run OCR on it first.",
        without=total,
        total=total,
        name=name,
    )
