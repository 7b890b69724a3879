"""What became of a question, in the order in which it happened."""

import math
from collections.abc import Iterable
from typing import Any

from selfrag.errors import ReviewOutdated
from selfrag.service.happened import decided, done, pauses_of
from selfrag.service.showing import Showing
from selfrag.service.views import evidence_view
from selfrag.threads.catalog import Question, Thread
from selfrag.threads.forks import Forks

Event = dict[str, Any]
BROKE_OFF = ("failed", "stopped")


class Timeline(Showing):
    """Puts together what the catalog keeps in several tables; reading never changes a run."""

    def timeline(self, thread_id: str, question_id: str | None = None) -> list[Event]:
        """Events of the thread's last question, or of another one, each with `kind`, `at` and `who`.

        `at` is in seconds since 1970, and None in records from before it was kept, which stand where they belong.
        `kind` is what happened: asked, forked_from, decided, searched, gathered, graded, refined, rewritten, reviewed,
        consented, written, checked, accepted, waits, struck, thumbed, commented, forked, finished, failed or stopped.
        Raises UnknownThread.
        """
        thread = self.desk.catalog.thread(thread_id)
        question = (
            self.desk.catalog.question(thread_id, question_id)
            if question_id is not None
            else self.desk.catalog.last_question(thread_id)
        )
        if question is None:
            return []
        return in_order([*self._run_of(thread, question), *self._said_of(question)])

    def decided_review(self, thread_id: str, review_id: str) -> dict[str, Any]:
        """A review as it was shown, its evidence with texts, and the `decision` on it, or None. Raises ReviewOutdated.

        It needs not be the one that waits: it is what a fork may decide otherwise.
        """
        review = self.desk.reviews.get(review_id)
        if review is None or review.thread_id != thread_id:
            raise ReviewOutdated("This thread has no review “{review}”.", review=review_id[:60])
        offered = review.payload.get("evidence", [])
        found = self.desk.passages.get([item["passage_id"] for item in offered])
        evidence = [evidence_view(item, found.get(item["passage_id"])) for item in offered]
        return {**review.payload, "evidence": evidence, "decision": review.decision}

    def _run_of(self, thread: Thread, question: Question) -> list[Event]:
        """What the run itself did, with the decisions on its way."""
        first = {"kind": "asked", "at": question.created, "who": "", "question": question.question}
        steps = [*question.record.get("steps", []), *question.record.get("broken_off", [])]
        inherited = [step for step in steps if step.get("inherited")]
        own = [step for step in steps if not step.get("inherited")]
        events = [first, *(done(step) for step in inherited)]
        if thread.forked_from is not None and question.seq == 1:
            events.append({"kind": "forked_from", "at": thread.created, "who": "", **thread.forked_from})
        reviews = pauses_of(self.desk.reviews.of_question(thread.id, question.id))
        events += [decided(step, reviews) for step in own]
        for left in reviews.values():  # decided and cut off before that took effect, or still waiting
            events += [decided(None, {review.payload["kind"]: [review]}) for review in left]
        if question.status in BROKE_OFF:
            events.append({"kind": question.status, "at": question.updated, "who": "", "error": question.error})
        return events

    def _said_of(self, question: Question) -> Iterable[Event]:
        """What people made of it afterwards."""
        for mark in self.desk.feedback.of_thread(question.thread_id):
            if mark.question_id == question.id:
                kind = "struck" if mark.kind == "strike" else "thumbed"
                yield {
                    "kind": kind,
                    "at": mark.created,
                    "who": mark.who,
                    "sentence": mark.sentence,
                    "value": mark.value,
                }
        until = self._until(question)
        for comment in self.desk.comments.of_thread(question.thread_id):
            if _is_about(comment.review_id, comment.created, question, until):
                about = {"text": comment.text, "review_id": comment.review_id}
                yield {"kind": "commented", "at": comment.created, "who": comment.who, **about}
        for fork in Forks(self.desk.engine).of(question.thread_id):
            source = fork.forked_from or {}
            if source.get("question_id") == question.id:
                for begun in self.desk.catalog.questions(fork.id)[:1]:  # none where it was deleted a moment ago
                    facts = {"thread_id": fork.id, "question_id": begun.id, "review_id": source["review_id"]}
                    yield {"kind": "forked", "at": fork.created, "who": "", **facts}

    def _until(self, question: Question) -> float:
        """When the next question of the thread was asked, in seconds since 1970."""
        asked = self.desk.catalog.when_asked(question.thread_id)
        return asked.get(question.seq + 1, math.inf)


def _is_about(review_id: str | None, at: float, question: Question, until: float) -> bool:
    """A remark on a review belongs to its question, any other to the question that was the last one then."""
    if review_id is not None:
        return review_id.startswith(f"{question.id}.")
    return (question.seq == 1 or at >= question.created) and at < until


def in_order(events: Iterable[Event]) -> list[Event]:
    """By time; what has none stays behind what it followed."""
    timed, last = list[tuple[float, Event]](), 0.0
    for event in events:
        last = event["at"] if event["at"] is not None else last
        timed.append((last, event))
    return [event for _at, event in sorted(timed, key=lambda each: each[0])]
