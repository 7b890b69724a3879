"""The processes that recognise the pages of one file, as many as there are cores to spare."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from tempfile import TemporaryDirectory
from threading import Event, Lock, Thread, Timer
from time import monotonic

import selfrag
from selfrag.documents.ocr.child import DRAWING_SECONDS, Request
from selfrag.documents.pdf.slots import Slots, cores

Progress = Callable[[int, int], None]

_BEAT = 0.2
_GRACE = 1.0
_HOME = Path(selfrag.__file__).parents[1]
_SLOTS = Slots()
"""Beside those of the readers: what takes minutes holds up no file that has its text."""


class OcrCrew:
    """Recognises pages of one file."""

    def __init__(self, request: Request, numbers: Sequence[int]) -> None:
        self._request, self._total = request, len(numbers)
        self._todo: SimpleQueue[int] = SimpleQueue()
        self._found: SimpleQueue[tuple[int, str]] = SimpleQueue()
        self._stop, self._begun = Event(), Event()
        self._children: set[subprocess.Popen[bytes]] = set()
        self._lock = Lock()
        for number in numbers:
            self._todo.put(number)

    def all(self, seconds: float, progress: Progress) -> dict[int, str]:
        """Texts by page, as many as the seconds allow; they count from when it is this file's turn."""
        found: dict[int, str] = {}
        workers = [
            Thread(target=self._work, args=[number == 0], name="ocr") for number in range(min(cores(), self._total))
        ]
        deadline = float("inf")
        progress(0, self._total)
        for worker in workers:
            worker.start()
        try:
            while len(found) < self._total and monotonic() < deadline:
                with suppress(Empty):
                    number, text = self._found.get(timeout=_BEAT)
                    found[number] = text
                if self._begun.is_set() and deadline == float("inf"):
                    deadline = monotonic() + seconds
                progress(len(found), self._total)
        finally:
            self._stop.set()
            with self._lock:
                left = list(self._children)
            for child in left:
                _end(child)
            for worker in workers:
                worker.join()
        return found

    def _work(self, first: bool) -> None:
        """Pages, until there are no more; all but the file's first worker give way to other files."""
        while not self._is_over():
            if not _SLOTS.take(_BEAT):
                continue
            self._begun.set()
            try:
                while not self._is_over():
                    self._with_child()
                    if not first and _SLOTS.are_wanted():
                        break
            finally:
                _SLOTS.give_back()

    def _is_over(self) -> bool:
        return self._stop.is_set() or self._todo.empty()

    def _with_child(self) -> None:
        """Pages, until there are no more or one takes the child with it."""
        command = [sys.executable, "-m", "selfrag.documents.ocr.child"]
        with (
            TemporaryDirectory(prefix="selfrag-ocr-", ignore_cleanup_errors=True) as folder,
            suppress(BrokenPipeError),
            subprocess.Popen(
                command, cwd=_HOME, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                start_new_session=True,
            ) as child,
        ):  # fmt: skip
            with self._lock:
                self._children.add(child)
            try:
                self._ask(child, {**self._request, "folder": folder})
            finally:
                with self._lock:
                    self._children.discard(child)
                assert child.stdin
                with suppress(BrokenPipeError):
                    child.stdin.close()  # which ends a child that waits for more
                _end(child)

    def _ask(self, child: subprocess.Popen[bytes], request: Request) -> None:
        """One page after another, while the child answers."""
        assert child.stdin and child.stdout
        child.stdin.write(json.dumps(request).encode() + b"\n")
        while not self._stop.is_set():
            try:
                number = self._todo.get_nowait()
            except Empty:
                return
            answer = self._answer(child, number)
            if self._stop.is_set():
                return
            self._found.put((number, json.loads(answer)["text"] if answer else ""))
            if not answer:
                return

    def _answer(self, child: subprocess.Popen[bytes], number: int) -> bytes:
        """What the child says to a page; nothing where it dies of it or takes too long."""
        assert child.stdin and child.stdout
        timer = Timer(self._request["seconds"] + DRAWING_SECONDS, _end, [child])
        timer.start()
        try:
            child.stdin.write(b"%d\n" % number)
            child.stdin.flush()
            line = child.stdout.readline()
        except BrokenPipeError:
            return b""
        finally:
            timer.cancel()
        return line if line.endswith(b"\n") else b""


def _end(child: subprocess.Popen[bytes]) -> None:
    """End the child and the Tesseract that it may have started; it is asked first, so that it leaves no zombie."""
    if sys.platform == "win32":
        child.kill()
        return
    for how in (signal.SIGTERM, signal.SIGKILL):
        if child.poll() is None:
            with suppress(ProcessLookupError):
                os.killpg(child.pid, how)
        with suppress(subprocess.TimeoutExpired):
            child.wait(_GRACE)
