"""Pages of documents as they look, with the place that was cited."""

from collections.abc import Sequence
from dataclasses import dataclass

from selfrag.documents.document import Document
from selfrag.documents.pdf.pages import Page
from selfrag.documents.pictures.drawing import Sheet
from selfrag.documents.pictures.rectangles import Box
from selfrag.documents.stored_text import FINISHED
from selfrag.errors import Unreadable
from selfrag.sentences import sentence
from selfrag.service.desk import Desk

_ZOOM = (0.25, 4.0)
_RECOGNISED = sentence("This page is a picture, so the place cannot be marked.")
_NO_TEXT = sentence("The text of this page could not be read, so the place cannot be marked.")
_NOT_FOUND = sentence("The place could not be found for certain on this page, so it is not marked.")
_IN_PART = sentence("Only a part of the place could be found for certain on this page; the rest is not marked.")


@dataclass(frozen=True)
class PagePicture:
    """A page, counted from 1, of a document of so many `pages`, as a PNG.

    `page_label` is printed on the page, `reader` is what its text was read by and `flaw` what is wrong with that, where
    there is such a thing. `marked`: the place is marked, by `rectangles` in points of the page, of which the first
    begins at `top` of the way down, 0 to 1; `note` is empty, or says in a sentence why not, or not all of it.
    """

    png: bytes
    document: str
    document_id: str
    page: int
    pages: int
    page_label: str | None
    reader: str | None
    flaw: str | None
    marked: bool
    note: str
    rectangles: Sequence[Box] = ()
    top: float | None = None


class Pictures:
    """Shows pages."""

    desk: Desk

    def page_picture(
        self,
        document_id: str,
        page: int,
        spans: Sequence[tuple[int, int]] = (),
        *,
        zoom: float = 1.0,
        password: str | None = None,
    ) -> PagePicture:
        """A page of a document, with the spans of its stored text marked; `zoom` 1 is about 1100 pixels wide.

        Raises UnknownDocument, PasswordNeeded, LimitExceeded, and Unreadable where there is no such page or it cannot
        be drawn.
        """
        document, stored = self.stored_page(document_id, page)
        markable = bool(spans) and stored.reader != "ocr" and bool(stored.text)
        sheet = Sheet(
            path=self.desk.library.original(document.id),
            document_id=document.id,
            name=document.label,
            page=page,
            text=stored.text if markable else "",
            spans=[(start, end) for start, end in spans] if markable else [],
            zoom=round(min(max(zoom, _ZOOM[0]), _ZOOM[1]), 2),
        )
        drawn = self.desk.library.pictures.draw(sheet, password, self.desk.limits)
        if not self._is_there(document.id):
            self.desk.library.pictures.forget(document.id)
        marked = bool(drawn.rectangles)
        return PagePicture(
            png=drawn.png,
            document=document.label,
            document_id=document.id,
            page=page,
            pages=document.pages,
            page_label=stored.label,
            reader=stored.reader,
            flaw=stored.flaw,
            marked=marked,
            note=_note(stored, marked, drawn.whole) if spans else "",
            rectangles=drawn.rectangles,
            top=drawn.top,
        )

    def stored_page(self, document_id: str, page: int) -> tuple[Document, Page]:
        """A document, named by id, label or beginning of its id, and a page of it, counted from 1, as it was read.

        Raises UnknownDocument, and Unreadable where there is no such page.
        """
        catalog = self.desk.library.catalog
        known = catalog.by_id(document_id)
        document = known if known and known.state in FINISHED else catalog.find(document_id)
        stored = catalog.page(document.id, page)
        if stored is None:
            raise Unreadable(
                "“{name}” has {pages} pages; there is no page {page}.",
                name=document.label,
                pages=document.pages,
                page=page,
            )
        return document, stored

    def _is_there(self, document_id: str) -> bool:
        """Whether the document was not deleted while its page was drawn."""
        known = self.desk.library.catalog.by_id(document_id)
        return known is not None and known.state in FINISHED


def _note(page: Page, marked: bool, whole: bool) -> str:
    if page.reader == "ocr":
        return _RECOGNISED
    if not page.text:
        return _NO_TEXT
    if not marked:
        return _NOT_FOUND
    return "" if whole else _IN_PART
