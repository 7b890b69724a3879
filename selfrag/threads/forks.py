"""Threads that go on from a review of another one with another decision. Every method is one transaction."""

from sqlalchemy import Engine, insert, select

from selfrag.threads.catalog import Question, Thread
from selfrag.threads.tables import questions, threads


class Forks:
    """Reads and writes them; each is a thread like any other."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def add(self, thread: Thread, question: Question) -> None:
        """Store the thread with the one question that it begins with."""
        with self._engine.begin() as db:
            db.execute(insert(threads).values(**vars(thread)))
            db.execute(insert(questions).values(**vars(question)))

    def of(self, thread_id: str) -> list[Thread]:
        """Those made from this thread, oldest first."""
        theirs = threads.c.forked_from["thread_id"].as_string() == thread_id
        with self._engine.connect() as db:
            rows = db.execute(select(threads).where(theirs).order_by(threads.c.created)).mappings()
            return [Thread(**row) for row in rows]

    def akin(self, thread_id: str) -> list[Thread]:
        """Those that go on from a question of this thread, also by way of a thread that is deleted, oldest first.

        A fork's question keeps the moment in which it was asked first.
        """
        moments = select(questions.c.created).where(questions.c.thread_id == thread_id)
        theirs = select(questions.c.thread_id).where(questions.c.created.in_(moments))
        forks = threads.c.forked_from["thread_id"].as_string().is_not(None) & (threads.c.id != thread_id)
        with self._engine.connect() as db:
            rows = db.execute(select(threads).where(forks & threads.c.id.in_(theirs)).order_by(threads.c.created))
            return [Thread(**row) for row in rows.mappings()]
