"""The catalog of threads and their questions. Every method is one transaction."""

import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import Connection, Engine, RowMapping, delete, func, insert, select, update

from selfrag.errors import UnknownThread
from selfrag.ports import Turn
from selfrag.threads.tables import comments, feedback, leases, questions, reviews, threads

Status = Literal["running", "waiting", "answered", "rejected", "no_evidence", "failed", "stopped"]
TITLE_CHARS = 80


@dataclass(frozen=True)
class Thread:
    """A conversation; `strategy` and `status` are those of its last question, times are seconds since 1970.

    `archived` is when it was put away. `forked_from` names the `thread_id`, `question_id` and `review_id` that it goes
    on from with another decision.
    """

    id: str
    title: str
    strategy: str
    policy: str
    status: Status
    created: float
    updated: float
    draft_review: bool | None = None
    archived: float | None = None
    forked_from: dict[str, str] | None = None


@dataclass(frozen=True)
class Question:
    """One question of a thread; `record` is the run's state as far as it got.

    `draft_review`: its answer waits for a person before it is final. `made_with` says what it was asked with (models
    and settings, never keys).
    """

    id: str
    thread_id: str
    seq: int
    question: str
    sources: list[str]
    history: list[Turn]
    policy: str
    status: Status
    record: dict[str, Any]
    error: str | None
    created: float
    updated: float
    draft_review: bool | None = None
    made_with: dict[str, Any] | None = None


class Catalog:
    """Reads and writes threads and questions."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def thread(self, thread_id: str) -> Thread:
        """Raises UnknownThread."""
        with self._engine.connect() as db:
            row = db.execute(select(threads).where(threads.c.id == thread_id)).mappings().first()
        if row is None:
            short = thread_id[:40]
            raise UnknownThread("There is no thread “{thread}”: list them to find the right one.", thread=short)
        return Thread(**row)

    def threads(self, status: str | None = None, limit: int | None = None) -> list[Thread]:
        """Newest activity first."""
        query = select(threads).order_by(threads.c.updated.desc()).limit(limit)
        if status is not None:
            query = query.where(threads.c.status == status)
        with self._engine.connect() as db:
            return [Thread(**row) for row in db.execute(query).mappings()]

    def delete_thread(self, thread_id: str) -> None:
        """Remove the thread with its questions and reviews."""
        with self._engine.begin() as db:
            for table in (leases, feedback, comments, reviews, questions):
                db.execute(delete(table).where(table.c.thread_id == thread_id))
            db.execute(delete(threads).where(threads.c.id == thread_id))

    def add_question(
        self,
        thread: Thread,
        question: str,
        sources: Sequence[str],
        history: Sequence[Turn],
        policy: str,
        *,
        draft_review: bool = False,
        made_with: dict[str, Any] | None = None,
    ) -> Question:
        """A new question, running from now on; its thread is stored with it if it is a new one."""
        now = time.time()
        with self._engine.begin() as db:
            if db.execute(select(threads.c.id).where(threads.c.id == thread.id)).first() is None:
                db.execute(insert(threads).values(**vars(thread)))
            else:
                db.execute(update(threads).where(threads.c.id == thread.id).values(strategy=thread.strategy))
            count = select(func.count()).select_from(questions).where(questions.c.thread_id == thread.id)
            asked = Question(
                id=uuid.uuid4().hex[:12],
                thread_id=thread.id,
                seq=db.execute(count).scalar_one() + 1,
                question=question,
                sources=list(sources),
                history=list(history),
                policy=policy,
                status="running",
                record={},
                error=None,
                created=now,
                updated=now,
                draft_review=draft_review,
                made_with=made_with,
            )
            db.execute(insert(questions).values(**vars(asked)))
            touch(db, thread.id, "running")
        return asked

    def questions(self, thread_id: str, last: int | None = None) -> list[Question]:
        """The questions of a thread, or the last so many of them, oldest first."""
        query = select(questions).where(questions.c.thread_id == thread_id).order_by(questions.c.seq.desc()).limit(last)
        with self._engine.connect() as db:
            return [_question(row) for row in db.execute(query).mappings()][::-1]

    def question(self, thread_id: str, question_id: str) -> Question:
        """A question of a thread by its id. Raises UnknownThread where the thread has none of that id."""
        query = select(questions).where((questions.c.thread_id == thread_id) & (questions.c.id == question_id))
        with self._engine.connect() as db:
            row = db.execute(query).mappings().first()
        if row is None:
            raise UnknownThread("This thread has no question “{question}”.", question=question_id[:40])
        return _question(row)

    def count_questions(self, thread_id: str) -> int:
        """How many questions a thread has."""
        query = select(func.count()).select_from(questions).where(questions.c.thread_id == thread_id)
        with self._engine.connect() as db:
            return db.execute(query).scalar_one()

    def when_asked(self, thread_id: str) -> dict[int, float]:
        """When each question of a thread was asked, in seconds since 1970, by its number from 1."""
        query = select(questions.c.seq, questions.c.created).where(questions.c.thread_id == thread_id)
        with self._engine.connect() as db:
            return {row.seq: row.created for row in db.execute(query)}

    def last_question(self, thread_id: str) -> Question | None:
        """The question the thread is about now."""
        return next(iter(self.questions(thread_id, last=1)), None)

    def save_question(
        self, question: Question, status: Status, record: dict[str, Any], error: str | None = None
    ) -> None:
        """Store how far a question got; its thread takes the same status."""
        values = {"status": status, "record": record, "error": error, "updated": time.time()}
        with self._engine.begin() as db:
            db.execute(update(questions).where(questions.c.id == question.id).values(**values))
            touch(db, question.thread_id, status)

    def interrupted(self) -> list[Question]:
        """Questions marked as running: after a crash, those that nobody works on."""
        with self._engine.connect() as db:
            rows = db.execute(select(questions).where(questions.c.status == "running")).mappings()
            return [_question(row) for row in rows]


def new_thread(title: str, strategy: str, policy: str, draft_review: bool = False) -> Thread:
    """A thread that is stored with its first question; what it says of reviews holds for questions that say nothing."""
    now = time.time()
    return Thread(uuid.uuid4().hex[:12], title[:TITLE_CHARS], strategy, policy, "running", now, now, draft_review)


def touch(db: Connection, thread_id: str, status: Status) -> None:
    """Give a thread the status of its last question."""
    db.execute(update(threads).where(threads.c.id == thread_id).values(status=status, updated=time.time()))


def _question(row: RowMapping) -> Question:
    return Question(**{name: row[name] for name in Question.__dataclass_fields__})
