"""Brings a catalog that an earlier version made up to this one's tables: what is new is nullable, and added."""

from sqlalchemy import Engine, inspect
from sqlalchemy.schema import CreateColumn

from selfrag.threads.tables import metadata


def upgrade(engine: Engine) -> None:
    """Make the tables that are missing, and add the columns that older ones lack; rows stay as they are."""
    metadata.create_all(engine)
    there = inspect(engine)
    with engine.begin() as db:
        for table in metadata.sorted_tables:
            known = {column["name"] for column in there.get_columns(table.name)}
            for column in table.columns:
                if column.name not in known:
                    definition = CreateColumn(column).compile(dialect=engine.dialect)
                    db.exec_driver_sql(f"ALTER TABLE {table.name} ADD COLUMN {definition}")
