"""Threads whose reviews wait or are decided, put into a catalog without asking anything."""

import time
from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import update

from selfrag.service import Service
from selfrag.threads.catalog import Question, new_thread
from selfrag.threads.tables import reviews

SCORES = {"relevant": 0.9, "irrelevant": 0.1, "ambiguous": 0.5, "unknown": 0.5}


class Put(NamedTuple):
    """A thread and the review that waits in it."""

    thread: str
    review: str
    asked: Question


def evidence(*verdicts: str) -> list[dict[str, Any]]:
    """Passages p0, p1, ... with these verdicts; the relevant ones are kept."""
    return [
        {
            "passage_id": f"p{n}:1:0",
            "is_rel": verdict,
            "score": SCORES[verdict],
            "reason": "",
            "kept": verdict == "relevant",
            "change": "new",
        }
        for n, verdict in enumerate(verdicts)
    ]


def put(service: Service, question: str, verdicts: Sequence[str] = ("relevant",), ago: float = 0.0, **more: Any) -> Put:
    """A new thread whose review has waited for `ago` seconds; `more` goes into the review's payload."""
    desk = service.desk
    thread = new_thread(question, "self", "always")
    asked = desk.catalog.add_question(thread, question, ["c1"], [], "always")
    review = f"{asked.id}.1"
    payload = {
        "kind": "chunk_review",
        "version": 1,
        "review_id": review,
        "thread_id": thread.id,
        "question": question,
        "asked": question,
        "query": question,
        "tried": [],
        "attempt": 1,
        "limits": {name: {"used": 0, "limit": 2} for name in ("rewrites", "writes", "web")},
        "evidence": evidence(*verdicts),
        "gone": [],
        "allowed": [],
        **more,
    }
    desk.reviews.add(payload)
    desk.catalog.save_question(asked, "waiting", {})
    with desk.engine.begin() as db:
        db.execute(update(reviews).where(reviews.c.id == review).values(created=time.time() - ago))
    return Put(thread.id, review, asked)


def decided(service: Service, question: str, verdicts: Sequence[str], *keep: str, who: str = "", **more: Any) -> Put:
    """A new thread whose review a person decided: approved with these passages, unless `more` says otherwise."""
    done = put(service, question, verdicts)
    service.desk.reviews.decide(done.review, {"action": "approve", "keep": list(keep), **more}, who)
    service.desk.catalog.save_question(done.asked, "answered", {})
    return done
