"""One question through one strategy, as the product runs it."""

import time
import uuid
from typing import Any, NamedTuple

from selfrag.bench.data import Record
from selfrag.bench.desk import Desk
from selfrag.bench.metrics import contains_any
from selfrag.graph.state import State
from selfrag.graph.strategies import compile_strategy, steps_limit
from selfrag.graph.strategies.session import Graph, Session
from selfrag.graph.strategies.start import fresh
from selfrag.ports import Limits, Meter, Outside, Ports
from selfrag.service import Models

LIMITS = Limits()
WAITING = "waiting"


class Asked(NamedTuple):
    """How a question ended: an `Outcome`, or waiting for a person, where nothing could be graded.

    `gold` is None where the set names no answer to look for.
    """

    answerable: bool
    outcome: str
    gold: bool | None
    chat_calls: int
    seconds: float


class Asker:
    """Asks in a new thread each time."""

    def __init__(self, models: Models, desk: Desk, checkpointer: Any) -> None:
        self._models, self._desk, self._checkpointer = models, desk, checkpointer
        self._graphs: dict[str, Graph] = {}

    def ask(self, strategy: str, query: Record) -> Asked:
        """Ask and wait for the end. Raises what the models raise."""
        if strategy not in self._graphs:
            self._graphs[strategy] = compile_strategy(strategy, LIMITS, self._checkpointer)
        thread_id = uuid.uuid4().hex
        session = Session(self._graphs[strategy], thread_id, steps_limit(LIMITS), Outside(self._ports))
        began = time.perf_counter()
        for _ in session.start(self._first(thread_id, strategy, query["question"])):
            pass
        seconds = time.perf_counter() - began
        state = session.state()
        draft = state["draft"]
        gold = contains_any(draft["answer"] if draft else "", query["answers"]) if _has_gold(query) else None
        outcome = WAITING if session.waiting() else str(state["outcome"])
        calls = sum(step["calls"] for step in state["steps"])
        return Asked(query["answerable"], outcome, gold, calls, seconds)

    def _ports(self, meter: Meter) -> Ports:
        return Ports(self._models.reflector(meter), self._models.writer(meter), self._desk.source, self._desk)

    def _first(self, thread_id: str, strategy: str, question: str) -> State:
        return fresh(
            thread_id=thread_id,
            question_id="q",
            question=question,
            history=[],
            sources=[self._desk.collection_id],
            policy="never",
            strategy=strategy,
        )


def _has_gold(query: Record) -> bool:
    return bool(query["answerable"] and query["answers"]) and query.get("kind") != "yes_no"
