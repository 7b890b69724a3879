"""What people say to each other about a thread. Every method is one transaction."""

import time
import uuid
from dataclasses import dataclass

from sqlalchemy import Engine, insert, select

from selfrag.threads.tables import comments

TEXT_CHARS = 2000


@dataclass(frozen=True)
class Comment:
    """A remark on a thread, or on one of its reviews; `created` in seconds since 1970."""

    id: str
    thread_id: str
    review_id: str | None
    who: str
    text: str
    created: float


class Comments:
    """Reads and writes comments."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def add(self, thread_id: str, review_id: str | None, who: str, text: str) -> Comment:
        """Keep a remark."""
        comment = Comment(uuid.uuid4().hex, thread_id, review_id, who, text, time.time())
        with self._engine.begin() as db:
            db.execute(insert(comments).values(**vars(comment)))
        return comment

    def of_thread(self, thread_id: str) -> list[Comment]:
        """The remarks on a thread, oldest first."""
        query = select(comments).where(comments.c.thread_id == thread_id).order_by(comments.c.created)
        with self._engine.connect() as db:
            return [Comment(**row) for row in db.execute(query).mappings()]
