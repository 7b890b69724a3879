"""The four places a document lives in, kept in step."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Condition, Lock

from sqlalchemy import Engine

from selfrag.documents.catalog import Document, DocumentCatalog
from selfrag.documents.files import Files
from selfrag.documents.fulltext import FullText
from selfrag.documents.stored_text import FINISHED
from selfrag.documents.tables import documents
from selfrag.documents.vectors import Vectors


class Stores:
    """Rows, original files, full text and vectors in one data directory. Threads may share it."""

    def __init__(self, engine: Engine, data_dir: Path) -> None:
        self.catalog = DocumentCatalog(engine)
        self.files = Files(data_dir / "files")
        self.fulltext = FullText(data_dir / "fulltext.sqlite")
        self.vectors = Vectors(data_dir / "chroma", self.catalog)
        self._admitting = Lock()
        self._claimed: set[str] = set()
        self._released = Condition()

    @contextmanager
    def claim(self, document_id: str) -> Iterator[None]:
        """Hold a document alone; a second thread with the same bytes waits for the first."""
        with self._released:
            self._released.wait_for(lambda: document_id not in self._claimed)
            self._claimed.add(document_id)
        try:
            yield
        finally:
            with self._released:
                self._claimed.discard(document_id)
                self._released.notify_all()

    def admit(self, document_id: str, collection_id: str, name: str, size: int) -> Document | None:
        """Begin a document that the caller has claimed, or return the finished one that already has these bytes."""
        known = self.catalog.by_id(document_id)
        if known is not None and known.state in FINISHED:
            return known
        if known is not None:
            self.discard(known)
        with self._admitting:
            self.catalog.add(document_id, collection_id, name, size)
        return None

    def discard(self, document: Document) -> None:
        """Remove a document: out of sight first, its row last, so that a killed removal can be finished."""
        passage_ids = self.catalog.hide(document.id)
        self.vectors.remove(document.collection_id, passage_ids)
        self.fulltext.remove(passage_ids)
        self.files.remove(document.id)
        with self._admitting:
            self.catalog.remove(document.id)
            if not self.catalog.documents(documents.c.collection_id == document.collection_id):
                self.vectors.clear(document.collection_id)

    def clean_up(self) -> None:
        """Remove what a killed process left unfinished; for the start, before anything is added."""
        for document in self.catalog.unfinished():
            self.discard(document)
        self.files.clean_up({document.id for document in self.catalog.documents()})

    def close(self) -> None:
        """Release the files."""
        self.vectors.close()
        self.fulltext.close()
