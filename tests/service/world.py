"""A world in which servers die, models fail and documents vanish, and what is known to have happened in it."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from sqlalchemy import event, update

from selfrag.errors import ModelUnreachable
from selfrag.graph.strategies.session import Session
from selfrag.ports import Passage, Progress
from selfrag.service import Desk, Service
from selfrag.threads import leases as leases_module
from selfrag.threads.tables import leases
from tests.fakes import FakeWriter, shelf
from tests.service.desks import make_desk

PASSAGES = ("aaaa:1:0", "bbbb:2:0", "cccc:3:0", "dddd:4:0", "eeee:5:0")


class Killed(BaseException):
    """The process is no more; nothing in it may catch this and go on."""


@dataclass
class Fate:
    """What befalls the next request: `die`, `stop` or `fail` as its node number `left` begins, or death (`cut`) at its
    statement number `left` to the catalog."""

    kind: str = ""
    left: int = 0
    fired: bool = False

    def strikes(self, *kinds: str) -> bool:
        """Whether one of these happens now."""
        if self.fired or self.kind not in kinds:
            return False
        self.left -= 1
        self.fired = self.left < 0
        return self.fired


@dataclass
class Writer(FakeWriter):
    """Remembers what there was to read, each time that it wrote."""

    there: list[set[str]] = field(default_factory=list)
    stored: dict[str, Passage] = field(default_factory=dict)

    def write(self, question: str, passages: Sequence[Passage], feedback: str = "") -> Iterator[str]:
        self.there.append(set(self.stored))
        yield from super().write(question, passages, feedback)


class Mortal(Desk):
    """A server's desk; fate strikes as a node begins."""

    world: ClassVar["World"]

    def session(self, thread_id: str, strategy: str, progress: Progress) -> Session:
        def tell(kind: str, **facts: Any) -> None:
            if kind == "node":
                self.world.node_begins(self, thread_id)
            progress(kind, **facts)

        return super().session(thread_id, strategy, tell)


class World:
    """Two servers on one data directory: the owner, which fate may strike, and one beside it."""

    def __init__(self, folder: Path) -> None:
        Mortal.world = self
        self.folder, self.fate, self.dead = folder, Fate(), False
        self.ports = shelf(*PASSAGES)
        self.ports.writer = self.writer = Writer(stored=self.ports.passages.stored)
        self.owner = self._open(own=True)
        self.beside = self._open(own=False)

    def _open(self, *, own: bool) -> Service:
        desk = make_desk(self.folder, self.ports, Mortal, own=own)
        if own:
            self.dead = False
            event.listen(desk.engine, "before_cursor_execute", lambda *_: self._statement(desk))
        return Service(desk)

    def _statement(self, desk: Desk) -> None:
        if desk is self.owner_desk and (self.dead or self.fate.strikes("cut")):
            self._die(desk)

    @property
    def owner_desk(self) -> Desk | None:
        return self.owner.desk if hasattr(self, "owner") else None

    def node_begins(self, desk: Desk, thread_id: str) -> None:
        if desk is not self.owner_desk:
            return
        if self.dead or self.fate.strikes("die"):
            self._die(desk)
        elif self.fate.strikes("stop"):
            self.owner.stop(thread_id)
        elif self.fate.strikes("fail"):
            raise ModelUnreachable("The model does not answer.")

    def _die(self, desk: Desk) -> None:
        self.dead = True
        with desk.checkpointer.lock:
            desk.checkpointer.conn.close()
        raise Killed

    def restart(self) -> None:
        """Start the owner anew; where it was not dead, it is closed as it should be."""
        old = self.owner.desk
        if self.dead:
            for run in old.runs.alive():
                run.wait(120)
            old.engine.dispose()
            old.ownership.give_back()
        else:
            self.owner.close()
        self.fate = Fate()
        del self.owner
        self.owner = self._open(own=True)
        with self.owner.desk.engine.begin() as db:  # its process number would be gone
            gone = f"{leases_module._HOST}:{os.getpid()}:gone.0"
            db.execute(update(leases).where(leases.c.owner != self.beside.desk.leases._owner).values(owner=gone))
        self.owner.recover()

    def forget(self, passage_id: str) -> None:
        """Delete a document, here of one passage."""
        self.ports.passages.forget(passage_id)
        self.ports.search.ids.remove(passage_id)

    def close(self) -> None:
        if self.dead:
            self.restart()
        self.beside.close()
        self.owner.close()
