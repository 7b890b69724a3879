"""A database that an earlier version made is read and written as one of today."""

from pathlib import Path

import pytest
from sqlalchemy import Column, Float, Integer, MetaData, String, Table, Text, create_engine, insert, inspect, select
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateColumn

from selfrag.documents.prepared import prepare
from selfrag.documents.tables import collections
from tests.documents.conftest import Open
from tests.documents.pdfs import FACT, text_pdf
from tests.fakes import FakeEmbedder

OLD_ID = "5c0de" * 6


def earlier(folder: Path) -> None:
    """The table of collections as it was without descriptions, with one collection in it."""
    engine = create_engine(f"sqlite:///{folder / 'catalog.sqlite'}")
    metadata = MetaData()
    table = Table(
        "collections",
        metadata,
        Column("id", String(40), primary_key=True),
        Column("title", String(200), nullable=False, unique=True),
        Column("embedder", String(200), nullable=False),
        Column("dimension", Integer),
        Column("created", Float, nullable=False),
    )
    metadata.create_all(engine)
    with engine.begin() as db:
        db.execute(insert(table).values(id=OLD_ID, title="Books", embedder="", dimension=None, created=1.5))
    engine.dispose()


def test_a_directory_of_an_earlier_version_works(open_library: Open, tmp_path: Path) -> None:
    earlier(tmp_path)
    library = open_library(FakeEmbedder())
    [collection] = library.collections()
    assert (collection.id, collection.title, collection.created, collection.description) == (OLD_ID, "Books", 1.5, None)
    [result] = library.ingest([("book.pdf", text_pdf(FACT))], "Books")
    assert result["error"] is None
    library.describe_collection(OLD_ID, "About pumps.")
    library.close()
    again = open_library(FakeEmbedder())
    assert [(one.description, one.documents) for one in again.collections()] == [("About pumps.", 1)]


def test_only_what_is_missing_is_added(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'one.sqlite'}")
    first, later = MetaData(), MetaData()
    Table("order", first, Column("id", Integer, primary_key=True), Column("kept", Text))
    table = Table(
        "order",
        later,
        Column("id", Integer, primary_key=True),
        Column("kept", Text),
        Column("group", String(20)),
        Column("needed", Integer, nullable=False),
    )
    prepare(engine, first)
    with engine.begin() as db:
        db.execute(insert(first.tables["order"]).values(id=1, kept="as it was"))
    for _ in range(2):
        prepare(engine, later)
    assert [column["name"] for column in inspect(engine).get_columns("order")] == ["id", "kept", "group"]
    with engine.connect() as db:
        assert db.execute(select(table.c.id, table.c.kept, table.c.group)).all() == [(1, "as it was", None)]
    engine.dispose()


@pytest.mark.parametrize("name", ["description"])
def test_postgresql_is_spoken_too(name: str) -> None:
    assert str(CreateColumn(collections.c[name]).compile(dialect=postgresql.dialect())) == "description TEXT"
