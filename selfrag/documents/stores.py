"""The four places a document lives in, kept in step."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Condition, Lock

from sqlalchemy import Engine

from selfrag.documents.catalog import DocumentCatalog
from selfrag.documents.document import Document
from selfrag.documents.faults import changing, compacting
from selfrag.documents.files import Files
from selfrag.documents.index import copies
from selfrag.documents.index.fulltext import FullText
from selfrag.documents.index.vectors import Vectors
from selfrag.documents.pictures.cache import Pictures
from selfrag.documents.space import DiskUse, database_size, free_bytes, size
from selfrag.documents.stored_text import FINISHED
from selfrag.documents.tables import documents

_BEAT = 0.25  # seconds


class Stores:
    """Rows, original files, full text and vectors in one data directory. Threads may share it."""

    def __init__(self, engine: Engine, data_dir: Path) -> None:
        self.catalog = DocumentCatalog(engine)
        self.files = Files(data_dir / "files")
        self.fulltext = FullText(data_dir / "fulltext.sqlite")
        self.pictures = Pictures(data_dir / "pictures")
        self.vectors = Vectors(data_dir / "chroma", self.catalog)
        self._folder = data_dir
        self._admitting = Lock()
        self._claimed: set[str] = set()
        self._released = Condition()

    @contextmanager
    def claim(self, document_id: str, beat: Callable[[], None] = lambda: None) -> Iterator[None]:
        """Hold a document alone; a second thread with the same bytes waits for the first.

        `beat` is called now and then while it waits, and may raise to give up.
        """
        while not self._claim_now(document_id):
            beat()
        try:
            yield
        finally:
            with self._released:
                self._claimed.discard(document_id)
                self._released.notify_all()

    def _claim_now(self, document_id: str) -> bool:
        """Whether it was free, or became so within a beat, and is held now."""
        with self._released:
            free = self._released.wait_for(lambda: document_id not in self._claimed, _BEAT)
            if free:
                self._claimed.add(document_id)
        return free

    def finished(self, document_id: str) -> Document | None:
        """The document of these bytes, if all of it is there."""
        known = self.catalog.by_id(document_id)
        return known if known is not None and known.state in FINISHED else None

    def begin(self, document_id: str, collection_id: str, name: str, size: int) -> None:
        """Begin a document that the caller has claimed and that is not finished; of another attempt nothing stays."""
        if attempt := self.catalog.by_id(document_id):
            self.discard(attempt)
        with self._admitting:
            self.catalog.add(document_id, collection_id, name, size)

    def rename(self, document_id: str, name: str) -> str:
        """Give a document another name; returns its label."""
        with self._admitting:
            return self.catalog.rename(document_id, name)

    def replace_earlier(self, document: Document) -> Document:
        """Remove the earlier documents of its name in its collection, and give it the label that they leave.

        It is held meanwhile, so that one of them stays; who holds several takes the later ones first. Raises
        UnknownDocument where it went before, and NotStored.
        """
        with self.claim(document.id):
            own = self.catalog.find(document.id)
            for earlier in self.catalog.same_name(own):
                if (earlier.created, earlier.id) < (own.created, own.id):
                    with self.claim(earlier.id), changing(earlier.label):
                        held = self.finished(earlier.id)
                        if held and (held.collection_id, held.name) == (own.collection_id, own.name):
                            self.discard(held)
            self.rename(own.id, own.name)
            return self.catalog.require(own.id)

    def discard(self, document: Document) -> None:
        """Remove a document: out of sight first, its row last, so that a killed removal can be finished."""
        passage_ids = self.catalog.hide(document.id)
        self._settle(document)
        self.vectors.remove(document.collection_id, passage_ids)
        self.fulltext.remove(passage_ids)
        self.files.remove(document.id)
        self.pictures.forget(document.id)
        self.catalog.remove(document.id)
        self.clear_if_empty(document.collection_id)

    def clear_if_empty(self, collection_id: str) -> None:
        """Let any model embed a collection that has no document, and none on its way."""
        with self._admitting:
            here = (documents.c.collection_id == collection_id) | (documents.c.moving == collection_id)
            if not self.catalog.documents(here):
                self.vectors.clear(collection_id)

    def move(self, document: Document, collection_id: str) -> None:
        """Move a document that the caller has claimed to another collection, its vectors as they are.

        Its row decides where it is, and until the move has ended names the other collection: whatever stops the move,
        a kill too, it is taken back or finished. Raises ReindexNeeded where another model embedded that collection.
        """
        if document.collection_id == collection_id:
            return
        passage_ids = self.catalog.passage_ids(document.id)
        with self._admitting:
            self.catalog.place(document.id, document.collection_id, collection_id)
        try:
            self.vectors.copy(document.collection_id, collection_id, passage_ids)
            self.catalog.place(document.id, collection_id, document.collection_id)
        finally:
            self._settle(self.catalog.require(document.id))

    def _settle(self, document: Document) -> None:
        """Leave the parts of a document that was moving in its own collection alone."""
        if document.moving is None:
            return
        passage_ids = self.catalog.passage_ids(document.id)
        self.fulltext.place(passage_ids, document.collection_id)
        there = self.catalog.has_collection(document.moving)
        if there:
            self.vectors.remove(document.moving, passage_ids)
        self.catalog.place(document.id, document.collection_id, None)
        if there:
            self.clear_if_empty(document.moving)

    def disk_use(self) -> DiskUse:
        """Bytes of every store."""
        folder = self._folder
        return DiskUse(
            files=size(folder / "files"),
            vectors=size(folder / "chroma") + size(folder / copies.FOLDER),
            fulltext=database_size(folder / "fulltext.sqlite"),
            catalog=database_size(folder / "catalog.sqlite"),
            pictures=self.pictures.size(),
            reclaimable=self.vectors.reclaimable()
            + sum(free_bytes(folder / name) for name in ("fulltext.sqlite", "catalog.sqlite")),
        )

    def compact(self) -> None:
        """Give the space of what was removed back to the disk. Raises NotStored."""
        with compacting():
            self.vectors.compact()
            self.fulltext.compact()
            self.catalog.compact()

    def clean_up(self) -> None:
        """Remove what a killed process left unfinished; for the start, before anything is added."""
        for document in self.catalog.documents(documents.c.moving.is_not(None)):
            self._settle(document)
        for document in self.catalog.unfinished():
            self.discard(document)
        for collection in self.catalog.collections():
            self.clear_if_empty(collection.id)
        self._fill_in()
        self.files.clean_up({document.id for document in self.catalog.documents()})
        copies.clean_up(self._folder)

    def _fill_in(self) -> None:
        """Work out what an earlier version did not store."""
        self.catalog.fill_in()
        if not self.fulltext.has_spellings():
            ids = [collection.id for collection in self.catalog.collections()]
            self.fulltext.add_spellings(text for own in ids for _, text in self.catalog.texts(own))

    def close(self) -> None:
        """Release the files."""
        self.vectors.close()
        self.fulltext.close()
