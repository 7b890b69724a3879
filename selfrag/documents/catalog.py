"""What is stored about documents, pages and passages."""

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import ColumnElement, Engine, delete, func, insert, select, update

from selfrag.documents.cleaning import file_name
from selfrag.documents.collections import CollectionCatalog
from selfrag.documents.pages import Page
from selfrag.documents.passages import Chunk
from selfrag.documents.prepared import prepare
from selfrag.documents.stored_text import FINISHED
from selfrag.documents.tables import collections, documents, metadata, pages, passages
from selfrag.errors import UnknownDocument

State = Literal["reading", "embedding", "deleting", "ready", "partly_ready"]


@dataclass(frozen=True)
class Document:
    """One PDF. `id` is the SHA-256 of its bytes; `label` is its name, told apart from others of that name."""

    id: str
    collection_id: str
    collection: str
    name: str
    label: str
    bytes: int
    state: State
    warnings: list[str]
    pages_without_text: list[int]
    created: float
    pages: int
    passages: int


class DocumentCatalog(CollectionCatalog):
    """Reads and writes the tables; implements `ports.PassageStore`."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        prepare(engine, metadata)

    def documents(self, *where: ColumnElement[bool]) -> list[Document]:
        """Finished documents by collection and label, or those that meet `where`, finished or not."""
        count = {
            table.name: select(func.count()).where(table.c.document_id == documents.c.id).scalar_subquery()
            for table in (pages, passages)
        }
        query = (
            select(
                documents, collections.c.title.label("collection"), *(sub.label(name) for name, sub in count.items())
            )
            .join(collections)
            .where(*(where or (documents.c.state.in_(FINISHED),)))
            .order_by(collections.c.title, documents.c.label)
        )
        return [Document(**row) for row in self._rows(query)]

    def unfinished(self) -> list[Document]:
        """Documents that a killed process left between states."""
        return self.documents(documents.c.state.not_in(FINISHED))

    def by_id(self, document_id: str) -> Document | None:
        """The document of these bytes, in any state."""
        return next(iter(self.documents(documents.c.id == document_id)), None)

    def require(self, document_id: str) -> Document:
        """As `by_id`; raises UnknownDocument."""
        found = self.by_id(document_id)
        if found is None:
            raise UnknownDocument(
                "There is no document “{name}”; list them to find the right one.", name=document_id[:16]
            )
        return found

    def find(self, text: str) -> Document:
        """A finished document by id, name, label or beginning of its id. Raises UnknownDocument, also for several."""
        known = self.documents()
        wanted = file_name(text)
        for match in (
            [document for document in known if document.id == text],
            [document for document in known if wanted in {document.name, document.label}],
            [document for document in known if len(text) >= 6 and document.id.startswith(text.lower())],
        ):
            if len(match) == 1:
                return match[0]
            if match:
                ids = ", ".join(document.id[:12] for document in match)
                raise UnknownDocument(
                    "{count} documents go by “{name}”; name one by its id: {ids}.",
                    count=len(match),
                    name=wanted,
                    ids=ids,
                )
        raise UnknownDocument("There is no document “{name}”; list them to find the right one.", name=wanted)

    def add(self, document_id: str, collection_id: str, name: str, size: int) -> str:
        """A document that is being read; returns the label that tells it from others of its name."""
        with self._engine.begin() as db:
            taken = set(db.execute(select(documents.c.label)).scalars())
            own = next(tried for tried in _numbered(name) if tried not in taken)
            row = {"id": document_id, "collection_id": collection_id, "name": name, "label": own, "bytes": size}
            more = {"state": "reading", "warnings": [], "pages_without_text": [], "created": time.time()}
            db.execute(insert(documents).values(**row, **more))
        return own

    def add_pages(self, document_id: str, read: Sequence[Page], cut: Sequence[Chunk]) -> None:
        """The pages and passages of a document that is about to be embedded."""
        with self._engine.begin() as db:
            db.execute(insert(pages), [{**vars(page), "document_id": document_id} for page in read])
            db.execute(insert(passages), [_passage_row(document_id, chunk) for chunk in cut])
            db.execute(update(documents).where(documents.c.id == document_id).values(state="embedding"))

    def finish(self, document_id: str, state: State, warnings: list[str], without_text: list[int]) -> None:
        """Show the document, and its passages, to everybody."""
        change = update(documents).where(documents.c.id == document_id)
        self._execute(change.values(state=state, warnings=warnings, pages_without_text=without_text))

    def hide(self, document_id: str) -> list[str]:
        """Take a document out of every answer before its parts go; returns its passage ids."""
        self._execute(update(documents).where(documents.c.id == document_id).values(state="deleting"))
        rows = self._rows(select(passages.c.id).where(passages.c.document_id == document_id))
        return [row["id"] for row in rows]

    def remove(self, document_id: str) -> None:
        """Forget a document with its pages and passages."""
        with self._engine.begin() as db:
            for table in (passages, pages):
                db.execute(delete(table).where(table.c.document_id == document_id))
            db.execute(delete(documents).where(documents.c.id == document_id))


def _passage_row(document_id: str, chunk: Chunk) -> dict[str, Any]:
    return {
        "id": chunk.id, "document_id": document_id, "page": chunk.page.number, "seq": int(chunk.id.rsplit(":", 1)[1]),
        "start": chunk.start, "end": chunk.end, "text": chunk.text,
    }  # fmt: skip


def _numbered(name: str) -> Iterable[str]:
    """name, name (2), name (3) ..."""
    yield name
    number = 2
    while True:
        yield f"{name} ({number})"
        number += 1
