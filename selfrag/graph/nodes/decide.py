"""Retrieve: are documents needed at all?"""

from selfrag.graph.state import State
from selfrag.ports import Limits, Reflector, Retrieve, RetrieveVerdict


def decide_retrieval(state: State, *, reflector: Reflector, limits: Limits) -> State:
    """Decide Retrieve; in a follow-up the same call makes the question self-contained.

    On a thread's first question the search runs beside this node, so the query stays as typed.
    """
    told = reflector.decide_retrieval(state["question"], state["history"])
    verdict, probability = _by_threshold(told, limits.retrieve_threshold), told["probability"]
    update: State = {
        "retrieve": verdict,
        "retrieve_reason": told["reason"],
        "retrieve_probability": None if probability is None else round(probability, 3),
    }
    if state["history"]:
        query = told["query"].strip() or state["question"]
        update |= {"asked": query, "query": query, "tried": [query]}
    if verdict == "continue":
        update["pinned"] = state.get("approved", [])
    return update


def _by_threshold(told: Retrieve, threshold: float) -> RetrieveVerdict:
    """Adaptive retrieval (arXiv 2310.11511, section 3.3): a probability decides on yes, not the likeliest word."""
    verdict, probability = told["verdict"], told["probability"]
    if probability is None:
        return verdict
    if probability >= threshold:
        return "yes"
    return "no" if verdict == "yes" else verdict
