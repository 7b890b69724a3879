"""“What if”: a review answered otherwise, in a thread of its own."""

import time
import uuid
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

from selfrag.errors import ReviewOutdated, SelfragError
from selfrag.graph.strategies.session import Session
from selfrag.runs import Run
from selfrag.service.holding import hold, start
from selfrag.service.made_with import made_with
from selfrag.service.questions import DEFAULT_STRATEGY, Questions, as_typed
from selfrag.service.recovery import ask_again
from selfrag.threads import stands
from selfrag.threads.catalog import Question, Thread, new_thread
from selfrag.threads.forks import Forks
from selfrag.threads.reviews import Review


class Forking(Questions):
    """Forks. The thread that one is made from is only read."""

    def fork(self, thread_id: str, review_id: str, decision: dict[str, Any] | None = None, who: str = "") -> Run:
        """Ask that review again in a new thread, whose id is the run's key; with a `decision`, answer it there.

        The decision names that review, or none. Everything that had been done before the review
        is there, and costs nothing again. Raises UnknownThread, ReviewOutdated where nothing is kept to go on from,
        and whatever `resume` does of the decision; then there is no new thread.
        """
        thread = self.desk.catalog.thread(thread_id)
        review = self._review_of(thread, review_id)
        if decision is not None:
            self._checked(review.payload, as_typed({"review_id": review_id, **decision}))
        stand = stands.find(self.desk.checkpointer, thread.id, review_id)
        if stand is None:
            raise ReviewOutdated(
                "What this review was asked with is no longer kept, so it cannot be answered otherwise: ask the "
                "question again."
            )
        fork, question = self._rows(thread, review_id, stand)
        with ExitStack() as stack:
            lease = hold(self.desk, fork.id, stack)
            session = self._begin(fork, question, stand)
            if decision is None:
                return start(self.desk, question, None, stack.pop_all(), lease)
            waiting = session.waiting()
        try:
            return self.resume(fork.id, {**decision, "review_id": waiting and waiting.review["review_id"]}, who)
        except SelfragError:
            self.delete_thread(fork.id)
            raise

    def forks(self, thread_id: str) -> list[Thread]:
        """The threads that were forked from this one, oldest first."""
        return Forks(self.desk.engine).of(thread_id)

    def _review_of(self, thread: Thread, review_id: str) -> Review:
        review = self.desk.reviews.get(review_id)
        if review is None or review.thread_id != thread.id:
            raise ReviewOutdated("This thread has no review “{review}”.", review=review_id[:60])
        return review

    def _rows(self, thread: Thread, review_id: str, stand: stands.Stand) -> tuple[Thread, Question]:
        """The thread and its question as the catalog knows them before anything is done."""
        asked = self.desk.catalog.question(thread.id, stand.state["question_id"])
        strategy = stand.state.get("strategy", DEFAULT_STRATEGY)
        source = {"thread_id": thread.id, "question_id": asked.id, "review_id": review_id}
        fork = replace(
            new_thread(thread.title, strategy, thread.policy), draft_review=thread.draft_review, forked_from=source
        )
        question = replace(
            asked,
            id=uuid.uuid4().hex[:12],
            thread_id=fork.id,
            seq=1,
            status="running",
            record={},
            error=None,
            updated=time.time(),
            made_with=made_with(self.desk),
        )
        return fork, question

    def _begin(self, fork: Thread, question: Question, stand: stands.Stand) -> Session:
        """The rows first: a copy that never arrived is told by them after a crash, and taken away."""
        Forks(self.desk.engine).add(fork, question)
        session = self.desk.look_at(fork)
        try:
            stands.copy(self.desk.checkpointer, stand, fork.id, belonging_to(question, stand))
            ask_again(self.desk, question, session)
        except Exception:
            self.desk.checkpointer.delete_thread(fork.id)
            self.desk.catalog.delete_thread(fork.id)
            raise
        return session


def belonging_to(question: Question, stand: stands.Stand) -> dict[str, Any]:
    """What of the state says whose it is."""
    steps = [{**step, "inherited": True} for step in stand.state.get("steps", [])]
    return {"thread_id": question.thread_id, "question_id": question.id, "steps": steps}
