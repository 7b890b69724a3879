"""The library: PDFs in; documents that can be searched, listed, re-indexed and deleted."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from threading import Lock

from sqlalchemy import Engine

from selfrag.documents.catalog import Document, DocumentCatalog
from selfrag.documents.collections import Collection
from selfrag.documents.files import Source
from selfrag.documents.fulltext import FullText
from selfrag.documents.ingest import Ingest
from selfrag.documents.ingest import Progress as FileProgress
from selfrag.documents.query_vectors import QueryVectors
from selfrag.documents.report import IngestResult
from selfrag.documents.search import MixedSearch
from selfrag.documents.stores import Stores
from selfrag.documents.vectors import Vectors
from selfrag.errors import CollectionInvalid
from selfrag.ports import Embedder, Limits, Progress, silent


class Library:
    """All that is stored about documents in `data_dir`. Threads may share it; one process owns the folder."""

    def __init__(self, engine: Engine, data_dir: Path, limits: Limits) -> None:
        self._stores = Stores(engine, data_dir)
        self._limits = limits
        self._titling = Lock()
        self._filling: Counter[str] = Counter()
        self._query_vectors = QueryVectors()

    @property
    def catalog(self) -> DocumentCatalog:
        """Implements `ports.PassageStore`."""
        return self._stores.catalog

    @property
    def fulltext(self) -> FullText:
        """For the search."""
        return self._stores.fulltext

    @property
    def vectors(self) -> Vectors:
        """For the search."""
        return self._stores.vectors

    def ingest(
        self,
        sources: Sequence[Source],
        collection: str,
        embedder: Embedder,
        password: str | None = None,
        progress: FileProgress | None = None,
        *,
        description: str = "",
    ) -> Iterator[IngestResult]:
        """Add files to the collection of that title, made if there is none; one result for each, as it ends.

        A file that cannot be added says why in its result and does not stop the rest. After the last one the
        description is given to a collection that no person made or described. Raises, at once, ReindexNeeded and
        UnknownCollection (an empty title), and at the end CollectionInvalid (a long description).
        """
        with self._titling:
            chosen = self.catalog.collection_titled(collection)
            self.vectors.check(chosen, embedder.name)
            self._filling[chosen.id] += 1
        ingest = Ingest(self._stores, self._limits, chosen, embedder, password=password, progress=progress or _silent)
        return self._ingested(ingest, sources, chosen, description)

    def _ingested(
        self, ingest: Ingest, sources: Sequence[Source], chosen: Collection, description: str
    ) -> Iterator[IngestResult]:
        try:
            yield from ingest.run(sources)
        finally:
            with self._titling:
                self._filling[chosen.id] -= 1
                if not self._filling[chosen.id] and self.catalog.remove_if_empty(chosen.id):
                    self.vectors.forget(chosen.id)
        if description:
            self.catalog.describe_new(chosen.id, description)

    def collections(self) -> list[Collection]:
        """All collections by title."""
        return self.catalog.collections()

    def create_collection(self, title: str, description: str = "") -> Collection:
        """An empty collection that stays until a person deletes it.

        Raises UnknownCollection for an empty title, CollectionInvalid for one that is taken or a long description.
        """
        with self._titling:
            return self.catalog.create_collection(title, description)

    def rename_collection(self, collection_id: str, title: str) -> None:
        """Raises as `create_collection`, and UnknownCollection for an id that is none."""
        with self._titling:
            self.catalog.rename_collection(collection_id, title)

    def describe_collection(self, collection_id: str, description: str) -> None:
        """Say what is in it. Raises UnknownCollection, and CollectionInvalid for a long description."""
        self.catalog.describe_collection(collection_id, description)

    def delete_collection(self, collection_id: str) -> None:
        """Raises UnknownCollection, and CollectionInvalid where it holds documents or files are on their way."""
        with self._titling:
            if self._filling[collection_id]:
                title = self.catalog.collection(collection_id).title
                raise CollectionInvalid(
                    "Files are being added to “{title}”; wait until they are, or cancel.", title=title
                )
            self.catalog.remove_collection(collection_id)
            self.vectors.forget(collection_id)

    def documents(self) -> list[Document]:
        """All documents that can be searched, by collection and label."""
        return self.catalog.documents()

    def original(self, document_id: str) -> Path:
        """The stored PDF. Raises UnknownDocument."""
        return self._stores.files.path(self.catalog.find(document_id).id)

    def delete(self, document: str) -> Document:
        """Remove everything of a document named by label, name, id or the beginning of its id.

        Raises UnknownDocument, also when several go by that name.
        """
        found = self.catalog.find(document)
        with self._stores.claim(found.id):
            self._stores.discard(found)
        return found

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
