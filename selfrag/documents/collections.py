"""What is stored about collections: named sets of documents, each embedded by one model."""

import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, delete, func, insert, select, update

from selfrag.documents.pdf.cleaning import one_line
from selfrag.documents.stored_text import FINISHED, StoredText
from selfrag.documents.tables import collections, documents, passages
from selfrag.errors import CollectionInvalid, UnknownCollection
from selfrag.ports import Source

TITLE_CHARS = 100
DESCRIPTION_CHARS = 500
_NAMED = 5  # documents that stand for what is in a collection without a description


@dataclass(frozen=True)
class Collection:
    """A named set of documents, and the model that embeds all of it; `dimension` is None while it is empty.

    `description` says what is in it; None where an upload made it rather than a person.
    """

    id: str
    title: str
    embedder: str
    dimension: int | None
    created: float
    description: str | None = None
    documents: int = 0
    passages: int = 0


class CollectionCatalog(StoredText):
    """Reads and writes the table of collections."""

    def collections(self) -> list[Collection]:
        """All collections by title, with what is ready in them."""
        held = documents.c.state.in_(FINISHED) & (documents.c.collection_id == collections.c.id)
        query = select(
            collections,
            select(func.count()).where(held).scalar_subquery().label("documents"),
            select(func.count()).select_from(passages.join(documents)).where(held).scalar_subquery().label("passages"),
        ).order_by(collections.c.title)
        return [Collection(**row) for row in self._rows(query)]

    def collection(self, collection_id: str) -> Collection:
        """Raises UnknownCollection."""
        found = self._first(collections.c.id == collection_id)
        if found is None:
            raise UnknownCollection("That collection no longer exists; choose another.")
        return found

    def has_collection(self, collection_id: str) -> bool:
        """Whether there is a collection of that id."""
        return self._first(collections.c.id == collection_id) is not None

    def collection_titled(self, title: str) -> Collection:
        """The collection of that title, made now if there is none. Raises UnknownCollection for an empty title."""
        title = _cleaned(title)
        return self._first(collections.c.title == title) or self._make(title, None)

    def create_collection(self, title: str, description: str) -> Collection:
        """Raises UnknownCollection for an empty title, CollectionInvalid for a taken one or a long description."""
        return self._make(self._free(title), _described(description))

    def rename_collection(self, collection_id: str, title: str) -> None:
        """Raises as `create_collection`, and UnknownCollection."""
        own = self.collection(collection_id)
        if _cleaned(title) != own.title:
            self._change(own.id, title=self._free(title))

    def describe_collection(self, collection_id: str, description: str) -> None:
        """Raises UnknownCollection, and CollectionInvalid for a long description."""
        self._change(self.collection(collection_id).id, description=_described(description))

    def describe_new(self, collection_id: str, description: str) -> None:
        """As `describe_collection`, but only what an upload made and nobody described; nothing where it is gone."""
        new = (collections.c.id == collection_id) & collections.c.description.is_(None)
        self._execute(update(collections).where(new).values(description=_described(description)))

    def remove_if_empty(self, collection_id: str) -> bool:
        """Forget a collection that an upload made and left empty, so that a failed one leaves no name behind."""
        return self._remove(collections.c.description.is_(None) & (collections.c.id == collection_id))

    def remove_collection(self, collection_id: str) -> None:
        """Forget an empty collection. Raises UnknownCollection, and CollectionInvalid where it holds documents."""
        own = self.collection(collection_id)
        if not self._remove(collections.c.id == own.id):
            raise CollectionInvalid("“{title}” still holds documents; delete them first.", title=own.title)

    def sources(self, collection_ids: Sequence[str]) -> list[Source]:
        """Those that exist, in the given order; one without a description is described by its first documents."""
        found = {row["id"]: row for row in self._rows(select(collections).where(collections.c.id.in_(collection_ids)))}
        return [
            Source(id=own, title=found[own]["title"], description=found[own]["description"] or self._holds(own))
            for own in collection_ids
            if own in found
        ]

    def set_embedder(self, collection_id: str, embedder: str, dimension: int | None) -> None:
        """Remember the model whose vectors the collection holds."""
        self._change(collection_id, embedder=embedder, dimension=dimension)

    def _holds(self, collection_id: str) -> str:
        held = documents.c.state.in_(FINISHED) & (documents.c.collection_id == collection_id)
        labels = self._rows(select(documents.c.label).where(held).order_by(documents.c.label).limit(_NAMED + 1))
        names = [row["label"] for row in labels[:_NAMED]] + ["…"] * (len(labels) > _NAMED)
        return ", ".join(names)

    def _free(self, title: str) -> str:
        title = _cleaned(title)
        if self._first(collections.c.title == title):
            raise CollectionInvalid("There is a collection “{title}” already; choose another name.", title=title)
        return title

    def _first(self, where: ColumnElement[bool]) -> Collection | None:
        return next((Collection(**row) for row in self._rows(select(collections).where(where))), None)

    def _make(self, title: str, description: str | None) -> Collection:
        made = Collection(uuid.uuid4().hex, title, "", None, time.time(), description)
        columns = {column.name: getattr(made, column.name) for column in collections.columns}
        self._execute(insert(collections).values(columns))
        return made

    def _change(self, collection_id: str, **values: object) -> None:
        self._execute(update(collections).where(collections.c.id == collection_id).values(**values))

    def _remove(self, which: ColumnElement[bool]) -> bool:
        held = select(documents.c.id).where(documents.c.collection_id == collections.c.id).exists()
        with self._engine.begin() as db:
            return bool(db.execute(delete(collections).where(which & ~held)).rowcount)

    def _execute(self, statement: Any) -> None:
        with self._engine.begin() as db:
            db.execute(statement)


def _cleaned(title: str) -> str:
    title = one_line(title, limit=TITLE_CHARS)
    if not title:
        raise UnknownCollection("A collection needs a name.")
    return title


def _described(text: str) -> str:
    text = one_line(text, limit=DESCRIPTION_CHARS + 1)
    if len(text) > DESCRIPTION_CHARS:
        raise CollectionInvalid("A description may have {limit} characters; shorten it.", limit=DESCRIPTION_CHARS)
    return text
