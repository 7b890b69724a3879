"""The library: PDFs in; documents that can be searched, listed, re-indexed and deleted."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

from sqlalchemy import Engine

from selfrag.documents.catalog import NAME_CHARS
from selfrag.documents.collections import Collection
from selfrag.documents.document import Document
from selfrag.documents.faults import changing
from selfrag.documents.files import Source
from selfrag.documents.index.fulltext import FullText
from selfrag.documents.index.query_vectors import QueryVectors
from selfrag.documents.index.search import MixedSearch
from selfrag.documents.index.vectors import Vectors
from selfrag.documents.ingest import Ingest
from selfrag.documents.ingest import Progress as FileProgress
from selfrag.documents.pdf.cleaning import one_line
from selfrag.documents.pictures.cache import Pictures
from selfrag.documents.reading import Reading, Recogniser
from selfrag.documents.report import IngestResult
from selfrag.documents.shelves import Shelves
from selfrag.documents.space import DiskUse
from selfrag.documents.stores import Stores
from selfrag.errors import DocumentError, ThreadBusy, Unreadable
from selfrag.ports import Embedder, Limits, Progress, silent


class Library(Shelves):
    """All that is stored about documents in `data_dir`. Threads may share it; one process owns the folder."""

    def __init__(self, engine: Engine, data_dir: Path, limits: Limits, ocr: Recogniser | None = None) -> None:
        super().__init__(Stores(engine, data_dir))
        self._limits, self._ocr = limits, ocr
        self._moving = Lock()
        self._reindexing: Counter[str] = Counter()
        self._query_vectors = QueryVectors()

    @property
    def fulltext(self) -> FullText:
        """For the search."""
        return self._stores.fulltext

    @property
    def vectors(self) -> Vectors:
        """For the search."""
        return self._stores.vectors

    @property
    def pictures(self) -> Pictures:
        """The pages that were drawn."""
        return self._stores.pictures

    def ingest(
        self,
        sources: Sequence[Source],
        collection: str,
        embedder: Embedder,
        password: str | None = None,
        progress: FileProgress | None = None,
        *,
        description: str = "",
        replace: bool = False,
    ) -> Iterator[IngestResult]:
        """Add files to the collection of that title, made if there is none; one result for each, in their order.

        A file that cannot be added says why in its result and does not stop the rest. With `replace` a new document
        takes the place of the earlier ones of its name there. After the last file the description is given to a
        collection that no person made or described. Raises, at once, ReindexNeeded and UnknownCollection (an empty
        title), and at the end CollectionInvalid (a long description).
        """
        chosen = self._begin_filling(collection, embedder.name)
        reading = Reading(self._limits, password, self._ocr)
        ingest = Ingest(self._stores, chosen, embedder, reading, progress or _silent, replace=replace)
        return self._ingested(ingest, sources, chosen, description)

    def _ingested(
        self, ingest: Ingest, sources: Sequence[Source], chosen: Collection, description: str
    ) -> Iterator[IngestResult]:
        try:
            yield from ingest.run(sources)
        finally:
            self._end_filling(chosen)
        if description:
            self.catalog.describe_new(chosen.id, description)

    def documents(self) -> list[Document]:
        """All documents that can be searched, by collection and label."""
        return self.catalog.documents()

    def original(self, document_id: str) -> Path:
        """The stored PDF. Raises UnknownDocument, and Unreadable where somebody removed it."""
        found = self.catalog.find(document_id)
        path = self._stores.files.path(found.id)
        if not path.is_file():
            raise Unreadable("The file of “{name}” is gone; delete the document and add it again.", name=found.label)
        return path

    def delete(self, document: str) -> Document:
        """Remove everything of a document named by label, name, id or the beginning of its id.

        Raises UnknownDocument, also when several go by that name, and NotStored.
        """
        with self._changing(document) as found, self._stores.claim(found.id):
            self._stores.discard(self.catalog.require(found.id))
        return found

    def rename(self, document: str, name: str) -> str:
        """Give a document, named as for `delete`, another name; returns its label now.

        Raises UnknownDocument, NotStored, and DocumentError for an empty name.
        """
        name = one_line(name, NAME_CHARS)
        if not name:
            raise DocumentError("A document needs a name.")
        with self._changing(document) as found:
            return self._stores.rename(found.id, name)

    def move(self, document: str, collection: str) -> None:
        """Put a document, named as for `delete`, into the collection of that title, made if there is none.

        Nothing is embedded again. Raises UnknownDocument, UnknownCollection (an empty title), NotStored, and
        ReindexNeeded where another model embedded that collection, or is about to.
        """
        with self._changing(document) as found:
            chosen = self._begin_filling(collection)
            try:
                with self._moving, self._stores.claim(found.id):
                    own = self.catalog.require(found.id)
                    for touched in (own.collection_id, chosen.id):
                        if self._reindexing[touched]:
                            title = self.catalog.collection(touched).title
                            raise ThreadBusy("“{title}” is being re-indexed right now; wait until it is.", title=title)
                    self._stores.move(own, chosen.id)
            finally:
                self._end_filling(chosen)

    def replace_earlier(self, document: str) -> str:
        """Delete the earlier documents of its name in its collection; returns its label, plain where that is free.

        Raises UnknownDocument and NotStored.
        """
        with self._changing(document) as found:
            return self._stores.replace_earlier(found).label

    @contextmanager
    def _changing(self, document: str) -> Iterator[Document]:
        """The document of that name, about to change. Raises UnknownDocument, and NotStored where a disk fails."""
        with changing(document):
            found = self.catalog.find(document)
        with changing(found.label):
            yield found

    def disk_use(self) -> DiskUse:
        """Bytes of every store."""
        return self._stores.disk_use()

    def compact(self) -> int:
        """Give the space of what was removed back to the disk; returns how many bytes.

        Raises ThreadBusy while files are being added, and NotStored where the disk fails.
        """
        with self._titling:
            if self._filling.total() or self._reindexing.total():
                raise ThreadBusy("Files are being added right now; wait until they are, or cancel.")
            before = self.disk_use().total
            self._stores.compact()
            return max(0, before - self.disk_use().total)

    def search(self, embedder: Embedder, progress: Progress = silent) -> MixedSearch:
        """Searches with the vectors of this model; `progress` is told while another search embeds the same query."""
        return MixedSearch(
            self.catalog,
            self.fulltext,
            self.vectors,
            embedder,
            query_vectors=self._query_vectors,
            progress=progress,
        )

    def reindex(self, collection_id: str, embedder: Embedder, progress: Callable[[int, int], None]) -> None:
        """Embed a collection anew with this model; `progress(done, passages)` follows.

        A document that is deleted meanwhile stays deleted.
        """
        with self._moving:
            self._reindexing[collection_id] += 1
        try:
            self._reindex(collection_id, embedder, progress)
        finally:
            self._reindexing[collection_id] -= 1

    def _reindex(self, collection_id: str, embedder: Embedder, progress: Callable[[int, int], None]) -> None:
        self._query_vectors.forget()
        texts = self.catalog.texts(collection_id)
        progress(0, len(texts))
        self.vectors.replace(collection_id, texts, embedder, lambda done: progress(done, len(texts)))
        left = {passage_id for passage_id, _ in self.catalog.texts(collection_id)}
        self.vectors.remove(collection_id, [passage_id for passage_id, _ in texts if passage_id not in left])
        if not left:
            self.vectors.clear(collection_id)

    def clean_up(self) -> None:
        """Remove what a killed process left unfinished; for the start, before anything is added."""
        self._stores.clean_up()

    def close(self) -> None:
        """Release the files."""
        self._stores.close()


def _silent(file: str, stage: str, done: int, total: int) -> None:
    """Nobody follows."""
