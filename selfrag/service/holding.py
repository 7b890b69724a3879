"""One run per thread, whichever server it belongs to."""

import time
from contextlib import ExitStack, suppress
from typing import Any

from selfrag.errors import RunStopped, ThreadBusy, UnknownThread
from selfrag.ports import Progress
from selfrag.runs import Ended, Run
from selfrag.service.conduct import TAKEN_OVER, Conduct, Go, settle
from selfrag.service.desk import Desk
from selfrag.threads.catalog import Question
from selfrag.threads.decided import already
from selfrag.threads.leases import Lease

PATIENCE = 3.0  # seconds; a thread is held for a moment before a decision is on record, and after a run's end is
BETWEEN = 0.02


def hold(desk: Desk, thread_id: str, stack: ExitStack, review_id: object = None) -> Lease:
    """Hold the thread until the stack closes, for a decision on that review if one is named.

    Raises ThreadBusy, and ReviewAnswered where the review is decided, by whoever holds the thread too.
    """
    until = time.monotonic() + PATIENCE
    while True:
        _refuse_if_answered(desk, review_id)
        try:
            lease = stack.enter_context(desk.leases.hold(thread_id))
            break
        except ThreadBusy:
            if not _is_quiet(desk, thread_id) or time.monotonic() > until:
                _refuse_if_answered(desk, review_id)  # it may have been decided since it was looked at
                raise
        time.sleep(BETWEEN)
    _refuse_if_answered(desk, review_id)
    last = desk.runs.get(thread_id)
    if last is not None and last.wait(PATIENCE) is None:  # it has let go of the thread, and is about to say so
        raise ThreadBusy("This thread is being worked on right now: wait for it to pause or finish.")
    return lease


def _refuse_if_answered(desk: Desk, review_id: object) -> None:
    review = desk.reviews.get(str(review_id)) if review_id is not None else None
    if review is not None and review.decided is not None:
        raise already(review)


def _is_quiet(desk: Desk, thread_id: str) -> bool:
    """Whether who holds the thread is about to let go of it, or to say why it is held."""
    with suppress(UnknownThread):
        return desk.catalog.thread(thread_id).status != "running"
    return False


def start(desk: Desk, question: Question, go: Go | None, held: ExitStack, lease: Lease) -> Run:
    """Run the question in the background; `held` closes with it, or now where it cannot start."""

    def work(run: Run) -> Ended:
        with held:
            thread = desk.catalog.thread(question.thread_id)
            session = desk.session(thread.id, thread.strategy, _while_held(run.progress, lease))
            if go is not None:
                return Conduct(desk, run, question, session, lease).through(go)
            return Ended("stopped", TAKEN_OVER) if lease.lost else Ended(settle(desk, question, session))

    try:
        return desk.runs.start(question.thread_id, work)
    except BaseException:  # whatever it was: a heartbeat would hold the thread for as long as the process lives
        held.close()
        raise


def _while_held(progress: Progress, lease: Lease) -> Progress:
    """Ends a run whose thread may be somebody else's by now: two would write over each other."""

    def tell(kind: str, **facts: Any) -> None:
        if lease.lost:
            raise RunStopped
        progress(kind, **facts)

    return tell
