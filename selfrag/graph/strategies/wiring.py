"""Puts nodes into a LangGraph graph; each run brings its ports and its progress as the run's context."""

from collections.abc import Callable, Iterable
from typing import Any

from langgraph.graph import StateGraph
from langgraph.runtime import Runtime

from selfrag.graph.consent import ask_web_consent
from selfrag.graph.draft_review import review_draft
from selfrag.graph.review import review_evidence
from selfrag.graph.state import State
from selfrag.graph.steps import Node, bind, name_of, step
from selfrag.graph.strategies.searching import search_graph
from selfrag.ports import Limits, Outside

Wiring = StateGraph[Any, Any, Any, Any]

SEARCHES = ["ask_web_consent", "search"]
"""Where a search begins: at the web's consent, if the web is among its targets."""
ACCEPTS = ["review_draft", "finish"]
"""Who accepts an answer; nobody where no person wants to see it first."""
APPROVES = ["review_evidence", "approve_by_policy", *ACCEPTS]
"""Who approves the evidence; nobody where it was all approved before."""


def graph_of(nodes: Iterable[Node], limits: Limits) -> Wiring:
    """A graph with these nodes by their names, the search and the pauses, and no edges yet."""
    graph: Wiring = StateGraph(State, context_schema=Outside)
    for node in nodes:
        graph.add_node(name_of(node), called(node, limits))
    graph.add_node("search", search_graph(limits))
    for pause in (ask_web_consent, review_evidence, review_draft):
        graph.add_node(pause.__name__, _pausing(pause, limits))
    return graph


def called(node: Node, limits: Limits) -> Any:
    """The node as LangGraph calls it."""
    bound = bind(node, limits)

    def call(state: Any, runtime: Runtime[Outside]) -> Any:
        return bound(state, runtime.context)

    return call


def _pausing(pause: Callable[..., State], limits: Limits) -> Any:
    def call(state: State) -> State:
        update = pause(state, limits=limits)
        update["steps"] = [step(pause.__name__, state, update)]
        return update

    return call
