"""The collections of the library: made, named, filled and deleted."""

from collections import Counter
from contextlib import suppress
from threading import Lock

from selfrag.documents.catalog import DocumentCatalog
from selfrag.documents.collections import Collection
from selfrag.documents.faults import changing
from selfrag.documents.stores import Stores
from selfrag.errors import CollectionInvalid, UnknownDocument


class Shelves:
    """Collections; one that is being filled stays, and one that an upload made goes where it is left empty."""

    def __init__(self, stores: Stores) -> None:
        self._stores = stores
        self._titling = Lock()
        self._filling: Counter[str] = Counter()

    @property
    def catalog(self) -> DocumentCatalog:
        """Implements `ports.PassageStore`."""
        return self._stores.catalog

    def collections(self) -> list[Collection]:
        """All collections by title."""
        return self.catalog.collections()

    def create_collection(self, title: str, description: str = "") -> Collection:
        """An empty collection that stays until a person deletes it.

        Raises UnknownCollection for an empty title, CollectionInvalid for one that is taken or a long description, and
        NotStored where the disk fails.
        """
        with self._titling, changing(title):
            return self.catalog.create_collection(title, description)

    def rename_collection(self, collection_id: str, title: str) -> None:
        """Raises as `create_collection`, and UnknownCollection for an id that is none."""
        with self._titling, changing(title):
            self.catalog.rename_collection(collection_id, title)

    def describe_collection(self, collection_id: str, description: str) -> None:
        """Say what is in it. Raises UnknownCollection, NotStored, and CollectionInvalid for a long description."""
        with changing(self.catalog.collection(collection_id).title):
            self.catalog.describe_collection(collection_id, description)

    def delete_collection(self, collection_id: str, *, with_documents: bool = False) -> None:
        """Forget a collection; with its documents, or only an empty one.

        Raises UnknownCollection, NotStored, and CollectionInvalid where it holds documents or files are on their way.
        """
        with self._titling:
            own = self.catalog.collection(collection_id)
            if self._filling[own.id]:
                raise CollectionInvalid(
                    "Files are being added to “{title}”; wait until they are, or cancel.", title=own.title
                )
            with changing(own.title):
                if with_documents:
                    for document in [each for each in self.catalog.documents() if each.collection_id == own.id]:
                        self._delete_from(own.id, document.id)
                self.catalog.remove_collection(own.id)
                self._stores.vectors.forget(own.id)

    def _begin_filling(self, title: str, embedder: str = "") -> Collection:
        """A collection that stays while it is being filled, made if there is none; with the vectors of that model."""
        with self._titling:
            chosen = self.catalog.collection_titled(title)
            if embedder:
                self._stores.vectors.check(chosen, embedder)
            self._filling[chosen.id] += 1
        return chosen

    def _end_filling(self, chosen: Collection) -> None:
        with self._titling:
            self._filling[chosen.id] -= 1
            if not self._filling[chosen.id] and self.catalog.remove_if_empty(chosen.id):
                self._stores.vectors.forget(chosen.id)

    def _delete_from(self, collection_id: str, document_id: str) -> None:
        """Remove a document, unless it went, or moved to another collection, meanwhile."""
        with self._stores.claim(document_id), suppress(UnknownDocument):
            found = self.catalog.require(document_id)
            if found.collection_id == collection_id:
                self._stores.discard(found)
