"""All questions of all threads at once, and whether anything changed since they were read last."""

from sqlalchemy import Engine, func, select

from selfrag.threads.catalog import Question, Thread
from selfrag.threads.tables import feedback, questions, reviews, threads

_CHANGES = (threads.c.updated, questions.c.updated, reviews.c.decided, feedback.c.created)


class Records:
    """Reads what the catalog holds as a whole."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def version(self) -> tuple[tuple[int, float], ...]:
        """How many rows there are and when the newest changed: another value whenever figures may be others."""
        with self._engine.connect() as db:
            counts = [select(func.count(time), func.coalesce(func.max(time), 0.0)) for time in _CHANGES]
            return tuple((count, newest) for count, newest in (db.execute(each).one() for each in counts))

    def questions(self) -> list[tuple[Thread, Question]]:
        """Every question with its thread, oldest first."""
        names = Question.__dataclass_fields__
        with self._engine.connect() as db:
            known = {row["id"]: Thread(**row) for row in db.execute(select(threads)).mappings()}
            rows = db.execute(select(questions).order_by(questions.c.created, questions.c.seq)).mappings()
            asked = [Question(**{name: row[name] for name in names}) for row in rows]
        return [(known[each.thread_id], each) for each in asked if each.thread_id in known]
