"""Search: the nodes of a subgraph with a state of its own, one branch for each source and a fan-in."""

import operator
import time
from collections.abc import Sequence
from typing import Annotated, Any, TypedDict

from selfrag.errors import SearchFailed, SelfragError, WebFailed
from selfrag.graph.fan_in import mixed, taking_turns
from selfrag.graph.state import Searched, Step
from selfrag.ports import WEB, Candidate, Hit, Limits, Search, Web

SPARE = 4  # identical passages are offered once, so more hits are kept than are offered


class Found(TypedDict):
    """What one branch brought: candidates of a collection, or passages of the web in their order."""

    source: Searched
    candidates: list[Candidate]
    ranked: list[str]
    run: str


class SearchInput(TypedDict, total=False):
    """What a search takes of the strategy's state; above all not its steps, which would be added up again."""

    thread_id: str
    query: str
    web_query: str
    sources: list[str]
    targets: list[str]
    dropped: list[str]
    pinned: list[str]


class SearchState(SearchInput, total=False):
    """The subgraph's state. `found` grows by one for each branch, and begins empty with each search."""

    found: Annotated[list[Found], operator.add]
    hits: list[Hit]
    searched: list[Searched]
    steps: Annotated[list[Step], operator.add]


class SearchOutput(TypedDict, total=False):
    """What a search gives back. What it was given is not: a node beside it may write that at the same time."""

    hits: list[Hit]
    searched: list[Searched]
    targets: list[str]
    web_query: str
    steps: Annotated[list[Step], operator.add]


class SourceState(TypedDict):
    """What one branch is sent."""

    source: str
    thread_id: str
    query: str
    exclude: list[str]


def branches(state: SearchState) -> list[SourceState]:
    """One for each target; the web only with a query that a person let out."""
    exclude = [*state["dropped"], *state["pinned"]]
    collections = [target for target in state.get("targets", state["sources"]) if target != WEB]
    sent = [
        SourceState(source=target, thread_id=state["thread_id"], query=state["query"], exclude=exclude)
        for target in dict.fromkeys(collections)
    ]
    if WEB in state.get("targets", []) and state.get("web_query"):
        web_query = state["web_query"]
        sent.append(SourceState(source=WEB, thread_id=state["thread_id"], query=web_query, exclude=exclude))
    return sent


def search_collection(state: SourceState, *, search: Search, run: str) -> dict[str, Any]:
    """Candidates of one collection; a failure is told, so that the other branches go on."""
    started, candidates, error = time.perf_counter(), list[Candidate](), None
    title = state["source"]
    try:
        title = next((source["title"] for source in search.describe([title])), title)
        candidates = search.search(state["query"], state["source"], state["exclude"])
    except SelfragError as failed:
        error = str(failed)
    source = _searched(state["source"], title, len(candidates), started, error)
    return {"found": [Found(source=source, candidates=candidates, ranked=[], run=run)]}


def search_web(state: SourceState, *, web: Web | None, limits: Limits, run: str) -> dict[str, Any]:
    """Passages of the web; nothing but the query leaves."""
    started, ranked, error = time.perf_counter(), list[str](), None
    try:
        if web is None:
            raise WebFailed("No web search is set up any more: name a provider in the settings, then search again.")
        ranked = web.search(state["query"], state["thread_id"], limits.offered)
    except WebFailed as failed:
        error = str(failed)
    ranked = [passage_id for passage_id in ranked if passage_id not in state["exclude"]]
    source = _searched(WEB, "Web", len(ranked), started, error)
    return {"found": [Found(source=source, candidates=[], ranked=ranked, run=run)]}


def merge_hits(state: SearchState, limits: Limits) -> dict[str, Any]:
    """The fan-in: one ranking of every passage found, each once. Raises SearchFailed (see `failed_wholly`)."""
    found = in_order(state)
    if failed_wholly(found):
        raise SearchFailed(str(found[0]["source"]["error"]))
    collections = mixed([candidate for each in found for candidate in each["candidates"]])
    web = [Hit(passage_id=passage_id, score=0.0) for each in found for passage_id in each["ranked"]]
    return {
        "hits": taking_turns(collections, web)[: limits.offered * SPARE],
        "searched": [each["source"] for each in found],
        "targets": [],
        "web_query": "",
    }


def in_order(state: SearchState) -> list[Found]:
    """What the branches brought, in the order of the targets rather than of their ends."""
    order = [*state.get("targets", state["sources"]), WEB]
    return sorted(state.get("found", []), key=lambda each: order.index(each["source"]["id"]))


def failed_wholly(found: Sequence[Found]) -> bool:
    """Whether no source could be searched, collections among them.

    The web alone is a last resort: where it fails, the run goes on with what there was.
    """
    asked = [each["source"]["id"] for each in found]
    return asked not in ([], [WEB]) and all(each["source"]["error"] is not None for each in found)


def _searched(source: str, title: str, hits: int, started: float, error: str | None) -> Searched:
    seconds = round(time.perf_counter() - started, 4)
    return Searched(id=source, title=title, hits=hits, seconds=seconds, error=error)
