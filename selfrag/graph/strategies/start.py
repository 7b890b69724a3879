"""The state a new question begins with."""

from collections.abc import Sequence

from langgraph.types import Overwrite

from selfrag.graph.state import Counters, Policy, State
from selfrag.ports import Turn


def fresh(
    *,
    thread_id: str,
    question_id: str,
    question: str,
    history: Sequence[Turn],
    sources: Sequence[str],
    policy: Policy,
    strategy: str = "self",
    web_provider: str = "",
    draft_review: bool = False,
) -> State:
    """Everything of the last question reset; what was approved last stays, for a follow-up's `continue`, and that
    nothing may leave in this thread."""
    steps: list[object] = []
    return {
        "thread_id": thread_id,
        "question_id": question_id,
        "strategy": strategy,
        "question": question,
        "asked": question,
        "query": question,
        "history": list(history),
        "sources": list(sources),
        "targets": list(sources),
        "searched": [],
        "fallback": "",
        "web_provider": web_provider,
        "web_query": "",
        "consents": 0,
        "consent": {},
        "policy": policy,
        "draft_review": draft_review,
        "accepted": {},
        "drafts": 0,
        "feedback": "",
        "retrieve": "unknown",
        "retrieve_reason": "",
        "retrieve_probability": None,
        "tried": [question],
        "hits": [],
        "evidence": [],
        "pinned": [],
        "dropped": [],
        "reviewed": [],
        "attempt": 0,
        "decision": {},
        "gone": [],
        "left_out": [],
        "draft": None,
        "best": None,
        "counters": Counters(rewrites=0, writes=0, web=0),
        "outcome": None,
        "steps": Overwrite(steps),  # type: ignore[typeddict-item]  # a reducer would append to the last question's steps
    }
