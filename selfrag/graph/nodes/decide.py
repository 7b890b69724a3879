"""Retrieve: are documents needed at all?"""

from selfrag.graph.state import State
from selfrag.ports import Reflector


def decide_retrieval(state: State, *, reflector: Reflector) -> State:
    """Decide Retrieve; in a follow-up the same call makes the question self-contained.

    On a thread's first question the search runs beside this node, so the query stays as typed.
    """
    verdict = reflector.decide_retrieval(state["question"], state["history"])
    update: State = {"retrieve": verdict["verdict"], "retrieve_reason": verdict["reason"]}
    if state["history"]:
        query = verdict["query"].strip() or state["question"]
        update |= {"asked": query, "query": query, "tried": [query]}
    if verdict["verdict"] == "continue":
        update["pinned"] = state.get("approved", [])
    return update
