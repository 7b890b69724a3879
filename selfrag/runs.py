"""Runs belong to the server, not to a browser tab: a worker thread drives each one into a buffer of events."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from selfrag.errors import RunStopped, ThreadBusy
from selfrag.sentences import sentence

BROKE_OFF = sentence(
    "This broke off because of a fault in the program; the log says more. Continue it, or begin it again."
)


@dataclass(frozen=True)
class NodeStarted:
    """A node begins; text streamed before it is superseded when it writes."""

    node: str


@dataclass(frozen=True)
class Token:
    """A piece of the answer."""

    text: str


@dataclass(frozen=True)
class Waiting:
    """The model server asked to wait for so many seconds before the next attempt, on `time.monotonic()` until then."""

    seconds: float
    until: float


@dataclass(frozen=True)
class StepDone:
    """A node ended with this record (graph.state.Step)."""

    step: dict[str, Any]


@dataclass(frozen=True)
class FileProgress:
    """A file moved on: `done` of `total` units in `stage`."""

    file: str
    stage: str
    done: int = 0
    total: int = 0


@dataclass(frozen=True)
class FileDone:
    """A file ended with this result (contract of `ingest`)."""

    result: dict[str, Any]


@dataclass(frozen=True)
class Ended:
    """The last event: the status, and the sentence for the person when it failed."""

    status: str
    error: str | None = None


WRITERS = ("write_answer", "answer_directly")
Event = NodeStarted | Token | Waiting | StepDone | FileProgress | FileDone | Ended


class Run:
    """A buffer of events that any number of pages may follow from its beginning."""

    def __init__(self, key: str) -> None:
        self.key = key
        self._events: list[Event] = []
        self._news = threading.Condition()
        self._stop = threading.Event()
        self.cut_off = False  # whether it is stopped because the program ends, which nobody asked of it

    def emit(self, event: Event) -> None:
        """Append an event and wake the followers."""
        with self._news:
            self._events.append(event)
            self._news.notify_all()

    def progress(self, kind: str, **facts: Any) -> None:
        """`ports.Progress`: turns a node's news into events; raises RunStopped once a stop was asked for."""
        if self._stop.is_set():
            raise RunStopped
        if kind == "node":
            self.emit(NodeStarted(facts["node"]))
        elif kind == "token":
            self.emit(Token(facts["text"]))
        elif kind == "waiting":
            self.emit(Waiting(facts["seconds"], time.monotonic() + facts["seconds"]))

    def stop(self) -> None:
        """Ask the run to end at its next sign of life; whoever waits for a model gives one several times a second."""
        self._stop.set()

    @property
    def stopping(self) -> bool:
        """Whether a stop was asked for."""
        return self._stop.is_set()

    @property
    def ended(self) -> Ended | None:
        """The last event, once there is one."""
        last = self._events[-1] if self._events else None
        return last if isinstance(last, Ended) else None

    def events(self) -> list[Event]:
        """All events so far."""
        return list(self._events)

    def text(self) -> str:
        """What the writer wrote since it began last."""
        return written(self._events)

    def follow(self) -> Iterator[Event]:
        """Every event from the first to `Ended`."""
        return (event for events in self.batches() for event in events)

    def batches(self, beat: float | None = None) -> Iterator[list[Event]]:
        """As `follow`, all that is new at a time; nothing after `beat` seconds of silence, so that a page can go on."""
        position = 0
        while True:
            with self._news:
                self._news.wait_for(lambda seen=position: len(self._events) > seen, beat)  # type: ignore[misc]
                fresh = self._events[position:]
            position += len(fresh)
            yield fresh
            if fresh and isinstance(fresh[-1], Ended):
                return

    def wait(self, seconds: float | None = None) -> Ended | None:
        """Block until the run ends, or for so many seconds."""
        with self._news:
            self._news.wait_for(lambda: self.ended is not None, seconds)
        return self.ended


KEPT = 20  # ended runs whose events a page may still want to draw


class Runs:
    """The runs of this process, by key; at most one alive for each."""

    def __init__(self) -> None:
        self._runs: dict[str, Run] = {}
        self._lock = threading.Lock()

    def start(self, key: str, work: Callable[[Run], Ended]) -> Run:
        """Run `work` in a thread of its own. Raises ThreadBusy while the last run of that key is alive."""
        run = Run(key)
        with self._lock:
            last = self._runs.get(key)
            if last is not None and last.ended is None:
                raise ThreadBusy("This thread is being worked on right now: wait for it to pause or finish.")
            self._runs[key] = run
            ended = [old for old, each in self._runs.items() if each.ended is not None]
            for old in ended[:-KEPT]:
                del self._runs[old]
        try:
            threading.Thread(target=_drive, args=(run, work), daemon=True, name=f"run-{key}").start()
        except BaseException:  # the machine has no room for a thread: it would count as alive for ever
            run.emit(Ended("failed", BROKE_OFF))
            raise
        return run

    def get(self, key: str) -> Run | None:
        """The newest run of that key, alive or ended."""
        return self._runs.get(key)

    def end(self, seconds: float) -> None:
        """Ask every run to stop, and give them that long together."""
        runs, deadline = self.alive(), time.monotonic() + seconds
        for run in runs:
            run.cut_off = True
            run.stop()
        for run in runs:
            run.wait(max(0.0, deadline - time.monotonic()))

    @contextmanager
    def idle(self) -> Iterator[None]:
        """Nothing runs within the block, and nothing starts. Raises ThreadBusy while something does."""
        with self._lock:
            if self.alive():
                raise ThreadBusy(
                    "Something is being worked on right now: wait until it is done, or stop it, then save."
                )
            yield

    def alive(self) -> list[Run]:
        """Runs that have not ended."""
        return [run for run in self._runs.values() if run.ended is None]


def written(events: list[Event]) -> str:
    """The text streamed since the last writing node began."""
    text: list[str] = []
    for event in events:
        if isinstance(event, NodeStarted) and event.node in WRITERS:
            text.clear()
        elif isinstance(event, Token):
            text.append(event.text)
    return "".join(text)


def _drive(run: Run, work: Callable[[Run], Ended]) -> None:
    ended = Ended("failed", BROKE_OFF)
    try:
        ended = work(run)
    finally:
        run.emit(ended)
