"""Strategies: wirings of the shared nodes, by name."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import StateGraph
from langgraph.graph.state import CompiledStateGraph

from selfrag.graph.strategies.self_rag import wire_self
from selfrag.ports import Limits, PortFactory, Progress


@dataclass(frozen=True)
class Strategy:
    """A wiring and its name in the field."""

    title: str
    wire: Callable[[PortFactory, Progress, Limits], StateGraph[Any, Any, Any, Any]]


STRATEGIES = {
    "self": Strategy("Self-RAG", wire_self),
}


def compile_strategy(
    name: str,
    make_ports: PortFactory,
    progress: Progress,
    limits: Limits,
    checkpointer: BaseCheckpointSaver[Any] | None,
) -> CompiledStateGraph[Any, Any, Any, Any]:
    """A graph for one run; compiling takes about a millisecond, so each run binds its own progress and ports."""
    return STRATEGIES[name].wire(make_ports, progress, limits).compile(checkpointer=checkpointer)


def steps_limit(limits: Limits) -> int:
    """A backstop for LangGraph's recursion limit, far above what the budgets allow between two pauses."""
    return 10 * (limits.rewrites + limits.writes + 2)


__all__ = ["STRATEGIES", "Strategy", "compile_strategy", "steps_limit"]
