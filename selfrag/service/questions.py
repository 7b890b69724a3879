"""Everything a person can do with questions, as calls that return a run or a view."""

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from typing import Any

from selfrag.errors import (
    QuestionInvalid,
    ReviewAnswered,
    ReviewOutdated,
    ReviewWaiting,
    RunStopped,
    SelfragError,
    UnknownThread,
)
from selfrag.graph.review import check_decision, review_request
from selfrag.graph.state import Policy, State, Step
from selfrag.graph.strategies.session import Session
from selfrag.graph.strategies.start import fresh
from selfrag.ports import Turn
from selfrag.runs import Ended, Run, StepDone
from selfrag.sentences import sentence
from selfrag.service.desk import Desk
from selfrag.service.views import record_of, view
from selfrag.threads.catalog import Question, Status, Thread

OUTCOME_STATUS: dict[str, Status] = {
    "answered": "answered",
    "answered_directly": "answered",
    "partly_supported": "answered",
    "no_evidence": "no_evidence",
    "rejected": "rejected",
}
UNSEEN = ("Cc", "Cs", "Co", "Cn")  # control characters, lone surrogates, private use, unassigned
CUT_OFF = sentence(
    "The program ended while this question was being answered. Continue it: finished steps do not run again."
)
ANSWERED = sentence("This review is already answered; the first decision stands.")
Go = Callable[[Session], Iterator[Step]]


class Questions:
    """Asks, pauses, resumes and recovers. Reading never changes a run."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def recover(self) -> None:
        """After a start as the owner: nothing of an earlier process is alive, so say what was cut off."""
        self.desk.leases.clear()
        self.desk.library.clean_up()
        for question in self.desk.catalog.interrupted():
            session = self._session(self.desk.catalog.thread(question.thread_id), _silent)
            state = session.state()
            mine = state.get("question_id") == question.id
            if mine and (_undecided(self.desk, session) or not session.unfinished()):
                self._settle(question, session)
            else:
                record = record_of(state) if mine else question.record
                self.desk.catalog.save_question(question, "stopped", record, CUT_OFF)

    def ask(
        self,
        question: str,
        *,
        thread_id: str | None = None,
        sources: Sequence[str] = (),
        strategy: str = "self",
        policy: Policy | None = None,
    ) -> Run:
        """Ask in a new thread or go on in an old one. `sources` are collection ids; none means all.

        A policy given to an old thread holds from this question on; a new thread's is `always` if none is given.

        Raises QuestionInvalid, UnknownThread, ReviewWaiting or ThreadBusy.
        """
        text = self._clean(question)
        catalog = self.desk.catalog
        thread = catalog.thread(thread_id) if thread_id else None
        with ExitStack() as stack:
            if thread is not None:
                stack.enter_context(self.desk.leases.hold(thread.id))
                if policy is not None:
                    thread = catalog.set_policy(thread.id, policy)
                if self._session(thread, _silent).waiting():
                    raise ReviewWaiting("This thread waits for your decision: approve, edit or reject it first.")
            else:
                thread = catalog.add_thread(text, strategy, policy or "always")
                stack.enter_context(self.desk.leases.hold(thread.id))
            chosen = list(sources) or [collection.id for collection in self.desk.library.collections()]
            asked = catalog.add_question(thread.id, text, chosen, self._history(thread))
            return self._run(thread, asked, lambda session: session.start(_fresh(thread, asked)), stack.pop_all())

    def resume(self, thread_id: str, decision: dict[str, Any]) -> Run:
        """Answer the waiting review. The first decision wins.

        Raises DecisionInvalid, ReviewAnswered, ReviewOutdated, UnknownThread or ThreadBusy; then nothing changed.
        """
        thread = self.desk.catalog.thread(thread_id)
        self._refuse_if_answered(decision.get("review_id"))
        with ExitStack() as stack:
            stack.enter_context(self.desk.leases.hold(thread.id))
            self._refuse_if_answered(decision.get("review_id"))
            waiting = self._session(thread, _silent).waiting()
            question = self.desk.catalog.last_question(thread.id)
            if waiting is None or question is None:
                raise ReviewOutdated("This review is no longer current: nothing waits for a decision in this thread.")
            checked = check_decision(waiting.review, decision, self.desk.limits)
            value = checked.model_dump()
            self.desk.catalog.add_review(thread.id, waiting.review, waiting.interrupt_id)
            self.desk.catalog.decide(checked.review_id, value)
            self.desk.catalog.save_question(question, "running", question.record)
            return self._run(
                thread, question, lambda session: session.resume(waiting.interrupt_id, value), stack.pop_all()
            )

    def continue_(self, thread_id: str) -> Run:
        """Take up what was cut off, stopped or failed; a review that waits stays waiting."""
        thread = self.desk.catalog.thread(thread_id)
        with ExitStack() as stack:
            stack.enter_context(self.desk.leases.hold(thread.id))
            question = self.desk.catalog.last_question(thread.id)
            if question is None:
                raise QuestionInvalid("This thread has no question yet: ask one.")
            session = self._session(thread, _silent)
            go = self._what_is_left(thread, question, session)
            if session.unfinished() and not _undecided(self.desk, session):
                self.desk.catalog.save_question(question, "running", question.record)
            return self._run(thread, question, go, stack.pop_all())

    def stop(self, thread_id: str) -> None:
        """Ask the thread's run to end; what was written so far is kept."""
        run = self.desk.runs.get(thread_id)
        if run is not None:
            run.stop()

    def show(self, thread_id: str) -> dict[str, Any]:
        """The thread's last question."""
        thread = self.desk.catalog.thread(thread_id)
        return self._view(thread, self.desk.catalog.last_question(thread_id))

    def history(self, thread_id: str) -> list[dict[str, Any]]:
        """All questions of a thread, oldest first."""
        thread = self.desk.catalog.thread(thread_id)
        return [self._view(thread, question) for question in self.desk.catalog.questions(thread_id)]

    def threads(self, status: str | None = None) -> list[Thread]:
        """Threads, newest activity first."""
        return self.desk.catalog.threads(status)

    def run(self, thread_id: str) -> Run | None:
        """The thread's run while it is alive."""
        run = self.desk.runs.get(thread_id)
        return run if run is not None and run.ended is None else None

    def delete_thread(self, thread_id: str) -> None:
        """Remove a thread with its checkpoints and reviews."""
        with self.desk.leases.hold(self.desk.catalog.thread(thread_id).id):
            self.desk.checkpointer.delete_thread(thread_id)
        self.desk.catalog.delete_thread(thread_id)

    def status(self, thread_id: str) -> Status | None:
        """The status of the thread's last question; None for no such thread."""
        try:
            return self.desk.catalog.thread(thread_id).status
        except UnknownThread:
            return None

    def waiting_review(self, thread_id: str) -> dict[str, Any]:
        """The review that waits in the thread. Raises ReviewAnswered or ReviewOutdated where none does."""
        review = self.show(thread_id)["review"]
        if review is not None:
            return dict(review)
        if any(review.decided is not None for review in self.desk.catalog.reviews(thread_id)):
            raise ReviewAnswered(ANSWERED)
        raise ReviewOutdated("Nothing waits for a decision in this thread.")

    def save_draft(self, review_id: str, draft: dict[str, Any]) -> None:
        """Keep a person's unfinished edits of a review."""
        self.desk.catalog.save_draft(review_id, draft)

    def _view(self, thread: Thread, question: Question | None) -> dict[str, Any]:
        waiting = None
        if question is not None and question.status == "waiting":
            reviews = [review for review in self.desk.catalog.reviews(thread.id) if review.decided is None]
            waiting = reviews[-1] if reviews else None
        return view(thread, question, waiting, self.desk.passages)

    def _run(self, thread: Thread, question: Question, go: Go, held: ExitStack) -> Run:
        def work(run: Run) -> Ended:
            with held:
                return self._work(run, thread, question, go)

        try:
            return self.desk.runs.start(thread.id, work)
        except SelfragError:
            held.close()
            raise

    def _work(self, run: Run, thread: Thread, question: Question, go: Go) -> Ended:
        session = self._session(thread, run.progress)
        try:
            for step in go(session):
                run.emit(StepDone(dict(step)))
        except RunStopped:
            return self._break_off(question, session, "stopped", None, run.text())
        except SelfragError as error:
            return self._break_off(question, session, "failed", str(error), run.text())
        except BaseException as error:
            fault = sentence(
                "A fault in the program ({fault}) stopped this question: continue it to try again.",
                fault=type(error).__name__,
            )
            self._break_off(question, session, "failed", fault, run.text())
            raise
        return Ended(self._settle(question, session))

    def _break_off(self, question: Question, session: Session, status: Status, error: str | None, text: str) -> Ended:
        record = record_of(session.state()) | ({"partial": text} if text else {})
        self.desk.catalog.save_question(question, status, record, error)
        return Ended(status, error)

    def _settle(self, question: Question, session: Session) -> Status:
        state, waiting = session.state(), session.waiting()
        if waiting is not None:
            self.desk.catalog.add_review(question.thread_id, waiting.review, waiting.interrupt_id)
            self.desk.catalog.save_question(question, "waiting", record_of(state))
            return "waiting"
        if state["decision"].get("by") == "policy":
            payload = review_request(state, self.desk.limits)
            self.desk.catalog.add_policy_review(question.thread_id, payload, state["decision"])
        status = OUTCOME_STATUS[state["outcome"] or "no_evidence"]
        self.desk.catalog.save_question(question, status, record_of(state))
        return status

    def _what_is_left(self, thread: Thread, question: Question, session: Session) -> Go:
        if session.state().get("question_id") != question.id:
            return lambda new: new.start(_fresh(thread, question))
        waiting = session.waiting()
        if waiting is not None:
            review = self.desk.catalog.review(waiting.review["review_id"])
            decision = review.decision if review else None
            if decision is None:
                return _nothing
            return lambda new: new.resume(waiting.interrupt_id, decision)
        return (lambda new: new.go_on()) if session.unfinished() else _nothing

    def _refuse_if_answered(self, review_id: object) -> None:
        review = self.desk.catalog.review(str(review_id))
        if review is not None and review.decided is not None:
            raise ReviewAnswered(ANSWERED)

    def _history(self, thread: Thread) -> list[Turn]:
        return self._session(thread, _silent).state().get("history", [])

    def _session(self, thread: Thread, progress: Callable[..., None]) -> Session:
        return self.desk.session(thread.id, thread.strategy, progress)

    def _clean(self, question: str) -> str:
        characters = unicodedata.normalize("NFC", question)
        text = "".join(c for c in characters if c in "\n\t" or unicodedata.category(c) not in UNSEEN).strip()
        if not text:
            raise QuestionInvalid("The question is empty: type what you want to know.")
        if len(text) > self.desk.limits.question_chars:
            raise QuestionInvalid(
                "The question has {length} characters, and the limit is {limit}: shorten it.",
                length=f"{len(text):,}",
                limit=f"{self.desk.limits.question_chars:,}",
            )
        return text


def _fresh(thread: Thread, question: Question) -> State:
    return fresh(
        thread_id=thread.id,
        question_id=question.id,
        question=question.question,
        history=question.history,
        sources=question.sources,
        policy=thread.policy,  # type: ignore[arg-type]
    )


def _undecided(desk: Desk, session: Session) -> bool:
    waiting = session.waiting()
    if waiting is None:
        return False
    review = desk.catalog.review(waiting.review["review_id"])
    return review is None or review.decision is None


def _silent(kind: str, **facts: Any) -> None:
    """Progress of a session that is only read."""


def _nothing(session: Session) -> Iterator[Step]:
    return iter(())
