"""Reviews as they were shown, and what was decided. Every method is one transaction."""

import time
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Engine, insert, select, update

from selfrag.errors import ReviewAnswered
from selfrag.sentences import sentence
from selfrag.threads.catalog import touch
from selfrag.threads.tables import metadata, questions, reviews

ANSWERED = sentence("This review is already answered; the first decision stands.")


@dataclass(frozen=True)
class Review:
    """A review as it was shown, a person's unfinished edits of it, and the decision once there is one."""

    id: str
    thread_id: str
    payload: dict[str, Any]
    draft: dict[str, Any] | None
    decision: dict[str, Any] | None
    decided_by: str | None
    created: float
    decided: float | None


class Reviews:
    """Reads and writes reviews."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        metadata.create_all(engine)

    def add(self, payload: dict[str, Any]) -> None:
        """Remember a review that waits; showing it again changes nothing."""
        self._insert(payload, {})

    def add_decided_by_policy(self, payload: dict[str, Any], decision: dict[str, Any]) -> None:
        """Record what a policy approved by itself."""
        self._insert(payload, _decided(decision, "policy"))

    def get(self, review_id: str) -> Review | None:
        """A review by its id."""
        with self._engine.connect() as db:
            row = db.execute(select(reviews).where(reviews.c.id == review_id)).mappings().first()
        return None if row is None else Review(**row)

    def of_thread(self, thread_id: str) -> list[Review]:
        """All reviews of a thread, oldest first."""
        query = select(reviews).where(reviews.c.thread_id == thread_id).order_by(reviews.c.created)
        with self._engine.connect() as db:
            return [Review(**row) for row in db.execute(query).mappings()]

    def save_draft(self, review_id: str, draft: dict[str, Any]) -> None:
        """Remember unfinished edits of a review that still waits."""
        with self._engine.begin() as db:
            waiting = (reviews.c.id == review_id) & reviews.c.decided.is_(None)
            db.execute(update(reviews).where(waiting).values(draft=draft))

    def decide(self, review_id: str, decision: dict[str, Any]) -> None:
        """Record a person's decision, and that its question runs again; the first one wins. Raises ReviewAnswered.

        Both at once: a decision without a running question would never be taken up after a crash.
        """
        review = reviews.c.id == review_id
        with self._engine.begin() as db:
            decided = update(reviews).where(review & reviews.c.decided.is_(None)).values(**_decided(decision, "person"))
            if db.execute(decided).rowcount == 0:
                raise ReviewAnswered(ANSWERED)
            thread_id = db.execute(select(reviews.c.thread_id).where(review)).scalar_one()
            waiting = (questions.c.thread_id == thread_id) & (questions.c.status == "waiting")
            running = {"status": "running", "error": None, "updated": time.time()}
            db.execute(update(questions).where(waiting).values(**running))
            touch(db, thread_id, "running")

    def _insert(self, payload: dict[str, Any], more: dict[str, Any]) -> None:
        values = {"id": payload["review_id"], "thread_id": payload["thread_id"], "payload": payload}
        with self._engine.begin() as db:
            if db.execute(select(reviews.c.id).where(reviews.c.id == payload["review_id"])).first() is None:
                db.execute(insert(reviews).values(**values, **more, created=time.time()))


def _decided(decision: dict[str, Any], by: str) -> dict[str, Any]:
    return {"decision": decision, "decided_by": by, "decided": time.time()}
