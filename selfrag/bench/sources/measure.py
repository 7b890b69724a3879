"""Times the search of a whole strategy, from its question to the end of its fan-in."""

import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from selfrag.bench.sources.slow import SlowSearch
from selfrag.errors import SelfragError
from selfrag.graph.strategies import compile_strategy, steps_limit
from selfrag.graph.strategies.session import Graph, Session
from selfrag.graph.strategies.start import fresh
from selfrag.models.embedded import EmbeddedReflector, EmbeddedWriter
from selfrag.ports import Limits, Meter, Outside, Ports
from selfrag.threads.checkpointer import open_checkpointer

STRATEGY = "corrective"  # searches a first question at once, with no decision before it or beside it
BUDGET = 1.15
LIMITS = Limits()


@dataclass(frozen=True)
class Load:
    """How slow each source is, how many there are, and how often each search is timed."""

    latency_ms: float = 300
    sources: int = 3
    repeat: int = 5


def measure(load: Load) -> dict[str, Any]:
    """Medians in seconds for one source and for all of them, and whether the budget is met. Raises SelfragError."""
    rows = []
    with searching_graph() as graph:
        time_search(graph, SlowSearch(0.0), 1)
        for count in (1, load.sources):
            search = SlowSearch(load.latency_ms / 1000)
            seconds = [time_search(graph, search, count) for _ in range(load.repeat)]
            rows.append({"sources": count, "seconds": round(median(seconds), 4), "at_once": search.most_at_once})
    ratio = round(rows[1]["seconds"] / rows[0]["seconds"], 3)
    return {**asdict(load), "rows": rows, "ratio": ratio, "budget": BUDGET, "met": ratio <= BUDGET}


def as_table(report: dict[str, Any]) -> str:
    """One line for each number of sources, then the budget."""
    said = "met" if report["met"] else "MISSED"
    return "\n".join(
        [
            f"{report['latency_ms']:g} ms a source; medians of {report['repeat']}",
            *(f"{row['sources']} sources, {row['at_once']} at once: {row['seconds']:.3f} s" for row in report["rows"]),
            f"{said}  ratio {report['ratio']:.3f} of at most {report['budget']}",
        ]
    )


@contextmanager
def searching_graph() -> Iterator[Graph]:
    """A compiled strategy on a checkpointer as the product has it."""
    with TemporaryDirectory(prefix="selfrag-bench-", ignore_cleanup_errors=True) as folder:
        checkpointer = open_checkpointer(Path(folder) / "checkpoints.sqlite")
        try:
            yield compile_strategy(STRATEGY, LIMITS, checkpointer)
        finally:
            checkpointer.conn.close()


def time_search(graph: Graph, search: SlowSearch, count: int) -> float:
    """Seconds until the search of so many sources is merged. Raises SelfragError when not all of them were."""

    def ports(meter: Meter) -> Ports:
        return Ports(EmbeddedReflector(), EmbeddedWriter(), search, search)

    thread_id = uuid.uuid4().hex
    session = Session(graph, thread_id, steps_limit(LIMITS), Outside(ports))
    sources = [f"source-{n}" for n in range(count)]
    state = fresh(
        thread_id=thread_id,
        question_id="q",
        question="What do the sources say?",
        history=[],
        sources=sources,
        policy="never",
        strategy=STRATEGY,
    )
    began = time.perf_counter()
    for update in session.start(state):
        if "searched" in update:
            seconds = time.perf_counter() - began
            _check(update["searched"], sources)
            return seconds
    raise SelfragError("The question ended without a search.")


def _check(searched: Any, sources: list[str]) -> None:
    if [(each["id"], each["hits"]) for each in searched] != [(source, 1) for source in sources]:
        raise SelfragError("Not every source was searched: {searched}", searched=searched)
