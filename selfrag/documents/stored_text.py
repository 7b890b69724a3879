"""Reads stored pages and passages; those of documents that are not finished do not exist for anybody."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Engine, Select, select

from selfrag.documents.pdf.pages import Page
from selfrag.documents.tables import collections, documents, pages, passages
from selfrag.ports import Passage

FINISHED = ("ready", "partly_ready")

_BATCH = 500
_PASSAGES = (
    select(
        passages.c.id,
        passages.c.document_id,
        documents.c.label.label("document"),
        collections.c.title.label("collection"),
        passages.c.page,
        pages.c.label.label("page_label"),
        passages.c.start,
        passages.c.end,
        passages.c.text,
        pages.c.reader,
    )
    .join(documents, documents.c.id == passages.c.document_id)
    .join(collections, collections.c.id == documents.c.collection_id)
    .join(pages, (pages.c.document_id == passages.c.document_id) & (pages.c.number == passages.c.page))
)


class StoredText:
    """Implements `ports.PassageStore`."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def get(self, passage_ids: Sequence[str]) -> dict[str, Passage]:
        """Passages of finished documents by id; others are absent."""
        found: dict[str, Passage] = {}
        for at in range(0, len(passage_ids), _BATCH):
            wanted = passages.c.id.in_(passage_ids[at : at + _BATCH])
            for row in self._rows(_PASSAGES.where(wanted, documents.c.state.in_(FINISHED))):
                found[row["id"]] = _passage(row)
        return found

    def texts(self, collection_id: str) -> list[tuple[str, str]]:
        """Id and text of every passage of a collection's finished documents."""
        where = (documents.c.collection_id == collection_id) & documents.c.state.in_(FINISHED)
        rows = self._rows(select(passages.c.id, passages.c.text).join(documents).where(where).order_by(passages.c.id))
        return [(row["id"], row["text"]) for row in rows]

    def page(self, document_id: str, number: int) -> Page | None:
        """The stored page, or None."""
        where = (pages.c.document_id == document_id) & (pages.c.number == number)
        columns = (pages.c.number, pages.c.label, pages.c.text, pages.c.flaw, pages.c.reader)
        for row in self._rows(select(*columns).where(where)):
            return Page(**row)
        return None

    def _rows(self, query: Select[Any]) -> list[dict[str, Any]]:
        with self._engine.connect() as db:
            result = db.execute(query)
            names = list(result.keys())  # once for all rows: their mappings ask for them each time, which takes longest
            return [dict(zip(names, row, strict=True)) for row in result]


def _passage(row: dict[str, Any]) -> Passage:
    reader = row.pop("reader")
    ocr: dict[str, Any] = {"ocr": True} if reader == "ocr" else {}
    passage: Passage = {**row, **ocr}  # type: ignore[typeddict-item]
    return passage
