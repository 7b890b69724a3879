"""Search: the nodes of a subgraph with a state of its own, one branch for each source and a fan-in."""

import time
from collections.abc import Sequence
from typing import Any

from selfrag.errors import SearchFailed, SelfragError, WebFailed
from selfrag.graph.fan_in import mixed, taking_turns
from selfrag.graph.search_state import Found, SearchState, SourceState, candidates_of, of_collection, of_web
from selfrag.graph.state import Searched
from selfrag.ports import WEB, Candidate, Hit, Limits, Search, Web
from selfrag.sentences import sentence

SPARE = 4  # identical passages are offered once, so more hits are kept than are offered
DELETED = sentence("A deleted collection")


def branches(state: SearchState) -> list[SourceState]:
    """One for each target; the web only with a query that a person let out."""
    targets = state.get("targets", state["sources"])
    queries = {target: state["query"] for target in targets if target != WEB}
    if WEB in targets and state.get("web_query"):
        queries[WEB] = state["web_query"]
    return [
        SourceState(
            source=source,
            provider=state.get("web_provider", ""),
            thread_id=state["thread_id"],
            query=query,
            exclude=[*state["dropped"], *state["pinned"]],
        )
        for source, query in queries.items()
    ]


def search_collection(state: SourceState, *, search: Search, run: str) -> dict[str, Any]:
    """Candidates of one collection; a failure is told, so that the other branches go on."""
    started, candidates, error = time.perf_counter(), list[Candidate](), None
    title = state["source"]
    try:
        title = next((source["title"] for source in search.describe([title])), DELETED)
        candidates = search.search(state["query"], state["source"], state["exclude"])
    except SelfragError as failed:
        error = str(failed)
    source = _searched(state["source"], title, len(candidates), started, error)
    return {"found": [of_collection(source, candidates, run)]}


def search_web(state: SourceState, *, web: Web | None, limits: Limits, run: str) -> dict[str, Any]:
    """Passages of the web; nothing but the query leaves, and to nobody but the provider that was shown."""
    started, ranked, error = time.perf_counter(), list[str](), None
    try:
        _check_provider(state["provider"], web.name if web else "")
        if web is not None:
            ranked = web.search(state["query"], state["thread_id"], limits.offered)
    except WebFailed as failed:
        error = str(failed)
    ranked = [passage_id for passage_id in ranked if passage_id not in state["exclude"]]
    return {"found": [of_web(_searched(WEB, "Web", len(ranked), started, error), ranked, run)]}


def merge_hits(state: SearchState, limits: Limits) -> dict[str, Any]:
    """The fan-in: one ranking of every passage found, each once. Raises SearchFailed (see `failed_wholly`)."""
    found = in_order(state)
    if failed_wholly(found):
        raise SearchFailed(next(each["source"]["error"] for each in found if each["source"]["title"] != DELETED) or "")
    web = [Hit(passage_id=pid, score=0.0) for each in found if each["source"]["id"] == WEB for pid in each["ids"]]
    return {
        "hits": taking_turns(mixed(candidates_of(found)), web)[: limits.offered * SPARE],
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

    The web alone is a last resort: where it fails, the run goes on with what there was. What was deleted meanwhile
    will not be there the next time either.
    """
    there = [each["source"] for each in found if each["source"]["title"] != DELETED]
    asked = [source["id"] for source in there]
    return asked not in ([], [WEB]) and all(source["error"] is not None for source in there)


def _check_provider(allowed: str, now: str) -> None:
    """Settings may have changed since a person allowed the query."""
    if not now:
        raise WebFailed("No web search is set up any more: name a provider in the settings, then search again.")
    if allowed != now:
        raise WebFailed(
            "The query was allowed to go to {allowed}, and now {now} is set, so nothing was sent: allow it anew.",
            allowed=allowed,
            now=now,
        )


def _searched(source: str, title: str, hits: int, started: float, error: str | None) -> Searched:
    seconds = round(time.perf_counter() - started, 4)
    return Searched(id=source, title=title, hits=hits, seconds=seconds, error=error)
