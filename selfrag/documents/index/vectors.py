"""The vectors of the passages in Chroma: one client, one Chroma collection per collection."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from selfrag.documents.catalog import DocumentCatalog
from selfrag.documents.collections import Collection
from selfrag.documents.index import vector_files
from selfrag.documents.index.gate import Gate
from selfrag.errors import ReindexNeeded
from selfrag.ports import Embedder
from selfrag.sentences import part

if TYPE_CHECKING:
    import chromadb

_AT_ONCE = 2000
_NEW = ".new"
"""Ends the name of a Chroma collection that is about to take the place of another."""


class Vectors:
    """Embeds and finds passages; opened at first use. A collection embedded by another model is refused."""

    def __init__(self, path: Path, catalog: DocumentCatalog) -> None:
        self._path, self._catalog = path, catalog
        self._lock = Lock()
        self._first = Lock()
        self._gate = Gate()
        self._client: Any = None
        self._handles: dict[str, chromadb.Collection] = {}

    def warm_up(self) -> None:
        """Open the store now, which takes about a second the first time."""
        with self._gate.shared(), self._lock:
            self._open()

    def check(self, collection: Collection, embedder: str) -> None:
        """Raises ReindexNeeded when the collection holds the vectors of another model than the one of that name."""
        if collection.dimension is not None and collection.embedder != embedder:
            raise ReindexNeeded(
                "“{title}” was embedded by {who}, and now {now} is set; "
                "re-index it on the documents page, or set the earlier model again.",
                title=collection.title,
                who=collection.embedder,
                now=embedder,
            )

    def add(
        self,
        collection_id: str,
        passages: Sequence[tuple[str, str]],
        embedder: Embedder,
        progress: Callable[[int], None],
    ) -> None:
        """Embed pairs of passage id and text and store them; an id already there is replaced.

        `progress(done)` follows each batch. Raises ReindexNeeded, and what the embedder raises.
        """
        for at in range(0, len(passages), embedder.batch):
            collection = self._catalog.collection(collection_id)
            self.check(collection, embedder.name)
            done = self._put(collection, passages[at : at + embedder.batch], embedder)
            progress(at + done)

    def replace(
        self,
        collection_id: str,
        passages: Sequence[tuple[str, str]],
        embedder: Embedder,
        progress: Callable[[int], None],
    ) -> None:
        """As `add` after forgetting all that the collection held; until it ends the collection is refused."""
        self._catalog.set_embedder(collection_id, part("an interrupted re-indexing"), 0)
        with self._gate.shared():
            self._drop(collection_id)
        collection = self._catalog.collection(collection_id)
        dimension = None
        for at in range(0, len(passages), embedder.batch):
            batch = passages[at : at + embedder.batch]
            done = self._put(collection, batch, embedder)
            dimension = dimension or self._dimension(collection_id, [passage_id for passage_id, _ in batch])
            progress(at + done)
        self._catalog.set_embedder(collection_id, embedder.name, dimension)

    def nearest(self, collection_id: str, vector: list[float], limit: int, embedder: str) -> list[tuple[str, float]]:
        """Passage ids and cosine similarities to a vector of the model of that name, best first.

        Raises ReindexNeeded.
        """
        collection = self._catalog.collection(collection_id)
        self.check(collection, embedder)
        if collection.dimension is None:
            return []
        with self._gate.shared(), self._same_length(collection, embedder):
            wanted: Any = [vector]
            found = self._handle(collection_id).query(wanted, n_results=limit, include=["distances"])
        distances = (found["distances"] or [[]])[0]
        return [(passage_id, 1 - distance) for passage_id, distance in zip(found["ids"][0], distances, strict=True)]

    def get(self, collection_id: str, passage_ids: Sequence[str]) -> dict[str, Sequence[float]]:
        """Vectors by passage id; ids that the collection does not hold are absent."""
        if not passage_ids:
            return {}
        with self._gate.shared():
            found = self._handle(collection_id).get(ids=list(passage_ids), include=["embeddings"])
        vectors: Any = found["embeddings"]
        return {passage_id: vector.tolist() for passage_id, vector in zip(found["ids"], vectors, strict=True)}

    def remove(self, collection_id: str, passage_ids: Sequence[str]) -> None:
        """Forget passages; unknown ids are ignored."""
        for at in range(0, len(passage_ids), _AT_ONCE):
            with self._gate.shared():
                self._handle(collection_id).delete(ids=list(passage_ids[at : at + _AT_ONCE]))

    def copy(self, from_id: str, to_id: str, passage_ids: Sequence[str]) -> None:
        """Put the vectors that one collection holds of these passages into another one too, without embedding.

        Raises ReindexNeeded where the other one holds vectors of another model.
        """
        own = self._catalog.collection(from_id)
        for at in range(0, len(passage_ids), _AT_ONCE):
            found = self.get(from_id, passage_ids[at : at + _AT_ONCE])
            target = self._catalog.collection(to_id)
            if own.dimension is not None:
                self.check(target, own.embedder)
            if found:
                self._store(target, list(found), list(found.values()), own.embedder)

    def clear(self, collection_id: str) -> None:
        """Forget every vector of a collection, so that any model may embed it."""
        if self._catalog.collection(collection_id).dimension is None:
            return
        self._catalog.set_embedder(collection_id, "", None)
        with self._gate.shared():
            self._drop(collection_id)

    def forget(self, collection_id: str) -> None:
        """As `clear`, for a collection that was begun and given up by this process: nothing is opened for it."""
        if self._client is not None:
            with self._gate.shared():
                self._drop(collection_id)

    def count(self, collection_id: str) -> int:
        """How many vectors a collection holds."""
        with self._gate.shared():
            return int(self._handle(collection_id).count())

    def compact(self) -> None:
        """Give the space of what was removed back to the disk; who searches meanwhile waits."""
        with self._gate.alone():
            for collection_id, _ in vector_files.sparse(self._path):
                self._renew(collection_id)
            self.close()
            vector_files.compact(self._path)

    def reclaimable(self) -> int:
        """Bytes that `compact` would give back at least."""
        return vector_files.reclaimable(self._path)

    def close(self) -> None:
        """Release the files."""
        with self._lock:
            self._handles.clear()
            if self._client is not None:
                self._client.close()
                self._client = None

    def _drop(self, collection_id: str) -> None:
        with self._lock:
            self._handles.pop(collection_id, None)
            if collection_id in {collection.name for collection in self._open().list_collections()}:
                self._open().delete_collection(collection_id)

    def _renew(self, collection_id: str) -> None:
        """Make the index of a collection anew from its vectors."""
        old, new = self._handle(collection_id), self._handle(collection_id + _NEW)
        for at in range(0, old.count(), _AT_ONCE):
            found = old.get(limit=_AT_ONCE, offset=at, include=["embeddings"])
            new.upsert(ids=found["ids"], embeddings=found["embeddings"])
        self._drop(collection_id)
        new.modify(name=collection_id)
        with self._lock:
            self._handles.clear()

    def _finish_renewal(self) -> None:
        """After a kill: an index made anew is whole once the old one is gone."""
        names = {collection.name for collection in self._client.list_collections()}
        for new in [name for name in names if name.endswith(_NEW)]:
            if new.removesuffix(_NEW) in names:
                self._client.delete_collection(new)
            else:
                self._client.get_collection(new, embedding_function=None).modify(name=new.removesuffix(_NEW))

    def _put(self, collection: Collection, passages: Sequence[tuple[str, str]], embedder: Embedder) -> int:
        ids, texts = zip(*passages, strict=True)
        self._store(collection, ids, embedder.embed_documents(list(texts)), embedder.name)
        return len(ids)

    def _store(self, collection: Collection, ids: Sequence[str], vectors: Any, embedder: str) -> None:
        with (
            self._gate.shared(),
            self._same_length(collection, embedder),
            self._beginning(collection, embedder) as known,
        ):
            self._handle(collection.id).upsert(ids=list(ids), embeddings=vectors)
            if not known:
                self._catalog.set_embedder(collection.id, embedder, len(vectors[0]))

    @contextmanager
    def _beginning(self, collection: Collection, embedder: str) -> Iterator[bool]:
        """Whether the collection holds vectors already; while it does not, one batch at a time goes in.

        What a killed process left under a collection without vectors may be another model's: it goes first.
        """
        if collection.dimension is not None:
            yield True
            return
        with self._first:
            begun = self._catalog.collection(collection.id)
            self.check(begun, embedder)
            if begun.dimension is None:
                self._drop(collection.id)
            yield begun.dimension is not None

    def _dimension(self, collection_id: str, passage_ids: Sequence[str]) -> int | None:
        return next((len(vector) for vector in self.get(collection_id, passage_ids).values()), None)

    @contextmanager
    def _same_length(self, collection: Collection, embedder: str) -> Iterator[None]:
        from chromadb.errors import InvalidArgumentError

        try:
            yield
        except InvalidArgumentError as error:
            raise ReindexNeeded(
                "“{title}” holds vectors of {length} numbers, and {now} now gives another length; "
                "re-index it on the documents page.",
                title=collection.title,
                length=collection.dimension,
                now=embedder,
            ) from error

    def _handle(self, collection_id: str) -> "chromadb.Collection":
        with self._lock:
            if collection_id not in self._handles:
                self._handles[collection_id] = self._open().get_or_create_collection(
                    collection_id, configuration={"hnsw": {"space": "cosine"}}, embedding_function=None
                )
            return self._handles[collection_id]

    def _open(self) -> Any:
        if self._client is None:
            import chromadb

            settings = chromadb.config.Settings(anonymized_telemetry=False)
            self._client = chromadb.PersistentClient(str(self._path), settings)
            self._finish_renewal()
        return self._client
