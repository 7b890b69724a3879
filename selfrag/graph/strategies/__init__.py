"""Strategies: wirings of the shared nodes, by name."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from langgraph.checkpoint.base import BaseCheckpointSaver

from selfrag.graph.strategies.adaptive import wire_adaptive
from selfrag.graph.strategies.combined import wire_combined
from selfrag.graph.strategies.corrective import wire_corrective
from selfrag.graph.strategies.self_rag import wire_self
from selfrag.graph.strategies.session import Graph
from selfrag.graph.strategies.wiring import Wiring
from selfrag.ports import Limits


@dataclass(frozen=True)
class Strategy:
    """A wiring and its name in the field."""

    title: str
    wire: Callable[[Limits], Wiring]


STRATEGIES = {
    "self": Strategy("Self-RAG", wire_self),
    "adaptive": Strategy("Adaptive RAG", wire_adaptive),
    "corrective": Strategy("Corrective RAG", wire_corrective),
    "combined": Strategy("Combined", wire_combined),
}


def compile_strategy(name: str, limits: Limits, checkpointer: BaseCheckpointSaver[Any] | None) -> Graph:
    """A graph for any number of runs and threads, each of which brings its own `Outside`; takes about 10 ms."""
    return STRATEGIES[name].wire(limits).compile(checkpointer=checkpointer)


def steps_limit(limits: Limits) -> int:
    """A backstop for LangGraph's recursion limit, far above what the budgets allow between two pauses."""
    return 12 * (limits.rewrites + limits.writes + limits.web + 2)


__all__ = ["STRATEGIES", "Strategy", "compile_strategy", "steps_limit"]
