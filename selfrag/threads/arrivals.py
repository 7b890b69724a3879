"""Files on their way in, so that those of a process that died can be named. Every method is one transaction."""

import uuid
from collections.abc import Sequence

from sqlalchemy import Engine, delete, insert, select, update

from selfrag.threads.tables import arrivals


class Arrivals:
    """Reads and writes them, by the run that brings them in."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def expect(self, run: str, files: Sequence[str]) -> None:
        """Files of these names are on their way; lost ones of the same names are lost no more."""
        rows = [{"id": uuid.uuid4().hex, "run": run, "file": file, "lost": False} for file in files]
        with self._engine.begin() as db:
            for file in dict.fromkeys(files):
                db.execute(delete(arrivals).where(arrivals.c.lost, arrivals.c.file == file))
            if rows:
                db.execute(insert(arrivals), rows)

    def ended(self, run: str, file: str | None = None) -> None:
        """One file of that name, or whatever the run had left, is on its way no more."""
        ids = select(arrivals.c.id).where(arrivals.c.run == run)
        if file is not None:
            ids = ids.where(arrivals.c.file == file).limit(1)
        with self._engine.begin() as db:
            db.execute(delete(arrivals).where(arrivals.c.id.in_(ids)))

    def lose(self) -> None:
        """After a start: nobody brings in what is still on its way."""
        with self._engine.begin() as db:
            db.execute(update(arrivals).values(lost=True))

    def lost(self) -> list[str]:
        """Names of what was lost."""
        with self._engine.connect() as db:
            return list(db.scalars(select(arrivals.c.file).where(arrivals.c.lost).order_by(arrivals.c.file)))

    def forget(self) -> None:
        """Name no lost file any more."""
        with self._engine.begin() as db:
            db.execute(delete(arrivals).where(arrivals.c.lost))
