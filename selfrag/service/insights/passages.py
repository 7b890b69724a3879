"""Passages that a person decided on: how they were graded, and whether they were kept."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from selfrag.insights.rows import Judged, Said
from selfrag.ports import Passage
from selfrag.service.insights.forks import Repeats
from selfrag.threads.reviews import Review

EVIDENCE = "chunk_review"
SAID: dict[str, Said] = {"relevant": "yes", "correct": "yes", "irrelevant": "no", "incorrect": "no"}
Rows = dict[tuple[str, str, str], Judged]


def question_of(review: Review) -> str:
    """The id of the question that a review is about."""
    return review.id.partition(".")[0]


def judged(
    reviews: Iterable[Review],
    facts: Mapping[str, dict[str, Any]],
    passages: Mapping[str, Passage],
    repeats: Repeats,
    left_out: Counter[str],
) -> list[Judged]:
    """One row for each passage and wording of a question: as it was first graded, and as it was last decided.

    `reviews` are those that people decided, oldest first; `left_out` counts what judges nothing.
    """
    rows: Rows = {}
    evidence = [review for review in reviews if review.payload["kind"] == EVIDENCE]
    # What was decided for good comes before what was tried.
    for review in sorted(evidence, key=lambda review: question_of(review) in repeats):
        decision = review.decision or {}
        if reason := _judges_nothing(review.payload, decision):
            left_out[reason] += 1
            continue
        left_out["added"] += len(decision.get("add", []))
        kept, forked = {*decision["keep"], *decision.get("add", [])}, question_of(review) in repeats
        for item in review.payload["evidence"]:
            key = (repeats.origin(question_of(review)), review.payload["asked"], item["passage_id"])
            if item["is_rel"] is None:
                continue
            if forked and key in rows:
                left_out["forked"] += 1
                continue
            where = passages.get(item["passage_id"])
            shared = {**facts[question_of(review)], "collections": (where["collection"] if where else "",)}
            graded = _graded(item, rows.get(key))
            rows[key] = Judged(
                **shared, **graded, at=review.decided or 0.0, kept=item["passage_id"] in kept, forked=forked
            )
    return list(rows.values())


def _judges_nothing(payload: Mapping[str, Any], decision: Mapping[str, Any]) -> str:
    """Why a decision says nothing about single passages; empty where it does."""
    if decision["action"] == "reject":
        return "rejected"
    wording = decision.get("question")
    if wording is not None and wording.strip() != payload["asked"]:
        return "reworded"  # people kept for the new question what was graded for the old one
    return "" if decision["keep"] or decision.get("add") else "searched_again"


def _graded(item: Mapping[str, Any], first: Judged | None) -> dict[str, Any]:
    """What the grader said; of a passage that is shown again, what it said before anybody decided."""
    if first is not None:
        return {"said": first.said, "score": first.score, "basis": first.basis, "proposed": first.proposed}
    said = SAID.get(item["is_rel"], "unsure")
    return {
        "said": said,
        "score": None if item["is_rel"] == "unknown" else item["score"],
        "basis": item.get("basis") or "",
        "proposed": item["kept"] if item["change"] == "new" else said == "yes",
    }
