"""Takes up what a killed process, a failure or a person's stop left unfinished."""

from collections.abc import Iterator

from selfrag.graph.state import Policy, State
from selfrag.graph.strategies.session import Session
from selfrag.graph.strategies.start import fresh
from selfrag.sentences import sentence
from selfrag.service.conduct import Go, settle
from selfrag.service.desk import Desk
from selfrag.service.views import record_of
from selfrag.threads.catalog import Question

CUT_OFF = sentence(
    "The program ended while this question was being answered. Continue it: finished steps do not run again."
)


def recover(desk: Desk) -> None:
    """After a start as the owner: nothing of an earlier process is alive, so say what was cut off."""
    desk.leases.clear()
    desk.library.clean_up()
    for question in desk.catalog.interrupted():
        session = desk.look_at(desk.catalog.thread(question.thread_id))
        state = session.state()
        mine = state.get("question_id") == question.id
        if mine and (waits_for_a_person(desk, session) or not session.unfinished()):
            settle(desk, question, session)
        else:
            record = record_of(state, question.record) if mine else question.record
            desk.catalog.save_question(question, "stopped", record, CUT_OFF)


def what_is_left(desk: Desk, question: Question, session: Session) -> Go | None:
    """How to go on with a question; None when it waits for a person or has ended."""
    if session.state().get("question_id") != question.id:
        return begin(desk, question)
    waiting = session.waiting()
    if waiting is not None:
        review = desk.reviews.get(waiting.review["review_id"])
        decision = review.decision if review else None
        return None if decision is None else lambda new: new.resume(waiting.interrupt_id, decision)
    return Session.go_on if session.unfinished() else None


def begin(desk: Desk, question: Question) -> Go:
    """How to start a question."""
    policy: Policy = question.policy  # type: ignore[assignment]  # a column holds any text
    state = fresh(
        thread_id=question.thread_id,
        question_id=question.id,
        question=question.question,
        history=question.history,
        sources=question.sources,
        policy=policy,
        strategy=desk.catalog.thread(question.thread_id).strategy,
        web_provider=desk.web_provider,
        draft_review=bool(question.draft_review),
    )

    def start(session: Session) -> Iterator[State]:
        return session.start(state)

    return start


def waits_for_a_person(desk: Desk, session: Session) -> bool:
    """Whether the graph waits for a decision that nobody has made yet."""
    waiting = session.waiting()
    if waiting is None:
        return False
    review = desk.reviews.get(waiting.review["review_id"])
    return review is None or review.decision is None
