"""What is stored about documents, pages and passages."""

import time
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Engine, delete, func, insert, select, text, update

from selfrag.documents.collections import CollectionCatalog
from selfrag.documents.document import UNREADABLE, Document, Findings, document_of
from selfrag.documents.passages import Chunk
from selfrag.documents.pdf.cleaning import file_name, one_line
from selfrag.documents.pdf.pages import Page
from selfrag.documents.prepared import prepare
from selfrag.documents.stored_text import FINISHED
from selfrag.documents.tables import collections, documents, metadata, pages, passages
from selfrag.errors import UnknownDocument

NAME_CHARS = 150


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
        return [document_of(row) for row in self._rows(query)]

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
        names = {wanted, one_line(text, NAME_CHARS)}  # a person may give a name with slashes
        for match in (
            [document for document in known if document.id == text],
            [document for document in known if names & {document.name, document.label}],
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
            own = _free_label(db, name)
            row = {"id": document_id, "collection_id": collection_id, "name": name, "label": own, "bytes": size}
            more = {"state": "reading", "warnings": [], "pages_without_text": [], "created": time.time()}
            db.execute(insert(documents).values(**row, **more))
        return own

    def same_name(self, document: Document) -> list[Document]:
        """The other finished documents of its name in its collection, the first one first."""
        here = (documents.c.collection_id == document.collection_id) & (documents.c.name == document.name)
        there = self.documents(here & (documents.c.id != document.id) & documents.c.state.in_(FINISHED))
        return sorted(there, key=lambda one: (one.created, one.id))

    def rename(self, document_id: str, name: str) -> str:
        """Give a document another name; returns the label that tells it from others of that name."""
        with self._engine.begin() as db:
            own = _free_label(db, name, document_id)
            db.execute(update(documents).where(documents.c.id == document_id).values(name=name, label=own))
        return own

    def place(self, document_id: str, collection_id: str, other: str | None) -> None:
        """Say which collection holds a document, and which other one may hold parts of it until its move ended."""
        change = update(documents).where(documents.c.id == document_id)
        self._execute(change.values(collection_id=collection_id, moving=other))

    def passage_ids(self, document_id: str) -> list[str]:
        """The ids of a document's passages."""
        rows = self._rows(select(passages.c.id).where(passages.c.document_id == document_id))
        return [row["id"] for row in rows]

    def add_pages(self, document_id: str, read: Sequence[Page], cut: Sequence[Chunk]) -> None:
        """The pages and passages of a document that is about to be embedded."""
        with self._engine.begin() as db:
            db.execute(insert(pages), [{**vars(page), "document_id": document_id} for page in read])
            db.execute(insert(passages), [_passage_row(document_id, chunk) for chunk in cut])
            db.execute(update(documents).where(documents.c.id == document_id).values(state="embedding"))

    def finish(self, document_id: str, found: Findings) -> None:
        """Show the document, and its passages, to everybody."""
        self._execute(update(documents).where(documents.c.id == document_id).values(**found))

    def readers(self, document_id: str) -> list[str | None]:
        """What read each page that has text."""
        where = (pages.c.document_id == document_id) & (pages.c.text != "")
        return [row["reader"] for row in self._rows(select(pages.c.reader).where(where))]

    def hide(self, document_id: str) -> list[str]:
        """Take a document out of every answer before its parts go; returns its passage ids."""
        self._execute(update(documents).where(documents.c.id == document_id).values(state="deleting"))
        return self.passage_ids(document_id)

    def fill_in(self) -> None:
        """Say of documents that an earlier version stored which of their pages are unreadable."""
        old = [document.id for document in self.documents(documents.c.unreadable.is_(None))]
        for document_id in old:
            where = (pages.c.document_id == document_id) & pages.c.flaw.in_(UNREADABLE)
            numbers = [row["number"] for row in self._rows(select(pages.c.number).where(where))]
            change = update(documents).where(documents.c.id == document_id)
            self._execute(change.values(unreadable=numbers, ocr=[]))

    def remove(self, document_id: str) -> None:
        """Forget a document with its pages and passages."""
        with self._engine.begin() as db:
            for table in (passages, pages):
                db.execute(delete(table).where(table.c.document_id == document_id))
            db.execute(delete(documents).where(documents.c.id == document_id))

    def compact(self) -> None:
        """Give the space of what was removed back to the disk; a database server does that by itself."""
        if self._engine.dialect.name != "sqlite":
            return
        with self._engine.connect().execution_options(isolation_level="AUTOCOMMIT") as db:
            db.execute(text("vacuum"))
            db.execute(text("pragma wal_checkpoint(truncate)"))


def _free_label(db: Connection, name: str, but: str | None = None) -> str:
    """A label that no document has, but the one of the id `but`."""
    taken = set(db.execute(select(documents.c.label).where(documents.c.id != (but or ""))).scalars())
    return next(tried for tried in _numbered(name) if tried not in taken)


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
