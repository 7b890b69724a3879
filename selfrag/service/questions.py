"""Everything a person can do with questions, as calls that return a run or a view."""

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

from selfrag.errors import QuestionInvalid, ReviewOutdated, ReviewWaiting
from selfrag.graph.consent import KIND as WEB_CONSENT
from selfrag.graph.consent import Consent, check_consent
from selfrag.graph.decision import Decision, check_decision
from selfrag.graph.draft_review import KIND as DRAFT_REVIEW
from selfrag.graph.draft_review import Acceptance, check_acceptance
from selfrag.graph.state import Policy
from selfrag.language.plain import plain
from selfrag.runs import Run
from selfrag.service.desk import Desk
from selfrag.service.holding import hold, start
from selfrag.service.made_with import made_with
from selfrag.service.names import name_of
from selfrag.service.recovery import begin, recover, waits_for_a_person, what_is_left
from selfrag.service.remembered import remembered
from selfrag.service.showing import Showing
from selfrag.threads.catalog import new_thread
from selfrag.threads.forks import Forks
from selfrag.threads.reviews import NO_LONGER

DEFAULT_STRATEGY = "self"
TYPED = ("question", "query", "note")


class Questions(Showing):
    """Asks, pauses, resumes and continues."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def recover(self) -> None:
        """After a start as the owner of the data directory: say what an earlier process left unfinished."""
        recover(self.desk)

    def ask(
        self,
        question: str,
        *,
        thread_id: str | None = None,
        sources: Sequence[str] = (),
        strategy: str | None = None,
        policy: Policy | None = None,
        draft_review: bool | None = None,
    ) -> Run:
        """Ask in a new thread or go on in an old one. `sources` are collection ids and `WEB`; none means all
        collections.

        `strategy` is that of the thread from this question on. `policy` and `draft_review` hold for this question;
        without them the thread's hold, which are what the settings page said when it began. Raises QuestionInvalid,
        UnknownThread, ReviewWaiting or ThreadBusy.
        """
        text = self._clean(question)
        if thread_id:
            thread = self.desk.catalog.thread(thread_id)
        else:
            wanted = self.desk.preferences.get("draft_review") == "on"
            thread = new_thread(text, strategy or DEFAULT_STRATEGY, self.desk.preferences.get("policy"), wanted)
        with ExitStack() as stack:
            lease = hold(self.desk, thread.id, stack)
            session = self.desk.look_at(thread)
            if waits_for_a_person(self.desk, session):
                raise ReviewWaiting("This thread waits for your decision: approve, edit or reject it first.")
            if session.waiting():
                raise ReviewWaiting("This thread was cut off after your decision: continue it first.")
            chosen = list(sources) or [collection.id for collection in self.desk.library.collections()]
            history = remembered(self.desk, thread.id, session.state())
            thread = replace(thread, strategy=strategy or thread.strategy)
            asked = self.desk.catalog.add_question(
                thread,
                text,
                chosen,
                history,
                policy or thread.policy,
                draft_review=bool(thread.draft_review) if draft_review is None else draft_review,
                made_with=made_with(self.desk),
            )
            return start(self.desk, asked, begin(self.desk, asked), stack.pop_all(), lease)

    def resume(self, thread_id: str, decision: dict[str, Any], who: str = "") -> Run:
        """Answer the waiting review, in the name of `who`. The first decision wins.

        Raises DecisionInvalid, ReviewAnswered, ReviewOutdated, UnknownThread or ThreadBusy; then nothing changed.
        """
        thread = self.desk.catalog.thread(thread_id)
        with ExitStack() as stack:
            lease = hold(self.desk, thread.id, stack, decision.get("review_id"))
            waiting = self.desk.look_at(thread).waiting()
            question = self.desk.catalog.last_question(thread.id)
            if waiting is None or question is None:
                raise ReviewOutdated(NO_LONGER)
            checked = self._checked(waiting.review, as_typed(decision))
            value = checked.model_dump()
            self.desk.reviews.add(waiting.review)
            self.desk.reviews.decide(checked.review_id, value, name_of(who))
            return start(
                self.desk, question, lambda new: new.resume(waiting.interrupt_id, value), stack.pop_all(), lease
            )

    def continue_(self, thread_id: str) -> Run:
        """Take up what was cut off, stopped or failed; a review that waits stays waiting."""
        thread = self.desk.catalog.thread(thread_id)
        with ExitStack() as stack:
            lease = hold(self.desk, thread.id, stack)
            question = self.desk.catalog.last_question(thread.id)
            if question is None:
                raise QuestionInvalid("This thread has no question yet: ask one.")
            go = what_is_left(self.desk, question, self.desk.look_at(thread))
            if go is not None:
                self.desk.catalog.save_question(question, "running", question.record)
            return start(self.desk, question, go, stack.pop_all(), lease)

    def stop(self, thread_id: str) -> None:
        """Ask the thread's run to end; what was written so far is kept."""
        run = self.desk.runs.get(thread_id)
        if run is not None:
            run.stop()

    def run(self, thread_id: str) -> Run | None:
        """The thread's run while it is alive."""
        run = self.desk.runs.get(thread_id)
        return run if run is not None and run.ended is None else None

    def delete_thread(self, thread_id: str) -> None:
        """Remove a thread with its checkpoints and reviews. Raises UnknownThread or ThreadBusy."""
        with ExitStack() as stack:
            hold(self.desk, self.desk.catalog.thread(thread_id).id, stack)
            self.desk.checkpointer.delete_thread(thread_id)
            self.desk.forget_web(thread_id, *self._heirs(thread_id)[:1])
            self.desk.catalog.delete_thread(thread_id)

    def _heirs(self, thread_id: str) -> list[str]:
        """Threads that may have read what this one found on the web: its forks and theirs, and the others of its own
        origin."""
        forks, origin = Forks(self.desk.engine), self.desk.catalog.thread(thread_id).forked_from
        family = [*forks.of(thread_id), *(forks.of(origin["thread_id"]) if origin else ()), *forks.akin(thread_id)]
        return [fork.id for fork in family if fork.id != thread_id]

    def worked_on(self, thread_id: str) -> str:
        """Which other server works on the thread, as host:process; empty where none does that is alive."""
        return self.desk.leases.elsewhere(thread_id)

    def save_draft(self, review_id: str, draft: dict[str, Any]) -> None:
        """Keep a person's unfinished edits of a review."""
        self.desk.reviews.save_draft(review_id, draft)

    def _checked(self, review: dict[str, Any], decision: dict[str, Any]) -> Decision | Consent | Acceptance:
        if review["kind"] == WEB_CONSENT:
            return check_consent(review, decision, self.desk.limits)
        if review["kind"] == DRAFT_REVIEW:
            return check_acceptance(review, decision, self.desk.limits)
        return check_decision(review, decision, self.desk.limits, self.desk.passages.get)

    def _clean(self, question: str) -> str:
        text = plain(question)
        if not text:
            raise QuestionInvalid("The question is empty: type what you want to know.")
        if len(text) > self.desk.limits.question_chars:
            raise QuestionInvalid(
                "The question has {length} characters, and the limit is {limit}: shorten it.",
                length=f"{len(text):,}",
                limit=f"{self.desk.limits.question_chars:,}",
            )
        return text


def as_typed(decision: dict[str, Any]) -> dict[str, Any]:
    """A decision whose texts are plain."""
    return {**decision, **{key: plain(decision[key]) for key in TYPED if isinstance(decision.get(key), str)}}
