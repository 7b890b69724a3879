"""Brings a catalog that an earlier version made up to this one's tables: what is new is nullable, and added."""

from typing import Any

from sqlalchemy import Column, Engine, Table, inspect
from sqlalchemy.exc import DBAPIError
from sqlalchemy.schema import CreateColumn

from selfrag.threads.tables import metadata


def upgrade(engine: Engine) -> None:
    """Make the tables that are missing, and add the columns that older ones lack; rows stay as they are.

    Another server may do the same at the same time.
    """
    for table in metadata.sorted_tables:
        _make(engine, table)
        for column in table.columns:
            if not _has(engine, table, column):
                _add(engine, table, column)


def _make(engine: Engine, table: Table) -> None:
    try:
        table.create(engine, checkfirst=True)
    except DBAPIError:
        if not inspect(engine).has_table(table.name):
            raise


def _add(engine: Engine, table: Table, column: Column[Any]) -> None:
    definition = CreateColumn(column).compile(dialect=engine.dialect)
    try:
        with engine.begin() as db:
            db.exec_driver_sql(f"ALTER TABLE {table.name} ADD COLUMN {definition}")
    except DBAPIError:
        if not _has(engine, table, column):
            raise


def _has(engine: Engine, table: Table, column: Column[Any]) -> bool:
    return column.name in {known["name"] for known in inspect(engine).get_columns(table.name)}
