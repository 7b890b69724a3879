"""Times both flows in one run, and says which budgets are met."""

import os
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import openai

from selfrag.bench.latency.apart import ServerApart, server_apart
from selfrag.bench.latency.budgets import Row, budgets
from selfrag.bench.latency.product import Timed, desk, time_question
from selfrag.bench.latency.script import Script
from selfrag.bench.latency.tutorial import time_tutorial
from selfrag.service import Service

GRADINGS = ("each", "together")
TIMES = ("to_review", "to_first_token", "to_verdicts", "whole")
AROUND_GRADING = 4  # the tutorial's calls besides its grades: embedding, answer, two checks


@dataclass(frozen=True)
class Load:
    """How slow the server is, how long its answers are, and how often each flow is timed.

    A call takes `latency_ms`, a streamed one `token_ms` more for each token after the first, and one that is not
    streamed `grader_token_ms` for each token.
    """

    latency_ms: float = 300
    token_ms: float = 10
    grader_token_ms: float = 0
    answer_tokens: int = 30  # writing is the same in both flows: from 55 on, even one without overhead misses 0.42
    repeat: int = 3


def measure(load: Load, ks: Sequence[int], progress: Callable[[str], None] = lambda line: None) -> dict[str, Any]:
    """Medians in seconds for each k and way of grading, and every budget with `met`. Raises SelfragError."""
    busy, script = _busy(), Script(load.answer_tokens)
    with server_apart(load.answer_tokens) as server, TemporaryDirectory(prefix="selfrag-latency-") as folder:
        bench = _Bench(server, script, Path(folder), load, progress)
        tutorials = {k: bench.tutorial(k) for k in ks}
        rows = [bench.product(k, grading, tutorials[k]) for k in ks for grading in GRADINGS]
    checked = [each.as_dict() for row in rows for each in budgets(row, tutorials[row["k"]])]
    return {
        **asdict(load),
        "machine_load": [busy, _busy()],
        "tutorial": list(tutorials.values()),
        "rows": rows,
        "budgets": checked,
        "met": all(each["met"] for each in checked),
    }


def _busy() -> float | None:
    """Processes that wanted a core in the last minute; None on a system that does not count them."""
    return round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None


@dataclass(frozen=True)
class _Bench:
    """Both flows against one server."""

    server: ServerApart
    script: Script
    folder: Path
    load: Load
    progress: Callable[[str], None]

    def tutorial(self, k: int) -> Row:
        """Medians of the sequential flow, and what it asked."""
        passages = [f"Passage {n}. {'The corkage fee is 20,000 won for each bottle. ' * 15}" for n in range(k)]
        with openai.OpenAI(base_url=self.server.url(), api_key="none", max_retries=0) as client:
            self._answer_at_once()
            time_tutorial(client, passages)
            self._answer_slowly()
            times = [time_tutorial(client, passages) for _ in range(self.load.repeat)]
        kinds = self.server.kinds()[-(k + AROUND_GRADING) :]
        middle = {name: _median([getattr(each, name) for each in times]) for name in times[0]._fields}
        self.progress(f"k {k}, one call after another: {middle['whole']:.3f} s")
        return {"k": k, **middle, "chat_calls": kinds.count("chat"), "embedding_calls": kinds.count("embed")}

    def product(self, k: int, grading: str, tutorial: Row) -> Row:
        """Medians of the product's flow, what it asked, and its own share at a server that answers at once."""
        with desk(self.folder, self.server, k, grading) as service:
            self._answer_at_once()
            time_question(service, self.server)
            quick = self._times(service)
            self._answer_slowly()
            times = self._times(service)
        middle = {name: _median([getattr(each, name) for each in times]) for name in TIMES}
        last, question = times[-1], _median([each.whole for each in quick])
        overhead = {"question": question, "step": round(question / last.steps, 4), "steps": last.steps}
        self.progress(f"k {k}, {grading}: {middle['whole']:.3f} s")
        return {
            "k": k,
            "grading": grading,
            "graded": last.graded,
            "tutorial": tutorial["whole"],
            "seconds": middle.pop("whole"),
            "ratio": round(_median([each.whole for each in times]) / tutorial["whole"], 3),
            **middle,
            "chat_calls": {kind: count for kind, count in last.calls.items() if kind != "embed"},
            "embedding_calls": last.calls["embed"],
            "overhead": {**overhead, "cpu": _median([each.cpu for each in quick])},
            "stray_characters": max(self.script.stray(each.seen) for each in [*quick, *times]),
        }

    def _times(self, service: Service) -> list[Timed]:
        return [time_question(service, self.server) for _ in range(self.load.repeat)]

    def _answer_at_once(self) -> None:
        self.server.slow(0.0, 0.0, 0.0)

    def _answer_slowly(self) -> None:
        load = self.load
        self.server.slow(load.latency_ms / 1000, load.token_ms / 1000, load.grader_token_ms / 1000)


def _median(seconds: Sequence[float]) -> float:
    return round(median(seconds), 4)
