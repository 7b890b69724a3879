"""The processes that read one file with one library, as many as are worth their start."""

import json
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import Any

import selfrag
from selfrag.documents.pdf.child import Request
from selfrag.documents.pdf.slots import Slots

SLOTS = Slots()

_AHEAD = 3
"""Pages asked of a child before it answers, so that it never waits for the next."""
_WORTH = 0.4
"""Seconds of work left to each child from which on another one pays for its start."""
_BEAT = 0.25
"""Seconds without news after which whoever waits may stop the work."""
_MOST_CRASHES = 3
_HOME = Path(selfrag.__file__).parents[1]

_Answers = SimpleQueue[tuple["Child", Any]]


class Child:
    """A process of `selfrag.documents.pdf.child`. Its answers go into a queue with it, and None when it has ended.

    `asked` are the pages it owes, in order, and `since` the time of its last answer.
    """

    def __init__(self, request: Request, answers: _Answers) -> None:
        self.asked: deque[int] = deque()
        self.since = monotonic()
        command = [sys.executable, "-m", "selfrag.documents.pdf.child"]
        self._process = subprocess.Popen(
            command, cwd=_HOME, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self._thread = Thread(target=self._follow, args=[answers], name="reader", daemon=True)
        self._thread.start()
        self._write(json.dumps(request))

    def ask(self, number: int) -> None:
        """Have a page read after those asked for before."""
        self.asked.append(number)
        self._write(str(number))

    def close(self) -> None:
        """Kill it; returns when nothing of it is left."""
        self._process.kill()
        self._process.wait()
        self._thread.join()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe
            with suppress(BrokenPipeError):
                pipe.close()

    def _write(self, line: str) -> None:
        assert self._process.stdin
        with suppress(BrokenPipeError):  # it has died, and that is told in its place
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()

    def _follow(self, answers: _Answers) -> None:
        assert self._process.stdout
        with suppress(ValueError):
            for line in self._process.stdout:
                answers.put((self, json.loads(line)))
        answers.put((self, None))


class Crashes(Exception):
    """Too many children died."""


class OutOfTime(Exception):
    """Reading took too long."""


class Crew:
    """Reads pages of one file; `beat` is called now and then while there is no news, and may raise to stop.

    `seconds` is what reading may take, time spent waiting for other files aside.
    """

    def __init__(self, request: Request, seconds: float, beat: Callable[[], None]) -> None:
        self._request, self._beat = request, beat
        self.deadline = monotonic() + seconds
        self._children: list[Child] = []
        self._answers: _Answers = SimpleQueue()
        self._left: deque[int] | None = None
        self._crashes = self._done = 0
        self._busy = 0.0

    def read(self, only: Sequence[int] | None = None) -> Generator[Any]:
        """The answers: pages in any order, all or `only` some; `{"died": number}` for one that killed its child.

        Raises Crashes or OutOfTime. Close it to end the children.
        """
        try:
            while self._left is None or self._left or any(child.asked for child in self._children):
                self._hire()
                child, answer = self._next()
                if answer is None:
                    yield from self._bury(child)
                    continue
                yield answer
                if "pages" in answer and self._left is None:
                    self._left = deque(only or range(1, answer["pages"] + 1))
                elif "number" in answer:
                    child.asked.popleft()
                    self._done += 1
                    self._busy += monotonic() - child.since
                child.since = monotonic()
                self._go_on(child)
        finally:
            while self._children:
                self._dismiss(self._children[-1])

    def _hire(self) -> None:
        """The first child, or another where that is worth it and a slot is to spare."""
        if not self._children:
            waiting = monotonic()
            while not SLOTS.take(_BEAT):
                self._beat()
            self.deadline += monotonic() - waiting
        elif self._seconds_left() < _WORTH * len(self._children) or not SLOTS.take_spare():
            return
        try:
            self._children.append(Child(self._request, self._answers))
        except BaseException:
            SLOTS.give_back()
            raise

    def _seconds_left(self) -> float:
        """Of work for one child, as far as the pages before can tell."""
        return len(self._left or ()) * self._busy / max(1, self._done)

    def _next(self) -> tuple[Child, Any]:
        while True:
            remaining = self.deadline - monotonic()
            if remaining <= 0:
                raise OutOfTime
            try:
                child, answer = self._answers.get(timeout=min(_BEAT, remaining))
            except Empty:
                self._beat()
                continue
            if child in self._children:
                return child, answer

    def _go_on(self, child: Child) -> None:
        """More pages for a child; its end where none are left, or another file has no child at all."""
        alone = len(self._children) == 1
        if alone or not SLOTS.are_wanted():
            while self._left and len(child.asked) < _AHEAD:
                child.ask(self._left.popleft())
        if not child.asked and not alone:
            self._dismiss(child)

    def _bury(self, child: Child) -> Iterator[Any]:
        """The page a dead child was at is lost; those it was asked for beside that are left for another."""
        self._dismiss(child)
        self._crashes += 1
        if self._left is None or self._crashes > _MOST_CRASHES:
            raise Crashes
        if child.asked:
            yield {"died": child.asked.popleft()}
            self._left.extendleft(reversed(child.asked))

    def _dismiss(self, child: Child) -> None:
        self._children.remove(child)
        child.close()
        SLOTS.give_back()
