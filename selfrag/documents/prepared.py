"""Tables made ready: those that are missing, and in older ones the columns that came later."""

from sqlalchemy import Column, Engine, MetaData, inspect
from sqlalchemy.schema import CreateColumn


def prepare(engine: Engine, metadata: MetaData) -> None:
    """Make the missing tables; add missing nullable columns to those that an earlier version made."""
    metadata.create_all(engine)
    there = inspect(engine)
    for table in metadata.sorted_tables:
        known = {column["name"] for column in there.get_columns(table.name)}
        for column in table.columns:
            if column.nullable and column.name not in known:
                _add(engine, column)


def _add(engine: Engine, column: Column[object]) -> None:
    table = engine.dialect.identifier_preparer.format_table(column.table)
    definition = CreateColumn(column).compile(dialect=engine.dialect)
    with engine.begin() as db:
        db.exec_driver_sql(f"ALTER TABLE {table} ADD COLUMN {definition}")
