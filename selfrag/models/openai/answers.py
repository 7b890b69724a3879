"""A reply as an answer to read a verdict from."""

from collections.abc import Sequence
from typing import NamedTuple

from selfrag.models.openai.replies import Reply
from selfrag.models.probabilities import Token
from selfrag.models.verdicts import REASON_CHARS, one_line
from selfrag.sentences import sentence


class Answer(NamedTuple):
    """A reply to read, and why it may hold no verdict."""

    text: str
    tokens: Sequence[Token]
    excuse: str


def answered(reply: Reply, limit: int) -> Answer:
    """Of a reply that was asked for within `limit` tokens; one that is refused has nothing to read."""
    if reply.refusal:
        return Answer("", (), sentence("The model refused: {why}", why=one_line(reply.refusal, REASON_CHARS)))
    cut = sentence("The model did not come to a verdict within {limit} tokens.", limit=limit)
    return Answer(reply.text, reply.tokens, cut if reply.cut else "")
