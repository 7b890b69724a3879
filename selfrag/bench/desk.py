"""A corpus indexed as it is in a temporary folder, searched the way the product searches."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import create_engine

from selfrag.bench.data import Record
from selfrag.documents.index.search import MixedSearch
from selfrag.documents.stores import Stores
from selfrag.graph.fan_in import mixed
from selfrag.ports import Embedder, Passage


class Desk:
    """One corpus, ready to be asked; implements `ports.PassageStore`. `source` searches the collection of its id."""

    def __init__(self, stores: Stores, collection_id: str, records: Sequence[Record], embedder: Embedder) -> None:
        self.source = MixedSearch(stores.catalog, stores.fulltext, stores.vectors, embedder)
        self.collection_id = collection_id
        self._passages = {record["id"]: as_passage(record) for record in records}

    def holds(self, passage_ids: Sequence[str]) -> bool:
        """Whether any of the passages is in this corpus."""
        return any(passage_id in self._passages for passage_id in passage_ids)

    def search(self, question: str, limit: int) -> list[str]:
        """Ids of the best passages, best first."""
        found = self.source.search(question, self.collection_id)
        return [hit["passage_id"] for hit in mixed(found)[:limit]]

    def passages(self, passage_ids: Sequence[str]) -> list[Passage]:
        """The passages of the ids, in that order."""
        return [self._passages[passage_id] for passage_id in passage_ids]

    def get(self, passage_ids: Sequence[str]) -> dict[str, Passage]:
        """Those of the passages that are in this corpus."""
        return {passage_id: self._passages[passage_id] for passage_id in passage_ids if passage_id in self._passages}


@contextmanager
def open_desk(records: Sequence[Record], embedder: Embedder) -> Iterator[Desk]:
    """Index the records' texts as passages; everything is gone afterwards."""
    with TemporaryDirectory(prefix="selfrag-bench-", ignore_cleanup_errors=True) as folder:
        engine = create_engine(f"sqlite:///{Path(folder) / 'catalog.sqlite'}")
        stores = Stores(engine, Path(folder))
        try:
            collection = stores.catalog.collection_titled("bench")
            texts = [(record["id"], record["text"]) for record in records]
            stores.fulltext.add(collection.id, texts)
            stores.vectors.add(collection.id, texts, embedder, lambda done: None)
            yield Desk(stores, collection.id, records, embedder)
        finally:
            stores.close()
            engine.dispose()


def as_passage(record: Record) -> Passage:
    """A corpus record, or any record with an id and a text, as a passage."""
    return Passage(
        id=record["id"],
        document_id=record["id"],
        document=record.get("title", ""),
        collection="bench",
        page=record.get("page", 1),
        page_label=None,
        start=0,
        end=len(record["text"]),
        text=record["text"],
    )
