"""What a reply judges, before it is the verdict of a port: a label or None, how likely it was, and why.

`reply` is the text, or any JSON value; `tokens` are those it was made of, where the server told them; `excuse` is why
it may hold no verdict, and the reason of an unknown one then.
"""

import unicodedata
from collections import defaultdict
from collections.abc import Container, Sequence
from typing import NamedTuple

from selfrag.models import joint, probabilities
from selfrag.models.names import REASONS, key
from selfrag.models.objects import REPLY_CHARS, objects
from selfrag.models.phrases import Words
from selfrag.models.probabilities import Labels, Probabilities, Token
from selfrag.models.reading import find
from selfrag.models.thoughts import visible
from selfrag.ports import Basis
from selfrag.sentences import sentence

REASON_CHARS = 200
NO_VERDICT = sentence("The model gave no verdict.")
UNCLEAR = sentence("The model gave no clear verdict: {said}")


class Kind(NamedTuple):
    """How a kind of verdict is said, what its labels count for, and what `unknown` counts for."""

    words: Words
    labels: Labels
    unknown: float


class Judgement(NamedTuple):
    """`name` is None where it is unknown; `said` is what the reply says about this one thing."""

    name: str | None
    reason: str
    belief: Probabilities
    said: object


def judge(reply: object, kind: Kind, tokens: Sequence[Token], excuse: str) -> Judgement:
    """What a reply about one thing judges."""
    name = _one(reply, kind.words)
    belief = probabilities.beliefs(tokens, kind.labels, [name])[0] if name else {}
    return Judgement(name, _reason(reply) if name else excuse or _reason(reply, known=False), belief, reply)


def judge_each(
    reply: object, count: int, noun: joint.Noun, kind: Kind, *, tokens: Sequence[Token], excuse: str
) -> list[Judgement]:
    """What one reply judges of each of `count` things, in their order; unknown where it says nothing clear of one."""
    pieces = joint.pieces(reply, count, noun, lambda line: _one(line, kind.words) is not None)
    names = [_one(piece.said, kind.words) for piece in pieces]
    beliefs = probabilities.beliefs(tokens, kind.labels, [name or "" for name in names])
    read: dict[int | None, list[Judgement]] = defaultdict(list)
    for piece, name, belief in zip(pieces, names, beliefs, strict=True):
        reason = _reason(piece.said) if name else excuse or _reason(piece.said, known=False)
        read[piece.n].append(Judgement(name, reason, belief, piece.said))
    nothing = Judgement(None, excuse or (NO_VERDICT if pieces else _reason(reply, known=False)), {}, None)
    return [_agreed(read[n]) if n in read else nothing for n in range(1, count + 1)]


def score(read: Judgement, kind: Kind) -> tuple[float, Basis]:
    """What a judgement counts for, on the scale of its labels, and what that rests on."""
    if read.name is None:
        return kind.unknown, "label"
    if read.belief:
        return probabilities.expected(kind.labels, read.belief), "logprobs"
    return kind.labels[read.name].weight, "label"


def one_line(text: str, chars: int | None = None) -> str:
    """The text with white space and control characters as single spaces, cut at `chars`."""
    line = " ".join("".join(" " if unicodedata.category(c) == "Cc" else c for c in text).split())
    return line if chars is None or len(line) <= chars else line[: chars - 1].rstrip() + "…"


def under(names: Container[str], reply: object) -> str:
    """The first text that the objects of a reply hold under one of these names, "" where there is none."""
    values = (value for field in objects(reply) for name, value in field.items() if key(name) in names)
    return next((value for value in values if isinstance(value, str) and value.strip()), "")


def _agreed(read: Sequence[Judgement]) -> Judgement:
    """What was read about one thing; unknown where it is said twice and differs."""
    names = list(dict.fromkeys(verdict.name or "unknown" for verdict in read))
    if len(names) == 1:
        return read[0]
    return Judgement(None, sentence(UNCLEAR, said="; ".join(names)), {}, None)


def _one(reply: object, words: Words) -> str | None:
    found = find(reply, objects(reply), words)
    return next(iter(found)) if len(found) == 1 else None


def _reason(reply: object, *, known: bool = True) -> str:
    if why := under(REASONS, reply):
        return one_line(why, REASON_CHARS)
    said = one_line(visible(reply, REPLY_CHARS), REASON_CHARS)
    if known:
        return "" if objects(reply) or len(said.split()) < 2 else said  # one word is the verdict itself
    if reply is not None and not isinstance(reply, str):
        said = one_line(str(reply), REASON_CHARS)
    return sentence(UNCLEAR, said=said) if said else NO_VERDICT
