"""Puts nodes into a LangGraph graph; each run brings its ports and its progress as the run's context."""

from collections.abc import Iterable
from typing import Any

from langgraph.graph import StateGraph
from langgraph.runtime import Runtime

from selfrag.graph.state import State
from selfrag.graph.steps import Node, bind
from selfrag.ports import Limits, Outside

Wiring = StateGraph[Any, Any, Any, Any]


def graph_of(nodes: Iterable[Node], limits: Limits) -> Wiring:
    """A graph with these nodes by their names, and no edges yet."""
    graph: Wiring = StateGraph(State, context_schema=Outside)
    for node in nodes:
        graph.add_node(node.__name__, _called(node, limits))
    return graph


def _called(node: Node, limits: Limits) -> Any:
    bound = bind(node, limits)

    def call(state: State, runtime: Runtime[Outside]) -> State:
        return bound(state, runtime.context)

    return call
