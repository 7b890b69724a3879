"""The catalog: threads, their questions, and the reviews with their decisions."""

import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import Engine, RowMapping, delete, func, insert, select, update

from selfrag.errors import ReviewAnswered, UnknownThread
from selfrag.ports import Turn
from selfrag.threads.tables import leases, metadata, preferences, questions, reviews, threads

Status = Literal["running", "waiting", "answered", "rejected", "no_evidence", "failed", "stopped"]
TITLE_CHARS = 80


@dataclass(frozen=True)
class Thread:
    """A conversation; `status` is that of its last question, times are seconds since 1970."""

    id: str
    title: str
    strategy: str
    policy: str
    status: Status
    created: float
    updated: float


@dataclass(frozen=True)
class Question:
    """One question of a thread; `record` is the run's state as far as it got."""

    id: str
    thread_id: str
    seq: int
    question: str
    sources: list[str]
    history: list[Turn]
    status: Status
    record: dict[str, Any]
    error: str | None
    created: float


@dataclass(frozen=True)
class Review:
    """A review as it was shown, a person's unfinished edits of it, and the decision once there is one."""

    id: str
    thread_id: str
    interrupt_id: str | None
    payload: dict[str, Any]
    draft: dict[str, Any] | None
    decision: dict[str, Any] | None
    decided_by: str | None
    created: float
    decided: float | None


class Catalog:
    """Reads and writes the catalog; every method is one transaction."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        metadata.create_all(engine)

    def add_thread(self, title: str, strategy: str, policy: str) -> Thread:
        """A new thread without questions."""
        now = time.time()
        thread = Thread(uuid.uuid4().hex[:12], title[:TITLE_CHARS], strategy, policy, "stopped", now, now)
        with self._engine.begin() as db:
            db.execute(insert(threads).values(**vars(thread)))
        return thread

    def thread(self, thread_id: str) -> Thread:
        """Raises UnknownThread."""
        with self._engine.connect() as db:
            row = db.execute(select(threads).where(threads.c.id == thread_id)).mappings().first()
        if row is None:
            raise UnknownThread(
                "There is no thread “{thread}”: list them to find the right one.", thread=thread_id[:40]
            )
        return Thread(**row)

    def set_policy(self, thread_id: str, policy: str) -> Thread:
        """Change who reviews the thread's next questions."""
        with self._engine.begin() as db:
            db.execute(update(threads).where(threads.c.id == thread_id).values(policy=policy))
        return self.thread(thread_id)

    def threads(self, status: str | None = None) -> list[Thread]:
        """Newest activity first."""
        query = select(threads).order_by(threads.c.updated.desc())
        if status is not None:
            query = query.where(threads.c.status == status)
        with self._engine.connect() as db:
            return [Thread(**row) for row in db.execute(query).mappings()]

    def delete_thread(self, thread_id: str) -> None:
        """Remove the thread with its questions and reviews."""
        with self._engine.begin() as db:
            for table in (leases, reviews, questions):
                db.execute(delete(table).where(table.c.thread_id == thread_id))
            db.execute(delete(threads).where(threads.c.id == thread_id))

    def add_question(self, thread_id: str, question: str, sources: Sequence[str], history: Sequence[Turn]) -> Question:
        """A new question, running from now on."""
        now = time.time()
        with self._engine.begin() as db:
            count = select(func.count()).select_from(questions).where(questions.c.thread_id == thread_id)
            asked = Question(
                id=uuid.uuid4().hex[:12],
                thread_id=thread_id,
                seq=db.execute(count).scalar_one() + 1,
                question=question,
                sources=list(sources),
                history=list(history),
                status="running",
                record={},
                error=None,
                created=now,
            )
            db.execute(insert(questions).values(**vars(asked), updated=now))
            _touch(db, thread_id, "running")
        return asked

    def questions(self, thread_id: str) -> list[Question]:
        """All questions of a thread, oldest first."""
        query = select(questions).where(questions.c.thread_id == thread_id).order_by(questions.c.seq)
        with self._engine.connect() as db:
            return [_question(row) for row in db.execute(query).mappings()]

    def last_question(self, thread_id: str) -> Question | None:
        """The question the thread is about now."""
        query = select(questions).where(questions.c.thread_id == thread_id).order_by(questions.c.seq.desc()).limit(1)
        with self._engine.connect() as db:
            row = db.execute(query).mappings().first()
        return None if row is None else _question(row)

    def save_question(
        self, question: Question, status: Status, record: dict[str, Any], error: str | None = None
    ) -> None:
        """Store how far a question got; its thread takes the same status."""
        values = {"status": status, "record": record, "error": error, "updated": time.time()}
        with self._engine.begin() as db:
            db.execute(update(questions).where(questions.c.id == question.id).values(**values))
            _touch(db, question.thread_id, status)

    def add_review(self, thread_id: str, payload: dict[str, Any], interrupt_id: str | None) -> None:
        """Remember a review that waits; showing it again changes nothing."""
        self._insert_review(thread_id, payload, interrupt_id, {})

    def add_policy_review(self, thread_id: str, payload: dict[str, Any], decision: dict[str, Any]) -> None:
        """Record what a policy approved by itself."""
        self._insert_review(thread_id, payload, None, _decided(decision, "policy"))

    def _insert_review(
        self, thread_id: str, payload: dict[str, Any], interrupt_id: str | None, more: dict[str, Any]
    ) -> None:
        values = {"id": payload["review_id"], "thread_id": thread_id, "payload": payload, "interrupt_id": interrupt_id}
        with self._engine.begin() as db:
            if db.execute(select(reviews.c.id).where(reviews.c.id == payload["review_id"])).first() is None:
                db.execute(insert(reviews).values(**values, **more, created=time.time()))

    def review(self, review_id: str) -> Review | None:
        """A review by its id."""
        with self._engine.connect() as db:
            row = db.execute(select(reviews).where(reviews.c.id == review_id)).mappings().first()
        return None if row is None else Review(**row)

    def reviews(self, thread_id: str) -> list[Review]:
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
                raise ReviewAnswered("This review is already answered; the first decision stands.")
            thread_id = db.execute(select(reviews.c.thread_id).where(review)).scalar_one()
            waiting = (questions.c.thread_id == thread_id) & (questions.c.status == "waiting")
            db.execute(update(questions).where(waiting).values(status="running", updated=time.time()))
            _touch(db, thread_id, "running")

    def preferences(self) -> dict[str, str]:
        """What was chosen on the settings page."""
        with self._engine.connect() as db:
            return {row.name: row.value for row in db.execute(select(preferences))}

    def prefer(self, name: str, value: str) -> None:
        """Remember a choice."""
        with self._engine.begin() as db:
            db.execute(delete(preferences).where(preferences.c.name == name))
            db.execute(insert(preferences).values(name=name, value=value))

    def interrupted(self) -> list[Question]:
        """Questions marked as running: after a crash, those that nobody works on."""
        with self._engine.connect() as db:
            rows = db.execute(select(questions).where(questions.c.status == "running")).mappings()
            return [_question(row) for row in rows]


def _touch(db: Any, thread_id: str, status: Status) -> None:
    db.execute(update(threads).where(threads.c.id == thread_id).values(status=status, updated=time.time()))


def _decided(decision: dict[str, Any], by: str) -> dict[str, Any]:
    return {"decision": decision, "decided_by": by, "decided": time.time()}


def _question(row: RowMapping) -> Question:
    return Question(**{name: row[name] for name in Question.__dataclass_fields__})
