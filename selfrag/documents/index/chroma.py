"""Vectors in Chroma: one client, one Chroma collection per collection."""

from collections.abc import Sequence
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from selfrag.documents.index import vector_files
from selfrag.documents.index.gate import Gate

if TYPE_CHECKING:
    import chromadb

AT_ONCE = 2000
"""Vectors that are read, copied or removed in one call."""

_NEW = ".new"
"""Ends the name of a Chroma collection that is about to take the place of another."""


class ChromaStore:
    """Holds vectors by passage id; opened at first use. Threads may share it, and all wait for a compaction."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = Lock()
        self._gate = Gate()
        self._client: Any = None
        self._handles: dict[str, chromadb.Collection] = {}

    def warm_up(self) -> None:
        """Open the store now, which takes about a second the first time."""
        with self._gate.shared(), self._lock:
            self._open()

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
        for at in range(0, len(passage_ids), AT_ONCE):
            with self._gate.shared():
                self._handle(collection_id).delete(ids=list(passage_ids[at : at + AT_ONCE]))

    def forget(self, collection_id: str) -> None:
        """Drop the vectors of a collection that was begun and given up by this process: nothing is opened for it."""
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
        self._drop(collection_id + _NEW)  # what an attempt that failed left may hold vectors that went since
        old, new = self._handle(collection_id), self._handle(collection_id + _NEW)
        for at in range(0, old.count(), AT_ONCE):
            found = old.get(limit=AT_ONCE, offset=at, include=["embeddings"])
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
