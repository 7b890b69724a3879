"""The vectors of the passages: made by one model for a collection, found by the same one."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Any

from selfrag.documents.catalog import DocumentCatalog
from selfrag.documents.collections import Collection
from selfrag.documents.index.chroma import AT_ONCE, ChromaStore
from selfrag.errors import ReindexNeeded
from selfrag.ports import Embedder
from selfrag.sentences import part


class Vectors(ChromaStore):
    """Embeds and finds passages. A collection embedded by another model is refused."""

    def __init__(self, path: Path, catalog: DocumentCatalog) -> None:
        super().__init__(path)
        self._catalog = catalog
        self._first = Lock()

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

    def copy(self, from_id: str, to_id: str, passage_ids: Sequence[str]) -> None:
        """Put the vectors that one collection holds of these passages into another one too, without embedding.

        Raises ReindexNeeded where the other one holds vectors of another model.
        """
        own = self._catalog.collection(from_id)
        for at in range(0, len(passage_ids), AT_ONCE):
            found = self.get(from_id, passage_ids[at : at + AT_ONCE])
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
