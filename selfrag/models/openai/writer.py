"""Answers and queries written by a chat model."""

from collections.abc import Generator, Iterator, Sequence
from contextlib import closing

from selfrag.errors import ModelRefused
from selfrag.models import prompts
from selfrag.models.openai.chat_model import ChatModel
from selfrag.models.thoughts import ThoughtFilter, without_thoughts
from selfrag.models.verdicts import one_line
from selfrag.ports import CUT, RESTART, Meter, Passage, Turn

QUERY_CHARS = 300

_QUOTES = " \t\"'`“”‘’«»「」*"


class OpenAIWriter:
    """Implements `Writer`. Raises ModelUnreachable or ModelRefused, also in the middle of an answer.

    Of these, ContextTooLong comes before the first piece.
    """

    def __init__(self, model: ChatModel, meter: Meter) -> None:
        self._model = model
        self._meter = meter

    def write(self, question: str, passages: Sequence[Passage], feedback: str = "") -> Iterator[str]:
        """The answer from the passages alone, in pieces, without the model's thoughts."""
        return self._visible(prompts.write_answer(question, passages, feedback))

    def answer_directly(self, question: str, history: Sequence[Turn]) -> Iterator[str]:
        """A reply without passages, in pieces, without the model's thoughts."""
        return self._visible(prompts.answer_directly(question, history))

    def rewrite(self, question: str, history: Sequence[Turn], tried: Sequence[str]) -> str:
        """One line that was not tried yet, or the question where the model offers none."""
        messages = prompts.rewrite_question(question, history, tried)
        reply = self._model.server.run(self._meter, self._model.complete(self._meter, messages))
        lines = [_query(line) for line in without_thoughts(reply.text).splitlines()]
        known = {query.casefold() for query in tried}
        return next((line for line in lines if line and line.casefold() not in known), question)

    def _visible(self, messages: Sequence[prompts.Message]) -> Generator[str, None, None]:
        thoughts = ThoughtFilter()
        empty, cut = True, False
        with closing(self._model.stream(self._meter, messages)) as pieces:
            for piece in pieces:
                cut = piece == CUT
                for text in thoughts.feed(piece.removesuffix(CUT)):
                    empty = text == RESTART
                    yield text
        for text in thoughts.finish():
            empty = False
            yield text
        if empty:
            raise ModelRefused(
                "The model at {host} wrote nothing: continue to try again, or choose another model.",
                host=self._model.server.host,
            )
        if cut:
            yield CUT


def _query(line: str) -> str:
    label, colon, rest = line.strip(_QUOTES).partition(":")
    text = rest if colon and label.casefold() in ("query", "search query", "question", "검색어", "질문") else line
    return one_line(text.strip(_QUOTES))[:QUERY_CHARS]
