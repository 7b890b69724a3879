"""What a “what if” repeats of the thread it was forked from, so that nothing counts twice."""

from collections.abc import Sequence

from selfrag.threads.catalog import Question, Thread


class Repeats:
    """Tells the questions with which forks begin; later questions of a fork are like any other."""

    def __init__(self, questions: Sequence[tuple[Thread, Question]]) -> None:
        self._origins = {
            question.id: thread.forked_from["question_id"]
            for thread, question in questions
            if thread.forked_from is not None and question.seq == 1
        }

    def __contains__(self, question_id: str) -> bool:
        return question_id in self._origins

    def origin(self, question_id: str) -> str:
        """The question that a forked one repeats, or itself; a fork of a fork goes back to the first."""
        while question_id in self._origins:
            question_id = self._origins[question_id]
        return question_id
