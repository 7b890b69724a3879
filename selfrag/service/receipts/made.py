"""The record of a thread, to keep and to check."""

import time
from collections.abc import Mapping, Sequence
from typing import Any

from selfrag import __version__
from selfrag.receipts import FORMAT, VERSION, Replay, check, moment, sealed
from selfrag.service.receipts.questions import recorded_question
from selfrag.service.receipts.replaying import StoredNow
from selfrag.service.receipts.sources import approved, passages_named, recorded_documents, recorded_passage
from selfrag.service.showing import Showing
from selfrag.threads.catalog import Thread
from selfrag.threads.reviews import Review


class Receipts(Showing):
    """The record of a thread, to keep and to check."""

    def receipt(self, thread_id: str) -> dict[str, Any]:
        """The record of all questions of a thread as plain JSON values, with its digests. Raises UnknownThread.

        Texts are as stored, and what was deleted is named as deleted. It holds no key and no credentials.
        """
        thread = self.desk.catalog.thread(thread_id)
        questions = self._recorded_questions(thread)
        citations = [each for one in questions if one["answer"] for each in one["answer"]["citations"]]
        named, read = passages_named(questions), approved(questions)
        found = self.desk.passages.get(list(named))
        passages = [recorded_passage(each, found.get(each), told, each in read) for each, told in named.items()]
        return sealed(
            {
                "format": FORMAT,
                "version": VERSION,
                "made_at": moment(time.time()),
                "program": {"name": "selfrag", "version": __version__},
                "thread": _thread(thread),
                "questions": questions,
                "passages": passages,
                "documents": recorded_documents(passages, found, self.desk.library.documents(), citations),
                "comments": [
                    {"at": moment(each.created), "who": each.who, "review_id": each.review_id, "text": each.text}
                    for each in self.desk.comments.of_thread(thread_id)
                ],
            }
        )

    def replay(self, receipt: Mapping[str, Any]) -> Replay:
        """Whether what a receipt says still holds against the stored documents, pages and passages."""
        return check(receipt, StoredNow(self.desk))

    def _recorded_questions(self, thread: Thread) -> list[dict[str, Any]]:
        shown = self.history(thread.id)
        marks = self.desk.feedback.of_thread(thread.id)
        titles = {collection.id: collection.title for collection in self.desk.library.collections()}
        reviews = _by_question(self.desk.reviews.of_thread(thread.id), shown)
        return [
            recorded_question(each, number, reviews[each["question_id"]], marks, titles)
            for number, each in enumerate(shown, 1)
        ]


def _by_question(reviews: Sequence[Review], shown: Sequence[Mapping[str, Any]]) -> dict[str, list[Review]]:
    """A review's id begins with that of its question; any other belongs to the question asked last before it."""
    found: dict[str, list[Review]] = {each["question_id"]: [] for each in shown}
    for review in reviews:
        own = review.id.split(".")[0]
        if own not in found:
            earlier = [each["question_id"] for each in shown if each["created"] <= review.created]
            own = (earlier or list(found))[-1]
        found[own].append(review)
    return found


def _thread(thread: Thread) -> dict[str, Any]:
    origin = thread.forked_from
    names = ("thread_id", "question_id", "review_id")
    return {
        "id": thread.id,
        "title": thread.title,
        "status": thread.status,
        "strategy": thread.strategy,
        "policy": thread.policy,
        "created": moment(thread.created),
        "updated": moment(thread.updated),
        "forked_from": {name: origin.get(name) for name in names} if origin else None,
    }
