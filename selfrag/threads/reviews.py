"""Reviews as they were shown, and what was decided. Every method is one transaction."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import Engine, Select, func, insert, select, update

from selfrag.errors import ReviewAnswered, ReviewOutdated
from selfrag.sentences import sentence
from selfrag.threads.catalog import touch
from selfrag.threads.decided import already
from selfrag.threads.tables import comments, questions, reviews, threads

ANSWERED = sentence("This review is already answered; the first decision stands.")
NO_LONGER = sentence("This review is no longer current: nothing waits for a decision in this thread.")


@dataclass(frozen=True)
class Review:
    """A review as it was shown, a person's unfinished edits of it, and the decision once there is one.

    `decided_by` is "person" or "policy", `decided_name` the person's name where one was given; `assigned` is whose
    review it is.
    """

    id: str
    thread_id: str
    payload: dict[str, Any]
    draft: dict[str, Any] | None
    decision: dict[str, Any] | None
    decided_by: str | None
    created: float
    decided: float | None
    decided_name: str | None = None
    assigned: str | None = None


@dataclass(frozen=True)
class Listed:
    """A review with what a list of reviews shows of its thread; `comments` counts those on the whole thread."""

    review: Review
    title: str
    strategy: str
    archived: bool
    comments: int


class Queued(NamedTuple):
    """A review that waits, and whose it is; nobody's where `assigned` is empty."""

    review_id: str
    thread_id: str
    assigned: str


_with_threads = reviews.join(threads, threads.c.id == reviews.c.thread_id)
_remarks = select(func.count()).select_from(comments).where(comments.c.thread_id == reviews.c.thread_id)
_listing = select(
    reviews, threads.c.title, threads.c.strategy, threads.c.archived, _remarks.scalar_subquery().label("comments")
).select_from(_with_threads)
_WAITS = reviews.c.decided.is_(None) & (threads.c.status == "waiting")


class Reviews:
    """Reads and writes reviews."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def add(self, payload: dict[str, Any]) -> None:
        """Remember a review that waits; showing it again changes nothing."""
        self._insert(payload, {})

    def add_decided_by_policy(self, payload: dict[str, Any], decision: dict[str, Any]) -> None:
        """Record what a policy approved by itself, in the moment in which it was asked."""
        taken = _decided(decision, "policy")
        self._insert(payload, {**taken, "created": taken["decided"]})

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

    def of_question(self, thread_id: str, question_id: str) -> list[Review]:
        """All reviews of a thread's question, oldest first; their ids begin with its own."""
        mine = (reviews.c.thread_id == thread_id) & reviews.c.id.startswith(f"{question_id}.", autoescape=True)
        query = select(reviews).where(mine).order_by(reviews.c.created)
        with self._engine.connect() as db:
            return [Review(**row) for row in db.execute(query).mappings()]

    def save_draft(self, review_id: str, draft: dict[str, Any]) -> None:
        """Remember unfinished edits of a review that still waits."""
        with self._engine.begin() as db:
            waiting = (reviews.c.id == review_id) & reviews.c.decided.is_(None)
            db.execute(update(reviews).where(waiting).values(draft=draft))

    def change_draft(self, review_id: str, change: Callable[[dict[str, Any] | None], dict[str, Any]]) -> dict[str, Any]:
        """Store what `change` makes of a review's unfinished edits while it waits; returns that.

        One tab after the other, on whichever server: no edit goes under another one.
        """
        review = reviews.c.id == review_id
        draft = update(reviews).where(review & reviews.c.decided.is_(None))
        with self._engine.begin() as db:
            db.execute(draft.values(draft=reviews.c.draft))  # changes nothing, and makes others wait from here on
            changed = change(db.execute(select(reviews.c.draft).where(review)).scalar())
            db.execute(draft.values(draft=changed))
        return changed

    def decide(self, review_id: str, decision: dict[str, Any], name: str = "") -> None:
        """Record a person's decision, and that its question runs again; the first one wins. Raises ReviewAnswered.

        Both at once: a decision without a running question would never be taken up after a crash.
        """
        review = reviews.c.id == review_id
        with self._engine.begin() as db:
            taken = _decided(decision, "person", name)
            decided = update(reviews).where(review & reviews.c.decided.is_(None)).values(**taken)
            if db.execute(decided).rowcount == 0:
                first = db.execute(select(reviews).where(review)).mappings().first()
                raise already(Review(**first)) if first else ReviewOutdated(NO_LONGER)
            thread_id = db.execute(select(reviews.c.thread_id).where(review)).scalar_one()
            waiting = (questions.c.thread_id == thread_id) & (questions.c.status == "waiting")
            running = {"status": "running", "error": None, "updated": time.time()}
            db.execute(update(questions).where(waiting).values(**running))
            touch(db, thread_id, "running")

    def waiting(self) -> list[Review]:
        """Reviews that wait for a person in a thread that waits, oldest first."""
        return [one.review for one in self.listed_waiting()]

    def decided(self) -> list[Review]:
        """Every review that a person or a policy decided, oldest first."""
        query = select(reviews).where(reviews.c.decided.is_not(None)).order_by(reviews.c.decided)
        with self._engine.connect() as db:
            return [Review(**row) for row in db.execute(query).mappings()]

    def listed_waiting(self) -> list[Listed]:
        """The review that waits for a person in each thread that waits, with its thread, oldest first."""
        newest = {one.review.thread_id: one for one in self._listed(_listing.where(_WAITS).order_by(reviews.c.created))}
        return sorted(newest.values(), key=lambda one: one.review.created)

    def listed_decided(self, limit: int) -> list[Listed]:
        """What was decided last, newest first, with its thread."""
        newest = _listing.where(reviews.c.decided.is_not(None)).order_by(reviews.c.decided.desc())
        return self._listed(newest.limit(limit))

    def queue(self) -> list[Queued]:
        """The same reviews as `listed_waiting`, in the same order, with no more than finds them."""
        columns = reviews.c.id, reviews.c.thread_id, reviews.c.assigned, reviews.c.created
        query = select(*columns).select_from(_with_threads).where(_WAITS).order_by(reviews.c.created)
        with self._engine.connect() as db:
            newest = {row.thread_id: row for row in db.execute(query)}
        return [
            Queued(row.id, row.thread_id, row.assigned or "")
            for row in sorted(newest.values(), key=lambda row: row.created)
        ]

    def assign(self, review_id: str, name: str) -> None:
        """Say whose review it is; an empty name takes that back. Raises ReviewAnswered and ReviewOutdated."""
        review = reviews.c.id == review_id
        with self._engine.begin() as db:
            waits = update(reviews).where(review & reviews.c.decided.is_(None)).values(assigned=name or None)
            if db.execute(waits).rowcount == 0:
                if db.execute(select(reviews.c.id).where(review)).first() is None:
                    raise ReviewOutdated("There is no such review any more: look at the list again.")
                raise ReviewAnswered(ANSWERED)

    def _listed(self, query: Select[Any]) -> list[Listed]:
        with self._engine.connect() as db:
            return [
                Listed(
                    Review(**{name: row[name] for name in Review.__dataclass_fields__}),
                    row["title"],
                    row["strategy"],
                    row["archived"] is not None,
                    row["comments"],
                )
                for row in db.execute(query).mappings()
            ]

    def _insert(self, payload: dict[str, Any], more: dict[str, Any]) -> None:
        values = {"id": payload["review_id"], "thread_id": payload["thread_id"], "payload": payload}
        with self._engine.begin() as db:
            if db.execute(select(reviews.c.id).where(reviews.c.id == payload["review_id"])).first() is None:
                db.execute(insert(reviews).values(**{"created": time.time(), **values, **more}))


def _decided(decision: dict[str, Any], by: str, name: str = "") -> dict[str, Any]:
    return {"decision": decision, "decided_by": by, "decided": time.time(), "decided_name": name or None}
