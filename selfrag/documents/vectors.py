"""The vectors of the passages in Chroma: one client, one Chroma collection per collection."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from selfrag.documents.catalog import DocumentCatalog
from selfrag.documents.collections import Collection
from selfrag.errors import ReindexNeeded
from selfrag.ports import Embedder
from selfrag.sentences import part

if TYPE_CHECKING:
    import chromadb

_REMOVED_AT_ONCE = 2000


class Vectors:
    """Embeds and finds passages; opened at first use. A collection embedded by another model is refused."""

    def __init__(self, path: Path, catalog: DocumentCatalog) -> None:
        self._path, self._catalog = path, catalog
        self._lock = Lock()
        self._first = Lock()
        self._client: Any = None
        self._handles: dict[str, chromadb.Collection] = {}

    def warm_up(self) -> None:
        """Open the store now, which takes about a second the first time."""
        with self._lock:
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
        with self._same_length(collection, embedder):
            wanted: Any = [vector]
            found = self._handle(collection_id).query(wanted, n_results=limit, include=["distances"])
        distances = (found["distances"] or [[]])[0]
        return [(passage_id, 1 - distance) for passage_id, distance in zip(found["ids"][0], distances, strict=True)]

    def get(self, collection_id: str, passage_ids: Sequence[str]) -> dict[str, Sequence[float]]:
        """Vectors by passage id; ids that the collection does not hold are absent."""
        if not passage_ids:
            return {}
        found = self._handle(collection_id).get(ids=list(passage_ids), include=["embeddings"])
        vectors: Any = found["embeddings"]
        return {passage_id: vector.tolist() for passage_id, vector in zip(found["ids"], vectors, strict=True)}

    def remove(self, collection_id: str, passage_ids: Sequence[str]) -> None:
        """Forget passages; unknown ids are ignored."""
        for at in range(0, len(passage_ids), _REMOVED_AT_ONCE):
            self._handle(collection_id).delete(ids=list(passage_ids[at : at + _REMOVED_AT_ONCE]))

    def clear(self, collection_id: str) -> None:
        """Forget every vector of a collection, so that any model may embed it."""
        if self._catalog.collection(collection_id).dimension is None:
            return
        self._catalog.set_embedder(collection_id, "", None)
        self._drop(collection_id)

    def forget(self, collection_id: str) -> None:
        """As `clear`, for a collection that was begun and given up by this process: nothing is opened for it."""
        if self._client is not None:
            self._drop(collection_id)

    def count(self, collection_id: str) -> int:
        """How many vectors a collection holds."""
        return int(self._handle(collection_id).count())

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

    def _put(self, collection: Collection, passages: Sequence[tuple[str, str]], embedder: Embedder) -> int:
        ids, texts = zip(*passages, strict=True)
        vectors: Any = embedder.embed_documents(list(texts))
        with self._same_length(collection, embedder.name), self._beginning(collection, embedder) as known:
            held = self._handle(collection.id)
            held.upsert(ids=list(ids), embeddings=vectors)
            if not known:
                self._catalog.set_embedder(collection.id, embedder.name, len(vectors[0]))
        return len(ids)

    @contextmanager
    def _beginning(self, collection: Collection, embedder: Embedder) -> Iterator[bool]:
        """Whether the collection holds vectors already; while it does not, one batch at a time goes in.

        What a killed process left under a collection without vectors may be another model's: it goes first.
        """
        if collection.dimension is not None:
            yield True
            return
        with self._first:
            begun = self._catalog.collection(collection.id)
            self.check(begun, embedder.name)
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
        return self._client
