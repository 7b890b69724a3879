"""Tables of the catalog, for SQLite and PostgreSQL alike."""

from sqlalchemy import JSON, Column, Float, ForeignKey, Integer, MetaData, String, Table

metadata = MetaData()

threads = Table(
    "threads",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("title", String(200), nullable=False),
    Column("strategy", String(20), nullable=False),
    Column("policy", String(20), nullable=False),
    Column("status", String(20), nullable=False, index=True),
    Column("created", Float, nullable=False),
    Column("updated", Float, nullable=False, index=True),
)

questions = Table(
    "questions",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("thread_id", ForeignKey("threads.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("seq", Integer, nullable=False),
    Column("question", String, nullable=False),
    Column("sources", JSON, nullable=False),
    Column("history", JSON, nullable=False),
    Column("policy", String(20), nullable=False),
    Column("status", String(20), nullable=False),
    Column("record", JSON, nullable=False),
    Column("error", String),
    Column("created", Float, nullable=False),
    Column("updated", Float, nullable=False),
)

reviews = Table(
    "reviews",
    metadata,
    Column("id", String(60), primary_key=True),
    Column("thread_id", ForeignKey("threads.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("payload", JSON, nullable=False),
    Column("draft", JSON),
    Column("decision", JSON),
    Column("decided_by", String(20)),
    Column("created", Float, nullable=False),
    Column("decided", Float),
)

leases = Table(
    "leases",
    metadata,
    Column("thread_id", String(40), primary_key=True),
    Column("owner", String(80), nullable=False),
    Column("expires", Float, nullable=False),
)

preferences = Table(
    "preferences",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", String(1000), nullable=False),
)
