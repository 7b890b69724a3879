"""What a person does with whole threads: name, put away, find, and say who reviews. Every method is one transaction."""

import time
from collections.abc import Mapping
from typing import Any

from sqlalchemy import ColumnElement, Engine, func, or_, select, update

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

    def matching(
        self,
        text: str = "",
        *,
        status: str | None = None,
        but: str | None = None,
        archived: bool | None = None,
        limit: int | None = None,
    ) -> list[Thread]:
        """Threads whose title or one of whose questions holds the text, newest activity first.

        Those of one `status`, or of any `but` one. `archived` gives those that were put away, or those that were not;
        None gives both.
        """
        query = select(threads).where(*_filed(archived)).order_by(threads.c.updated.desc()).limit(limit)
        if status is not None:
            query = query.where(threads.c.status == status)
        if but is not None:
            query = query.where(threads.c.status != but)
        if text:
            asked = select(questions.c.thread_id).where(questions.c.question.icontains(text, autoescape=True))
            query = query.where(or_(threads.c.title.icontains(text, autoescape=True), threads.c.id.in_(asked)))
        with self._engine.connect() as db:
            return [Thread(**row) for row in db.execute(query).mappings()]

    def count(self, archived: bool | None = None) -> int:
        """How many threads there are; `archived` as in `matching`."""
        with self._engine.connect() as db:
            return db.execute(select(func.count()).select_from(threads).where(*_filed(archived))).scalar_one()

    def _set(self, thread_id: str, values: Mapping[str, Any]) -> None:
        with self._engine.begin() as db:
            db.execute(update(threads).where(threads.c.id == thread_id).values(**values))


def _filed(archived: bool | None) -> list[ColumnElement[bool]]:
    if archived is None:
        return []
    return [threads.c.archived.is_not(None) if archived else threads.c.archived.is_(None)]
