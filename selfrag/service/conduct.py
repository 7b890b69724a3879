"""Drives a question's graph, and records what became of it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from selfrag.errors import RunStopped, SelfragError
from selfrag.graph.review import review_request
from selfrag.graph.state import State
from selfrag.graph.strategies.session import Session
from selfrag.runs import Ended, Run, StepDone
from selfrag.sentences import sentence
from selfrag.service.desk import Desk
from selfrag.service.views import record_of
from selfrag.threads.catalog import Question, Status
from selfrag.threads.leases import Lease

OUTCOME_STATUS: dict[str, Status] = {
    "answered": "answered",
    "answered_directly": "answered",
    "partly_supported": "answered",
    "no_evidence": "no_evidence",
    "rejected": "rejected",
}
FAULT = sentence("A fault in the program ({fault}) stopped this question: continue it to try again.")
TAKEN_OVER = sentence("Another server took this question over, since this one was silent for too long.")
Go = Callable[[Session], Iterator[State]]


@dataclass(frozen=True)
class Conduct:
    """One run of a question's graph; whatever happens, the question's status says so afterwards.

    Once the lease is lost, nothing is recorded any more: what becomes of the question is its new owner's to say.
    """

    desk: Desk
    run: Run
    question: Question
    session: Session
    lease: Lease

    def through(self, go: Go) -> Ended:
        """Run the graph to its next pause or end."""
        try:
            for update in go(self.session):
                self._record_policy(update)
                for step in update.get("steps", []):
                    self.run.emit(StepDone(dict(step)))
        except RunStopped:
            return self._break_off("stopped")
        except SelfragError as error:
            return self._break_off("failed", str(error))
        except BaseException as error:
            fault = type(error).__name__
            self._break_off("failed", sentence(FAULT, fault=fault))
            raise
        if self.lease.lost:
            return Ended("stopped", TAKEN_OVER)
        return Ended(settle(self.desk, self.question, self.session))

    def _break_off(self, status: Status, error: str | None = None) -> Ended:
        if self.lease.lost:
            return Ended("stopped", TAKEN_OVER)
        record = record_of(self.session.state(), self.question.record, self.session.broken_off)
        text = self.run.text()
        self.desk.catalog.save_question(self.question, status, record | ({"partial": text} if text else {}), error)
        return Ended(status, error)

    def _record_policy(self, update: State) -> None:
        decision = update.get("decision", {})
        if decision.get("by") == "policy":
            shown: State = {**self.session.state(), **update}
            shown["attempt"] = update["attempt"] - 1
            self.desk.reviews.add_decided_by_policy(review_request(shown, self.desk.limits), decision)


def settle(desk: Desk, question: Question, session: Session) -> Status:
    """Bring the catalog up to a graph that waits or has ended."""
    state, waiting = session.state(), session.waiting()
    if waiting is not None:
        desk.reviews.add(waiting.review)
        desk.catalog.save_question(question, "waiting", record_of(state, question.record))
        return "waiting"
    status = OUTCOME_STATUS[state["outcome"] or "no_evidence"]
    desk.catalog.save_question(question, status, record_of(state, question.record))
    desk.checkpointer.drop_spent(question.thread_id)
    return status
