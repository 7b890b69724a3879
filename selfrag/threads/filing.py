"""What a person does with whole threads: name, put away, find, and say who reviews. Every method is one transaction."""

import time
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Engine, or_, select, update

from selfrag.threads.catalog import TITLE_CHARS, Thread
from selfrag.threads.tables import questions, threads


class Filing:
    """Changes what the catalog says of a thread; its questions and answers stay as they are."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def rename(self, thread_id: str, title: str) -> None:
        """Give it another title."""
        self._set(thread_id, {"title": title[:TITLE_CHARS]})

    def archive(self, thread_id: str, away: bool) -> None:
        """Put it away, or bring it back."""
        self._set(thread_id, {"archived": time.time() if away else None})

    def choose_policy(self, thread_id: str, policy: str) -> None:
        """Who reviews the evidence of its next questions."""
        self._set(thread_id, {"policy": policy})

    def choose_draft_review(self, thread_id: str, wanted: bool) -> None:
        """Whether answers to its next questions wait for a person before they are final."""
        self._set(thread_id, {"draft_review": wanted})

    def matching(self, text: str, limit: int | None = None) -> list[Thread]:
        """Threads whose title or one of whose questions holds the text, newest activity first."""
        fits = f"%{_literally(text)}%"
        asked = select(questions.c.thread_id).where(questions.c.question.ilike(fits, escape="\\"))
        found = or_(threads.c.title.ilike(fits, escape="\\"), threads.c.id.in_(asked))
        query = select(threads).where(found).order_by(threads.c.updated.desc()).limit(limit)
        with self._engine.connect() as db:
            return [Thread(**row) for row in db.execute(query).mappings()]

    def _set(self, thread_id: str, values: Mapping[str, Any]) -> None:
        with self._engine.begin() as db:
            db.execute(update(threads).where(threads.c.id == thread_id).values(**values))


def _literally(text: str) -> str:
    for sign in "\\%_":
        text = text.replace(sign, "\\" + sign)
    return text
