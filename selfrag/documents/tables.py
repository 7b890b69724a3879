"""Tables of collections, documents, pages and passages, for SQLite and PostgreSQL alike."""

from sqlalchemy import JSON, Column, Float, ForeignKey, Integer, MetaData, String, Table, Text

metadata = MetaData()

collections = Table(
    "collections",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("title", String(200), nullable=False, unique=True),
    Column("embedder", String(200), nullable=False),
    Column("dimension", Integer),
    Column("created", Float, nullable=False),
    Column("description", Text),
)

documents = Table(
    "documents",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("collection_id", ForeignKey("collections.id"), nullable=False, index=True),
    Column("name", String(200), nullable=False),
    Column("label", String(220), nullable=False, unique=True),
    Column("bytes", Integer, nullable=False),
    Column("state", String(20), nullable=False),
    Column("warnings", JSON, nullable=False),
    Column("pages_without_text", JSON, nullable=False),
    Column("created", Float, nullable=False),
    Column("unreadable", JSON),  # page numbers
    Column("ocr", JSON),
    Column("moving", String(40)),  # while it moves, the other collection that may hold parts of it
)

pages = Table(
    "pages",
    metadata,
    Column("document_id", ForeignKey("documents.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("label", String(100)),
    Column("text", Text, nullable=False),
    Column("flaw", String(20)),
    Column("reader", String(20)),
)

passages = Table(
    "passages",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("document_id", ForeignKey("documents.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("page", Integer, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("start", Integer, nullable=False),
    Column("end", Integer, nullable=False),
    Column("text", Text, nullable=False),
)
