"""The search as a subgraph: a `Send` for each source, all of them in parallel, and one fan-in."""

from typing import Any

from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime
from langgraph.types import Command, Overwrite, Send

from selfrag.graph.nodes.search import branches, failed_wholly, in_order, merge_hits, search_collection, search_web
from selfrag.graph.search_state import SearchInput, SearchOutput, SearchState
from selfrag.graph.state import Step
from selfrag.graph.steps import bind, broken_off, joint_step
from selfrag.ports import WEB, Limits, Outside

BRANCHES = ["search_collection", "search_web"]


def search_graph(limits: Limits) -> Any:
    """Compiled without a checkpointer of its own: it takes the strategy's, so a finished branch is never run again."""
    graph: Any = StateGraph(SearchState, context_schema=Outside, input_schema=SearchInput, output_schema=SearchOutput)
    graph.add_node("search_collection", _called(bind(search_collection, limits, "search")))
    graph.add_node("search_web", _called(bind(search_web, limits)))
    graph.add_node("merge_hits", _fan_in(limits))
    graph.add_conditional_edges(START, each_source, [*BRANCHES, "merge_hits"])
    for branch in BRANCHES:
        graph.add_edge(branch, "merge_hits")
    graph.add_edge("merge_hits", END)
    return graph.compile()


def each_source(state: SearchState) -> list[Send] | str:
    """A branch for each source, or straight to the fan-in where there is none."""
    sends = [Send(BRANCHES[each["source"] == WEB], each) for each in branches(state)]
    return sends or "merge_hits"


def _called(bound: Any) -> Any:
    def call(state: Any, runtime: Runtime[Outside]) -> Any:
        return bound(state, runtime.context)

    return call


def _fan_in(limits: Limits) -> Any:
    def call(state: SearchState, runtime: Runtime[Outside]) -> Any:
        found = in_order(state)
        if failed_wholly(found) and found[0]["run"] != runtime.context.run:
            # The run that failed is over and this one continues it: all sources get another chance.
            return Command(goto=each_source(state), update={"found": Overwrite([]), "steps": Overwrite([])})
        try:
            merged = merge_hits(state, limits)
        except BaseException as error:
            runtime.context.progress("failed", error=error, step=broken_off(_step(state, {})))
            raise
        return {**merged, "found": Overwrite([]), "steps": Overwrite([_step(state, merged)])}

    return call


def _step(state: SearchState, merged: dict[str, Any]) -> Step:
    searched = merged.get("searched", [])
    found = {
        "hits": len(merged.get("hits", [])),
        "collections": sum(source["id"] != WEB for source in searched),
        "query": state["query"],
        "web_query": state.get("web_query", ""),
        "sources": searched,
    }
    return joint_step("search", state.get("steps", []), found if merged else {})
