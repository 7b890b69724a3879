"""The table of what the web gave, for SQLite and PostgreSQL alike."""

from sqlalchemy import Column, Float, Integer, MetaData, String, Table, Text

metadata = MetaData()

web_results = Table(
    "web_results",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("thread_id", String(40), nullable=False, index=True),
    Column("document_id", String(64), nullable=False),
    Column("title", String(200), nullable=False),
    Column("url", String(2000), nullable=False),
    Column("start", Integer, nullable=False),
    Column("end", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("provider", String(300), nullable=False),
    Column("created", Float, nullable=False),
)
