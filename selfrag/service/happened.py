"""A step of a run, and a decision on its way, as events of a timeline."""

from collections.abc import Mapping, Sequence
from typing import Any

from selfrag.threads.reviews import Review

KINDS = {
    "decide_retrieval": "decided",
    "search": "searched",
    "gather_evidence": "gathered",
    "grade_passages": "graded",
    "refine_passages": "refined",
    "rewrite_question": "rewritten",
    "ask_web_consent": "consented",
    "review_evidence": "reviewed",
    "approve_by_policy": "reviewed",
    "write_answer": "written",
    "answer_directly": "written",
    "reflect": "checked",
    "review_draft": "accepted",
    "finish": "finished",
}
PAUSES = {
    "ask_web_consent": "web_consent",
    "review_evidence": "chunk_review",
    "approve_by_policy": "chunk_review",
    "review_draft": "draft_review",
}
DECIDED = {"web_consent": "consented", "chunk_review": "reviewed", "draft_review": "accepted"}
Step = Mapping[str, Any]
Event = dict[str, Any]


def done(step: Step) -> Event:
    """A step that ran."""
    kind = KINDS.get(step["node"], step["node"])
    event = {"kind": kind, "at": step.get("at"), "who": "", "step": dict(step)}
    return event | ({"failed": True} if step.get("failed") else {})


def pauses_of(reviews: Sequence[Review]) -> dict[str, list[Review]]:
    """A question's reviews by their kind, oldest first."""
    kinds: dict[str, list[Review]] = {}
    for review in reviews:
        kinds.setdefault(review.payload["kind"], []).append(review)
    return kinds


def decided(step: Step | None, reviews: dict[str, list[Review]]) -> Event:
    """A step with the review that it answers, which is taken out of `reviews`; without a step, that review alone.

    A web consent that the program gave itself has no review.
    """
    kind = next(iter(reviews)) if step is None else PAUSES.get(step["node"])
    mine = reviews.get(kind or "", [])
    if step is not None and (not mine or step.get("failed") or step["found"].get("by") == "selfrag"):
        return done(step)
    review = mine.pop(0)
    if review.decided is None:
        waits = {"kind": "waits", "at": review.created, "who": "", "assigned": review.assigned or ""}
        return waits | {"review_id": review.id, "review_kind": review.payload["kind"]}
    event = {"kind": DECIDED[review.payload["kind"]], "at": review.decided, "who": review.decided_name or ""}
    return event | _facts(review) | ({"step": dict(step)} if step is not None else {})


def _facts(review: Review) -> Event:
    payload, decision = review.payload, review.decision or {}
    offered = [item["passage_id"] for item in payload.get("evidence", [])]
    added = decision.get("add", [])
    kept = [passage_id for passage_id in offered if passage_id in decision.get("keep", [])]
    return {
        "review_id": review.id,
        "review_kind": payload["kind"],
        "shown_at": review.created,
        "by": review.decided_by,
        "policy": decision.get("policy"),
        "action": decision.get("action"),
        "note": decision.get("note", ""),
        "offered": len(offered),
        "kept": [*kept, *added],
        "dropped": [passage_id for passage_id in offered if passage_id not in (*kept, *added)],
        "added": added,
        "asked": payload["asked"],
        "question": decision.get("question"),
        "query": decision.get("query"),
        "provider": payload.get("provider"),
    }
