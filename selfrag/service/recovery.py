"""Takes up what a killed process, a failure or a person's stop left unfinished."""

from collections.abc import Iterator
from contextlib import suppress

from selfrag.errors import ThreadBusy
from selfrag.graph.state import Policy, State
from selfrag.graph.strategies.session import Session
from selfrag.graph.strategies.start import fresh
from selfrag.sentences import sentence
from selfrag.service.conduct import Go, settle
from selfrag.service.desk import Desk
from selfrag.service.views import record_of
from selfrag.threads.arrivals import Arrivals
from selfrag.threads.catalog import Question

CUT_OFF = sentence(
    "The program ended while this question was being answered. Continue it: finished steps do not run again."
)


def recover(desk: Desk) -> None:
    """After a start as the owner: say what was cut off. What another server works on right now is left to it."""
    desk.leases.clear_dead()
    desk.library.clean_up()
    Arrivals(desk.engine).lose()
    for question in desk.catalog.interrupted():
        with suppress(ThreadBusy), desk.leases.hold(question.thread_id):
            _take_stock(desk, question)


def _take_stock(desk: Desk, question: Question) -> None:
    thread = desk.catalog.thread(question.thread_id)
    session = desk.look_at(thread)
    state = session.state()
    mine = state.get("question_id") == question.id
    if thread.forked_from and not state:
        desk.catalog.delete_thread(thread.id)  # what it goes on from never arrived
        return
    if thread.forked_from and mine and not session.waiting() and all(step.get("inherited") for step in state["steps"]):
        ask_again(desk, question, session)
        return
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


def ask_again(desk: Desk, question: Question, session: Session) -> None:
    """Run a fork to the pause that it stands before, which takes a moment and spends nothing."""
    for _update in session.go_on():
        pass
    settle(desk, question, session)


def waits_for_a_person(desk: Desk, session: Session) -> bool:
    """Whether the graph waits for a decision that nobody has made yet."""
    waiting = session.waiting()
    if waiting is None:
        return False
    review = desk.reviews.get(waiting.review["review_id"])
    return review is None or review.decision is None
