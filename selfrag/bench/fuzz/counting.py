"""Counts how mutated PDFs end, on all cores, each in a process that may be lost."""

import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import Queue
from random import Random
from tempfile import TemporaryDirectory
from threading import Timer
from typing import Any

import selfrag
from selfrag.bench.fuzz.mutations import mutated
from selfrag.bench.fuzz.originals import originals
from selfrag.bench.fuzz.worker import Outcome

_SLACK = 5
"""Seconds over the limit after which a file counts as a hang: starting processes takes time on a busy machine."""


@dataclass(frozen=True)
class Load:
    """The files numbered from `first` on, drawn from `seed`; `limit_seconds` is what the reader may take for each."""

    count: int = 200
    seed: int = 0
    first: int = 1
    limit_seconds: int = 10


@dataclass(frozen=True)
class _Ended:
    number: int
    original: str
    outcome: Outcome


def make(seed: int, number: int) -> tuple[str, bytes]:
    """The name of the file that was mutated, and what became of it; always the same."""
    files = originals()
    chance = Random(f"{seed}:{number}")
    name, pdf = chance.choice(files)
    return name, mutated(pdf, [other for _, other in files], chance)


def measure(load: Load, keep: Path | None, say: Callable[[str], None]) -> dict[str, Any]:
    """Counts by state and reason, the slowest file, and whether nothing went wrong.

    Offenders are written into the folder `keep`.
    """
    began = time.monotonic()
    ended = []
    for each in _read_all(load):
        ended.append(each)
        if fault := _offence(each.outcome):
            say(f"seed {load.seed}, number {each.number} ({each.original}): {fault}")
            if keep:
                keep.mkdir(parents=True, exist_ok=True)
                (keep / f"{load.seed}-{each.number}.pdf").write_bytes(make(load.seed, each.number)[1])
        if len(ended) % 200 == 0:
            say(f"{len(ended)} of {load.count}")
    return _report(load, ended, time.monotonic() - began)


def as_table(report: dict[str, Any]) -> str:
    """States, reasons, offences and the slowest file, a line each."""
    slowest = report["slowest"]
    return "\n".join(
        [
            f"{report['count']} mutated PDFs, seed {report['seed']}, {report['seconds']:.0f} s",
            *(f"{count:>6}  {state}" for state, count in report["states"].items()),
            *(f"{count:>6}    {reason}" for reason, count in report["reasons"].items()),
            f"slowest: number {slowest['number']} ({slowest['original']}), {slowest['seconds']:.1f} s "
            f"of at most {report['limit_seconds']}",
            f"{'met' if report['met'] else 'MISSED'}  dead parents {report['dead_parents']}, hangs {report['hangs']}, "
            f"tracebacks {report['tracebacks']}, without a reason {report['without_reason']}",
        ]
    )


def _read_all(load: Load) -> Iterator[_Ended]:
    """Each file as it ends."""
    cores = os.cpu_count() or 1
    with TemporaryDirectory(prefix="selfrag-fuzz-", ignore_cleanup_errors=True) as folder:
        desks: Queue[Desk] = Queue()
        for index in range(cores):
            desks.put(Desk(Path(folder) / f"{index}.pdf", load.limit_seconds))

        def read(number: int) -> _Ended:
            original, pdf = make(load.seed, number)
            desk = desks.get()
            try:
                return _Ended(number, original, desk.read(pdf))
            finally:
                desks.put(desk)

        try:
            with ThreadPoolExecutor(cores) as pool:
                yield from pool.map(read, range(load.first, load.first + load.count))
        finally:
            for _ in range(cores):
                desks.get().close()


class Desk:
    """A process that reads one file after another; a new one comes where it is lost."""

    def __init__(self, path: Path, seconds: int) -> None:
        self._path, self._seconds = path, seconds
        self._process: subprocess.Popen[str] | None = None

    def read(self, pdf: bytes) -> Outcome:
        self._path.write_bytes(pdf)
        process = self._process = self._process or self._start()
        assert process.stdin and process.stdout
        late = Timer(self._seconds + _SLACK, process.kill)
        began = time.monotonic()
        late.start()
        try:
            process.stdin.write(f"{self._path}\n")
            process.stdin.flush()
            line = process.stdout.readline()
        except BrokenPipeError:
            line = ""
        finally:
            late.cancel()
        if line.endswith("\n"):
            outcome: Outcome = json.loads(line)
            return outcome
        self.close()
        seconds = time.monotonic() - began
        state = "hang" if seconds >= self._seconds + _SLACK else "dead"
        return Outcome(state=state, reasons=[], fault=f"The process that reads ended as {state}.", seconds=seconds)

    def close(self) -> None:
        if self._process:
            self._process.kill()
            self._process.communicate()
        self._process = None

    def _start(self) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "selfrag.bench.fuzz.worker", str(self._seconds)],
            cwd=Path(selfrag.__file__).parents[1], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True, encoding="utf-8",
        )  # fmt: skip


def _offence(outcome: Outcome) -> str:
    """What this file did that none may do."""
    if outcome["fault"]:
        return outcome["fault"]
    return "" if outcome["state"] == "ready" or outcome["reasons"] else "It ended without a reason."


def _report(load: Load, ended: list[_Ended], seconds: float) -> dict[str, Any]:
    states = Counter(each.outcome["state"] for each in ended)
    reasons = Counter(reason for each in ended for reason in each.outcome["reasons"])
    slowest = max(ended, key=lambda each: each.outcome["seconds"])
    offences = [each for each in ended if _offence(each.outcome)]
    return {
        "count": len(ended),
        "seed": load.seed,
        "first": load.first,
        "limit_seconds": load.limit_seconds,
        "states": {state: states[state] for state in ("ready", "partly_ready", "failed")},
        "reasons": dict(reasons.most_common()),
        "dead_parents": states["dead"],
        "hangs": states["hang"],
        "tracebacks": states["broken"],
        "without_reason": sum(not each.outcome["fault"] for each in offences),
        "offenders": [each.number for each in offences],
        "slowest": {
            "number": slowest.number, "original": slowest.original, "seconds": slowest.outcome["seconds"],
        },
        "seconds": round(seconds, 1),
        "met": not offences,
    }  # fmt: skip
