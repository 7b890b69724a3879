"""What is stored now, for the check of a receipt."""

from dataclasses import dataclass, field

from selfrag.documents.files import sha256
from selfrag.documents.pdf.pages import Page
from selfrag.documents.stored_text import FINISHED
from selfrag.errors import Unreadable
from selfrag.service.desk import Desk


@dataclass
class StoredNow:
    """Implements `receipts.Stored`; each file, page and passage is read once."""

    desk: Desk
    _pages: dict[tuple[str, int], Page | None] = field(default_factory=dict)

    def file_digest(self, document_id: str) -> str | None:
        """As the file's bytes are now."""
        known = self.desk.library.catalog.by_id(document_id)
        if known is None or known.state not in FINISHED:
            return None
        try:
            return sha256(self.desk.library.original(document_id))
        except (Unreadable, OSError):
            return ""

    def page_text(self, document_id: str, page: int) -> str | None:
        """Of a document that is finished."""
        if (document_id, page) not in self._pages:
            self._pages[document_id, page] = self.desk.library.catalog.page(document_id, page)
        stored = self._pages[document_id, page]
        return stored.text if stored else None

    def passage_text(self, passage_id: str) -> str | None:
        """Of a document or of the web."""
        found = self.desk.passages.get([passage_id]).get(passage_id)
        return found["text"] if found else None
