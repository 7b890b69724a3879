"""What a person says of an answer: sentences struck, thumbs."""

from selfrag.errors import DecisionInvalid
from selfrag.service.answers import draft_of, is_final, sentences_of
from selfrag.service.desk import Desk
from selfrag.service.names import name_of
from selfrag.threads.catalog import Question
from selfrag.threads.feedback import Kind
from selfrag.threads.feedback import struck as struck_now
from selfrag.threads.feedback import thumb as thumb_now


class Judging:
    """What a person says of an answer: sentences struck, thumbs.

    What was answered stays on record as it was; a view leaves out what is struck. Both raise UnknownThread for no such
    question, and DecisionInvalid for one that has no final answer. Saying the same again changes nothing.
    """

    desk: Desk

    def strike(self, thread_id: str, question_id: str, sentence: int, struck: bool, who: str = "") -> None:
        """Strike a sentence of an answer, counted from 0, or take that back. Raises DecisionInvalid for no such one."""
        question = self._answered(thread_id, question_id)
        count = len(sentences_of(draft_of(question.record, None)))
        if isinstance(sentence, bool) or not 0 <= sentence < count:
            raise DecisionInvalid("The answer has no sentence {number}; they count from 0.", number=sentence)
        if struck != (sentence in struck_now(self.desk.feedback.of_thread(thread_id), question_id)):
            self._say(question, "strike", int(struck), who, sentence)

    def thumb(self, thread_id: str, question_id: str, value: int, who: str = "") -> None:
        """Say that an answer is good (1), bad (-1), or take that back (0)."""
        question = self._answered(thread_id, question_id)
        if value not in (-1, 0, 1):
            raise DecisionInvalid("A thumb is 1, -1 or 0, and not {value}.", value=value)
        if value != thumb_now(self.desk.feedback.of_thread(thread_id), question_id):
            self._say(question, "thumb", value, who)

    def _answered(self, thread_id: str, question_id: str) -> Question:
        question = self.desk.catalog.question(self.desk.catalog.thread(thread_id).id, question_id)
        if not is_final(question.record):
            raise DecisionInvalid("This question has no final answer yet, so there is nothing to judge.")
        return question

    def _say(self, question: Question, kind: Kind, value: int, who: str, sentence: int | None = None) -> None:
        self.desk.feedback.add(question.thread_id, question.id, kind, value=value, who=name_of(who), sentence=sentence)
