"""Retrieve: are documents needed at all, and which of the sources?"""

from collections.abc import Sequence
from functools import partial

from selfrag.errors import ReindexNeeded, SearchFailed, SelfragError, UnknownCollection
from selfrag.graph.fan_in import mixed
from selfrag.graph.scores import UNKNOWN
from selfrag.graph.state import Evidence, State, Strip
from selfrag.language.plain import visible
from selfrag.ports import WEB, Limits, PassageStore, Reflector, Retrieve, RetrieveVerdict, Search, Source
from selfrag.sentences import sentence

GLANCE = 3  # passages of a source that a router may look at
WEB_SOURCE = Source(id=WEB, title="Web", description="Public web pages, beyond the documents here.")
ROUTER_FAILED = sentence("The choice of sources failed, so all collections are searched: {why}")
NOTHING_CHOSEN = sentence("No source was chosen, so all collections are searched.")


def decide_retrieval(
    state: State,
    *,
    reflector: Reflector,
    search: Search,
    passages: PassageStore,
    limits: Limits,
    routes: bool = False,
    always: bool = False,
) -> State:
    """Decide Retrieve; in a follow-up the same call makes the question self-contained.

    With `routes` it also chooses the sources, as Adaptive RAG does (arXiv 2403.14403): a router that fails or names
    none falls back to all collections, and `fallback` says so. With `always` documents are needed whatever is told.
    On a thread's first question the search may run beside this node, so the query stays as typed.
    """
    if not routes:
        told = reflector.decide_retrieval(state["question"], state["history"])
        return _decided(state, {**told, "verdict": "yes", "probability": None} if always else told, limits)
    offered, look = _offered(state, search), partial(_look, state["question"], search, passages)
    try:
        told = reflector.decide_retrieval(state["question"], state["history"], offered, look)
    except SelfragError as error:
        told = Retrieve(verdict="unknown", query=state["question"], reason="", probability=None, sources=[])
        return {**_decided(state, told, limits), **_routed(state, [], sentence(ROUTER_FAILED, why=error))}
    chosen = [source["id"] for source in offered if source["id"] in told["sources"]]
    decided = _decided(state, told, limits)
    if decided["retrieve"] in ("no", "continue"):
        return {**decided, "targets": [], "fallback": ""}
    return {**decided, **_routed(state, chosen, NOTHING_CHOSEN if len(offered) > 1 else "")}


def _offered(state: State, search: Search) -> list[Source]:
    collections = search.describe([source for source in state["sources"] if source != WEB])
    return [*collections, WEB_SOURCE] if WEB in state["sources"] else collections


def _look(question: str, search: Search, passages: PassageStore, source: Source) -> Sequence[str]:
    if source["id"] == WEB:
        return ()
    try:
        candidates = search.search(question, source["id"])
    except (SearchFailed, ReindexNeeded, UnknownCollection):
        return ()  # the search itself will say so
    ids = [hit["passage_id"] for hit in mixed(candidates)[:GLANCE]]
    found = passages.get(ids)
    return [found[passage_id]["text"] for passage_id in ids if passage_id in found]


def _routed(state: State, chosen: list[str], otherwise: str) -> State:
    if chosen:
        return {"targets": chosen, "fallback": ""}
    collections = [source for source in state["sources"] if source != WEB]
    return {"targets": collections or state["sources"], "fallback": otherwise}


def _decided(state: State, told: Retrieve, limits: Limits) -> State:
    verdict, probability = _by_threshold(told, limits.retrieve_threshold), told["probability"]
    if verdict == "continue" and not state.get("approved"):
        verdict = "yes"  # there is nothing to go on with
    update: State = {
        "retrieve": verdict,
        "retrieve_reason": told["reason"],
        "retrieve_probability": None if probability is None else round(probability, 3),
    }
    if state["history"]:
        query = visible(told["query"]) or state["question"]
        update |= {"asked": query, "query": query, "tried": [query]}
    if verdict == "continue":
        update["pinned"] = state["approved"]
        update["evidence"] = [_as_approved(passage_id, state) for passage_id in state["approved"]]
    return update


def _as_approved(passage_id: str, state: State) -> Evidence:
    """A passage approved in this thread, to be judged by this question; nothing more of it is read than was."""
    evidence = Evidence(passage_id=passage_id, is_rel=None, score=0.0, reason="", kept=True, change="kept")
    spans = state.get("approved_strips", {}).get(passage_id)
    if spans:
        evidence["strips"] = [Strip(start=start, end=end, score=UNKNOWN, kept=True) for start, end in spans]
    return evidence


def _by_threshold(told: Retrieve, threshold: float) -> RetrieveVerdict:
    """Adaptive retrieval (arXiv 2310.11511, section 3.3): a probability decides on yes, not the likeliest word."""
    verdict, probability = told["verdict"], told["probability"]
    if probability is None:
        return verdict
    if probability >= threshold:
        return "yes"
    return "no" if verdict == "yes" else verdict
