"""One run per thread: a row that its owner keeps fresh and that expires with it."""

import os
import socket
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from sqlalchemy import Engine, delete, insert, update
from sqlalchemy.exc import IntegrityError, OperationalError

from selfrag.errors import ThreadBusy
from selfrag.threads.tables import leases

SECONDS = 20.0


class Leases:
    """The leases of this process; a heartbeat renews them while they are held."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._owner = f"{socket.gethostname()[:30]}:{os.getpid()}:{uuid.uuid4().hex[:8]}"

    @contextmanager
    def hold(self, thread_id: str) -> Iterator[None]:
        """Hold the thread for the length of the block. Raises ThreadBusy when somebody else does."""
        self._take(thread_id)
        done = threading.Event()
        heart = threading.Thread(target=self._beat, args=(thread_id, done), daemon=True, name="lease")
        heart.start()
        try:
            yield
        finally:
            done.set()
            heart.join()
            with self._engine.begin() as db:
                mine = (leases.c.thread_id == thread_id) & (leases.c.owner == self._owner)
                db.execute(delete(leases).where(mine))

    def clear(self) -> None:
        """Drop every lease: only for the one process that owns the data directory, when it starts."""
        with self._engine.begin() as db:
            db.execute(delete(leases))

    def _take(self, thread_id: str) -> None:
        now = time.time()
        try:
            with self._engine.begin() as db:
                db.execute(delete(leases).where((leases.c.thread_id == thread_id) & (leases.c.expires < now)))
                db.execute(insert(leases).values(thread_id=thread_id, owner=self._owner, expires=now + SECONDS))
        except IntegrityError as error:
            raise ThreadBusy("This thread is being worked on right now: wait for it to pause or finish.") from error

    def _beat(self, thread_id: str, done: threading.Event) -> None:
        mine = (leases.c.thread_id == thread_id) & (leases.c.owner == self._owner)
        while not done.wait(SECONDS / 4):
            with suppress(OperationalError), self._engine.begin() as db:  # a busy database: the next beat is in time
                db.execute(update(leases).where(mine).values(expires=time.time() + SECONDS))
