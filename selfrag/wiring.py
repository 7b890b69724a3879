"""The only place that names concrete backends: settings in, a service out."""

from pathlib import Path

from sqlalchemy import Engine, create_engine, event


def open_engine(path: Path) -> Engine:
    """A SQLite engine that many threads may use at once."""
    engine = create_engine(f"sqlite:///{path}", connect_args={"timeout": 10})

    @event.listens_for(engine, "connect")
    def _prepare(connection, record) -> None:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=NORMAL")
        connection.execute("PRAGMA foreign_keys=ON")

    return engine
