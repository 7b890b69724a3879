"""What people think of answers and of their sentences. Every method is one transaction."""

import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import Engine, insert, select

from selfrag.threads.tables import feedback

Kind = Literal["strike", "thumb"]


@dataclass(frozen=True)
class Mark:
    """One opinion; the newest of its kind (on its sentence, counted from 0) holds, and the older ones are kept.

    `value` of a strike is 1 (struck) or 0 (taken back), of a thumb 1 (up), -1 (down) or 0 (taken back).
    """

    id: str
    thread_id: str
    question_id: str
    kind: Kind
    sentence: int | None
    value: int
    who: str
    created: float


class Feedback:
    """Reads and writes opinions."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def add(
        self, thread_id: str, question_id: str, kind: Kind, *, value: int, who: str = "", sentence: int | None = None
    ) -> None:
        """Keep an opinion."""
        mark = Mark(uuid.uuid4().hex, thread_id, question_id, kind, sentence, value, who, time.time())
        with self._engine.begin() as db:
            db.execute(insert(feedback).values(**vars(mark)))

    def of_thread(self, thread_id: str) -> list[Mark]:
        """All opinions on a thread's answers, oldest first."""
        query = select(feedback).where(feedback.c.thread_id == thread_id).order_by(feedback.c.created)
        with self._engine.connect() as db:
            return [Mark(**row) for row in db.execute(query).mappings()]

    def all(self) -> list[Mark]:
        """All opinions, oldest first."""
        with self._engine.connect() as db:
            return [Mark(**row) for row in db.execute(select(feedback).order_by(feedback.c.created)).mappings()]


def struck(marks: Sequence[Mark], question_id: str) -> dict[int, Mark]:
    """The sentences of an answer that are struck now, by number from 0, each with who struck it and when."""
    newest = {
        mark.sentence: mark
        for mark in marks
        if mark.kind == "strike" and mark.question_id == question_id and mark.sentence is not None
    }
    return {number: mark for number, mark in newest.items() if mark.value}


def thumb(marks: Sequence[Mark], question_id: str) -> int:
    """What people think of an answer now: 1 up, -1 down, 0 nothing."""
    thumbs = [mark.value for mark in marks if mark.kind == "thumb" and mark.question_id == question_id]
    return thumbs[-1] if thumbs else 0
