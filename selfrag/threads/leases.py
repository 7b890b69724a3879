"""One run per thread: a row that its owner keeps fresh, and that expires by itself where the owner is gone."""

import itertools
import os
import socket
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from sqlalchemy import Engine, delete, insert, select, update
from sqlalchemy.exc import IntegrityError, OperationalError

from selfrag.errors import ThreadBusy
from selfrag.threads.tables import leases

SECONDS = 20.0
_HOST = socket.gethostname().replace(":", "")[:30]
_BIRTH = uuid.uuid4().hex[:8]  # of this process: a container begins each of its lives with the same number
_count = itertools.count()


class Lease:
    """A thread held by this process. `lost` once somebody else may hold it, since its owner slept through its end."""

    def __init__(self, engine: Engine, thread_id: str, owner: str, until: float) -> None:
        self._engine = engine
        self._mine = (leases.c.thread_id == thread_id) & (leases.c.owner == owner)
        self._until = until
        self._lost = False

    @property
    def lost(self) -> bool:
        """Whether whoever holds this must stop. A lease that ran out and that nobody took is taken up again."""
        if not self._lost and time.time() >= self._until:
            self.renew()
        return self._lost

    def renew(self) -> None:
        """Hold it for `SECONDS` more. A database that is busy changes nothing: nobody else can take it then either."""
        until = time.time() + SECONDS
        with suppress(OperationalError), self._engine.begin() as db:
            self._lost = db.execute(update(leases).where(self._mine).values(expires=until)).rowcount == 0
            self._until = until

    def give_back(self) -> None:
        """Let others hold the thread; where the database is too busy for that, the lease runs out by itself."""
        with suppress(OperationalError), self._engine.begin() as db:
            db.execute(delete(leases).where(self._mine))


class Leases:
    """The leases of this process; a heartbeat renews them while they are held."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._owner = f"{_HOST}:{os.getpid()}:{_BIRTH}.{next(_count)}"

    @contextmanager
    def hold(self, thread_id: str) -> Iterator[Lease]:
        """Hold the thread for the length of the block. Raises ThreadBusy when somebody else does."""
        lease = self._take(thread_id)
        done = threading.Event()
        heart = threading.Thread(target=_beat, args=(lease, done), daemon=True, name="lease")
        heart.start()
        try:
            yield lease
        finally:
            done.set()
            heart.join()
            lease.give_back()

    def elsewhere(self, thread_id: str) -> str:
        """Who else holds the thread, as host:process; empty where nobody does who is still alive."""
        live = (leases.c.thread_id == thread_id) & (leases.c.expires >= time.time()) & (leases.c.owner != self._owner)
        with self._engine.connect() as db:
            owner = db.execute(select(leases.c.owner).where(live)).scalar()
        return "" if owner is None or _is_dead(owner) else ":".join(owner.split(":")[:2])

    def clear_dead(self) -> None:
        """Drop the leases that ran out, and those of processes of this machine that are gone."""
        with self._engine.begin() as db:
            db.execute(delete(leases).where(leases.c.expires < time.time()))
            for owner in db.execute(select(leases.c.owner).distinct()).scalars().all():
                if _is_dead(owner):
                    db.execute(delete(leases).where(leases.c.owner == owner))

    def _take(self, thread_id: str) -> Lease:
        now = time.time()
        here = leases.c.thread_id == thread_id
        try:
            with self._engine.begin() as db:
                db.execute(delete(leases).where(here & (leases.c.expires < now)))
                holder = db.execute(select(leases.c.owner).where(here)).scalar()
                if holder is not None and _is_dead(holder):
                    db.execute(delete(leases).where(here & (leases.c.owner == holder)))
                db.execute(insert(leases).values(thread_id=thread_id, owner=self._owner, expires=now + SECONDS))
        except IntegrityError as error:
            raise ThreadBusy("This thread is being worked on right now: wait for it to pause or finish.") from error
        return Lease(self._engine, thread_id, self._owner, now + SECONDS)


def _beat(lease: Lease, done: threading.Event) -> None:
    while not done.wait(SECONDS / 4):
        lease.renew()


def _is_dead(owner: str) -> bool:
    """Whether it was a process of this machine that has ended; one of another machine is told by the clock alone."""
    host, pid, birth = [*owner.split(":"), "", ""][:3]
    if host != _HOST or not pid.isdecimal() or os.name == "nt":  # a signal 0 would end a process on Windows
        return False
    if int(pid) == os.getpid():
        return birth.split(".")[0] != _BIRTH
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return True
    except OSError:
        return False
    return False
