"""What a person sees of threads and questions; reading never changes a run."""

from collections.abc import Sequence
from typing import Any

from selfrag.documents.document import Document
from selfrag.errors import ReviewOutdated, UnknownThread
from selfrag.service.cost import cost
from selfrag.service.desk import Desk
from selfrag.service.views import own_steps, view, without_text
from selfrag.threads.catalog import Question, Status, Thread
from selfrag.threads.decided import already
from selfrag.threads.feedback import Mark


class Showing:
    """Views of stored state."""

    desk: Desk

    def show(self, thread_id: str, question_id: str | None = None) -> dict[str, Any]:
        """The thread's last question, or another one of it. Raises UnknownThread, also where it has none such."""
        thread = self.desk.catalog.thread(thread_id)
        if question_id is None:
            question = self.desk.catalog.last_question(thread_id)
        else:
            question = self.desk.catalog.question(thread_id, question_id)
        marks = self.desk.feedback.of_thread(thread_id)
        return self._view(thread, question, self.desk.library.documents(), marks)

    def history(self, thread_id: str, last: int | None = None) -> list[dict[str, Any]]:
        """The questions of a thread, or the last so many of them, oldest first."""
        thread = self.desk.catalog.thread(thread_id)
        documents, marks = self.desk.library.documents(), self.desk.feedback.of_thread(thread_id)
        asked = self.desk.catalog.questions(thread_id, last)
        return [self._view(thread, question, documents, marks) for question in asked]

    def count_questions(self, thread_id: str) -> int:
        """How many questions a thread has."""
        return self.desk.catalog.count_questions(thread_id)

    def threads(self, status: str | None = None, limit: int | None = None) -> list[Thread]:
        """Threads, newest activity first."""
        return self.desk.catalog.threads(status, limit)

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
        decided = [review for review in self.desk.reviews.of_thread(thread_id) if review.decided is not None]
        if decided:
            raise already(decided[-1])
        raise ReviewOutdated("Nothing waits for a decision in this thread.")

    def decided_already(self, review_id: str) -> str | None:
        """Who decided the review, how long ago and what, in a sentence; None where nobody has, or it is gone."""
        review = self.desk.reviews.get(review_id)
        return None if review is None or review.decided is None else str(already(review))

    def _view(
        self, thread: Thread, question: Question | None, documents: Sequence[Document], marks: Sequence[Mark]
    ) -> dict[str, Any]:
        waiting = None
        if question is not None and question.status == "waiting":
            reviews = self.desk.reviews.of_question(thread.id, question.id)
            undecided = [review for review in reviews if review.decided is None]
            waiting = undecided[-1] if undecided else None
        shown = view(thread, question, waiting, self.desk.passages, marks)
        prices = self.desk.settings.prices
        return {
            **shown,
            "pages_without_text": without_text(documents, shown["sources"]),
            "cost": cost(own_steps(shown["steps"]), prices),
            "currency": prices.currency,
        }
