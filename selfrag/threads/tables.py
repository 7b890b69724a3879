"""Tables of the catalog, for SQLite and PostgreSQL alike."""

from sqlalchemy import JSON, Boolean, Column, Float, ForeignKey, Integer, MetaData, String, Table

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
    Column("draft_review", Boolean),
    Column("archived", Float),
    Column("forked_from", JSON),
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
    Column("draft_review", Boolean),
    Column("made_with", JSON),
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
    Column("decided_name", String(80)),
    Column("assigned", String(80)),
)

comments = Table(
    "comments",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("thread_id", ForeignKey("threads.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("review_id", String(60)),
    Column("who", String(80), nullable=False),
    Column("text", String, nullable=False),
    Column("created", Float, nullable=False),
)

feedback = Table(
    "feedback",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("thread_id", ForeignKey("threads.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("question_id", String(40), nullable=False, index=True),
    Column("kind", String(20), nullable=False),
    Column("sentence", Integer),
    Column("value", Integer, nullable=False),
    Column("who", String(80), nullable=False),
    Column("created", Float, nullable=False),
)

arrivals = Table(
    "arrivals",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("run", String(60), nullable=False, index=True),
    Column("file", String, nullable=False),
    Column("lost", Boolean, nullable=False),
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
