"""Verdicts out of whatever a model replied: pure, total and exact. What is not clearly one verdict is `unknown`.

`reply` is the text, or any JSON value; `tokens` are those it was made of, where the server told them; `excuse` is why
it may hold no verdict, and the reason of `unknown` then. A score that a model writes down itself is not used: what it
counts from and to is anybody's guess.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple, cast

from selfrag.models import joint, probabilities
from selfrag.models.objects import REPLY_CHARS, Fields, objects
from selfrag.models.probabilities import Labels, Probabilities, Token
from selfrag.models.reading import PASSAGE_KEYS, REASON_KEYS, find, key, plain
from selfrag.models.thoughts import visible
from selfrag.models.vocabulary import REL, RETRIEVE, SUP, USE, Words
from selfrag.ports import Basis, IsRel, IsUse, RelVerdict, Retrieve, RetrieveVerdict, SupVerdict
from selfrag.sentences import sentence

REASON_CHARS = 200
NO_VERDICT = sentence("The model gave no verdict.")
UNCLEAR = sentence("The model gave no clear verdict: {said}")
_PASSAGES_IN_TEXT = re.compile(
    r"(?:passages?|sources?|구절|출처)[*_ ]*[:=](?P<numbers>(?:[^\w\n]|[\d_]|and|및)+)", re.IGNORECASE
)


class _Kind(NamedTuple):
    """How a kind of verdict is said, what its labels count for, and what `unknown` counts for."""

    words: Words
    labels: Labels
    unknown: float


_RELEVANCE = _Kind(REL, probabilities.RELEVANCE, 0.5)
_SUPPORT = _Kind(SUP, probabilities.SUPPORT, 0.5)
_USEFULNESS = _Kind(USE, probabilities.USEFULNESS, 0.0)
_RETRIEVAL = _Kind(RETRIEVE, probabilities.RETRIEVAL, 0.0)


class Support(NamedTuple):
    """IsSup for one claim as the reply has it; `passages` are the numbers of those that carry it, as written."""

    verdict: SupVerdict
    score: float
    basis: Basis
    reason: str
    passages: tuple[int, ...]


class _Verdict(NamedTuple):
    """`name` is None where it is unknown; `said` is what the reply says about this one thing."""

    name: str | None
    reason: str
    belief: Probabilities
    said: object


def read_relevance(reply: object, tokens: Sequence[Token] = (), excuse: str = "") -> IsRel:
    """IsRel from a reply about one passage."""
    return _relevance(_read(reply, _RELEVANCE, tokens, excuse))


def read_relevances(reply: object, count: int, tokens: Sequence[Token] = (), excuse: str = "") -> list[IsRel]:
    """IsRel of each of `count` passages from one reply."""
    read = _read_each(reply, count, joint.PASSAGE, _RELEVANCE, tokens=tokens, excuse=excuse)
    return [_relevance(verdict) for verdict in read]


def read_supports(reply: object, count: int, tokens: Sequence[Token] = (), excuse: str = "") -> list[Support]:
    """IsSup of each of `count` claims from one reply; a reason that stands for all is that of each not supported.

    A reply that is one "fully" and nothing else says so of every claim; any other single verdict tells none apart.
    """
    read = _read_each(reply, count, joint.CLAIM, _SUPPORT, tokens=tokens, excuse=excuse)
    whole = _read(reply, _SUPPORT, (), excuse)
    if whole.name == "fully" and _is_nothing_else(reply) and not any(verdict.name for verdict in read):
        read = [whole] * count
    why = next((str(value) for name, value in _fields(objects(reply)) if name in REASON_KEYS and _said(value)), "")
    return [_support(verdict, one_line(why, REASON_CHARS)) for verdict in read]


def read_usefulness(reply: object, tokens: Sequence[Token] = (), excuse: str = "") -> IsUse:
    """IsUse from 1 to 5; a bare yes is 5, a bare no is 1."""
    read = _read(reply, _USEFULNESS, tokens, excuse)
    score, basis = _score(read, _USEFULNESS)
    return IsUse(verdict=int(read.name) if read.name else None, score=score, reason=read.reason, basis=basis)


def read_retrieval(reply: object, question: str, tokens: Sequence[Token] = (), excuse: str = "") -> Retrieve:
    """Retrieve with the reply's query, or with the question where the reply has none."""
    read = _read(reply, _RETRIEVAL, tokens, excuse)
    queries = [query for name, query in _fields(objects(reply)) if name == "query" and _said(query)]
    return Retrieve(
        verdict=cast(RetrieveVerdict, read.name or "unknown"),
        query=one_line(str(queries[0]).strip()) if queries else question,
        reason=read.reason,
        probability=probabilities.expected(probabilities.RETRIEVAL, read.belief) if read.belief else None,
    )


def one_line(text: str, chars: int | None = None) -> str:
    """The text with white space and control characters as single spaces, cut at `chars`."""
    line = " ".join("".join(" " if unicodedata.category(c) == "Cc" else c for c in text).split())
    return line if chars is None or len(line) <= chars else line[: chars - 1].rstrip() + "…"


def _relevance(read: _Verdict) -> IsRel:
    score, basis = _score(read, _RELEVANCE)
    return IsRel(verdict=cast(RelVerdict, read.name or "unknown"), score=score, reason=read.reason, basis=basis)


def _support(read: _Verdict, why: str) -> Support:
    score, basis = _score(read, _SUPPORT)
    reason = read.reason or (why if read.name in ("partially", "no") else "")
    return Support(cast(SupVerdict, read.name or "unknown"), score, basis, reason, _passages(read.said))


def _score(read: _Verdict, kind: _Kind) -> tuple[float, Basis]:
    if read.name is None:
        return kind.unknown, "label"
    if read.belief:
        return probabilities.expected(kind.labels, read.belief), "logprobs"
    return kind.labels[read.name].weight, "label"


def _read(reply: object, kind: _Kind, tokens: Sequence[Token], excuse: str) -> _Verdict:
    name = _one(reply, kind.words)
    belief = probabilities.beliefs(tokens, kind.labels, [name])[0] if name else {}
    return _Verdict(name, _reason(reply) if name else excuse or _reason(reply, known=False), belief, reply)


def _read_each(
    reply: object, count: int, noun: joint.Noun, kind: _Kind, *, tokens: Sequence[Token], excuse: str
) -> list[_Verdict]:
    pieces = joint.pieces(reply, count, noun, lambda line: _one(line, kind.words) is not None)
    names = [_one(piece.said, kind.words) for piece in pieces]
    beliefs = probabilities.beliefs(tokens, kind.labels, [name or "" for name in names])
    read: dict[int | None, list[_Verdict]] = defaultdict(list)
    for piece, name, belief in zip(pieces, names, beliefs, strict=True):
        reason = _reason(piece.said) if name else excuse or _reason(piece.said, known=False)
        read[piece.n].append(_Verdict(name, reason, belief, piece.said))
    nothing = _Verdict(None, excuse or (NO_VERDICT if pieces else _reason(reply, known=False)), {}, None)
    return [_agreed(read[n]) if n in read else nothing for n in range(1, count + 1)]


def _agreed(read: Sequence[_Verdict]) -> _Verdict:
    """What was read about one thing; unknown where it is said twice and differs."""
    names = list(dict.fromkeys(verdict.name or "unknown" for verdict in read))
    if len(names) == 1:
        return read[0]
    return _Verdict(None, sentence(UNCLEAR, said="; ".join(names)), {}, None)


def _one(reply: object, words: Words) -> str | None:
    found = find(reply, objects(reply), words)
    return next(iter(found)) if len(found) == 1 else None


def _is_nothing_else(reply: object) -> bool:
    """Whether a reply is one word, or one object with one field beside its reason."""
    fields = _fields(objects(reply))
    if fields:
        return len([name for name, _ in fields if name not in REASON_KEYS]) == 1
    return len(visible(reply, REPLY_CHARS).split()) == 1


def _said(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _fields(fields: Fields) -> list[tuple[str, object]]:
    return [(key(name), value) for field in fields for name, value in field.items()]


def _passages(said: object) -> tuple[int, ...]:
    values = [value for name, value in _fields(objects(said)) if name in PASSAGE_KEYS]
    if isinstance(said, str) and not values:
        values = [match["numbers"] for match in _PASSAGES_IN_TEXT.finditer(said)]
    flat = [item for value in values for item in (value if isinstance(value, list) else [value]) if plain(item)]
    return tuple(int(number) for item in flat for number in re.findall(r"(?<!\d)\d{1,4}(?!\d)", str(item)))


def _reason(reply: object, *, known: bool = True) -> str:
    fields = objects(reply)
    for name, value in _fields(fields):
        if name in REASON_KEYS and _said(value):
            return one_line(str(value), REASON_CHARS)
    said = one_line(visible(reply, REPLY_CHARS), REASON_CHARS)
    if known:
        return "" if fields or len(said.split()) < 2 else said  # one word is the verdict itself
    if reply is not None and not isinstance(reply, str):
        said = one_line(str(reply), REASON_CHARS)
    return sentence(UNCLEAR, said=said) if said else NO_VERDICT
