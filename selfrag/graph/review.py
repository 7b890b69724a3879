"""The pause for a person: what is shown, and where the graph waits for what is decided."""

from typing import Any

from langgraph.types import interrupt

from selfrag.graph.decided import decide
from selfrag.graph.decision import ACTIONS, VERSION, Decision
from selfrag.graph.state import State
from selfrag.ports import Limits


def review_request(state: State, limits: Limits) -> dict[str, Any]:
    """The interrupt value: everything a review shows except the passages' texts."""
    counters = state["counters"]
    offered = [item["passage_id"] for item in state["evidence"]]
    return {
        "kind": "chunk_review",
        "version": VERSION,
        "review_id": f"{state['question_id']}.{state['attempt'] + 1}",
        "thread_id": state["thread_id"],
        "question": state["question"],
        "asked": state["asked"],
        "query": state["query"],
        "tried": state["tried"],
        "attempt": state["attempt"] + 1,
        "limits": {
            "rewrites": {"used": counters["rewrites"], "limit": limits.rewrites},
            "writes": {"used": counters["writes"], "limit": limits.writes},
            "web": {"used": counters["web"], "limit": limits.web},
        },
        "evidence": list(state["evidence"]),
        "gone": [pid for pid in state["reviewed"] if pid not in offered and pid not in state["dropped"]],
        "allowed": ACTIONS,
    }


def review_evidence(state: State, *, limits: Limits) -> State:
    """THE pause. Nothing stands before `interrupt`, since a resumed node runs again from its first line."""
    return decide(state, Decision.model_validate(interrupt(review_request(state, limits))))
