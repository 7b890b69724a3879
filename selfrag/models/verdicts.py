"""Verdicts out of whatever a model replied: pure, total and exact. What is not clearly one verdict is `unknown`.

`reply`, `tokens` and `excuse` are those of `judgement`. A score that a model writes down itself is not used: what it
counts from and to is anybody's guess.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple, cast

from selfrag.models import joint, probabilities
from selfrag.models.judgement import REASON_CHARS, Judgement, Kind, judge, judge_each, one_line, score, under
from selfrag.models.names import PASSAGES, REASONS, key
from selfrag.models.objects import REPLY_CHARS, objects
from selfrag.models.picks import read_picks, without_picks
from selfrag.models.probabilities import Token
from selfrag.models.reading import plain
from selfrag.models.thoughts import visible
from selfrag.models.vocabulary import REL, RETRIEVE, SUP, USE
from selfrag.ports import Basis, IsRel, IsUse, RelVerdict, Retrieve, RetrieveVerdict, Source, SupVerdict

__all__ = [
    "REASON_CHARS",
    "Support",
    "one_line",
    "read_relevance",
    "read_relevances",
    "read_retrieval",
    "read_strips",
    "read_supports",
    "read_usefulness",
]

_PASSAGES_IN_TEXT = re.compile(
    r"(?:passages?|sources?|구절|출처)[*_ ]*[:=](?P<numbers>(?:[^\w\n]|[\d_]|and|및)+)", re.IGNORECASE
)
_RELEVANCE = Kind(REL, probabilities.RELEVANCE, 0.5)
_SUPPORT = Kind(SUP, probabilities.SUPPORT, 0.5)
_USEFULNESS = Kind(USE, probabilities.USEFULNESS, 0.0)
_RETRIEVAL = Kind(RETRIEVE, probabilities.RETRIEVAL, 0.0)


class Support(NamedTuple):
    """IsSup for one claim as the reply has it; `passages` are the numbers of those that carry it, as written."""

    verdict: SupVerdict
    score: float
    basis: Basis
    reason: str
    passages: tuple[int, ...]


def read_relevance(reply: object, tokens: Sequence[Token] = (), excuse: str = "") -> IsRel:
    """IsRel from a reply about one passage."""
    return _relevance(judge(reply, _RELEVANCE, tokens, excuse))


def read_relevances(reply: object, count: int, tokens: Sequence[Token] = (), excuse: str = "") -> list[IsRel]:
    """IsRel of each of `count` passages from one reply."""
    read = judge_each(reply, count, joint.PASSAGE, _RELEVANCE, tokens=tokens, excuse=excuse)
    return [_relevance(verdict) for verdict in read]


def read_supports(reply: object, count: int, tokens: Sequence[Token] = (), excuse: str = "") -> list[Support]:
    """IsSup of each of `count` claims from one reply; a reason that stands for all is that of each not supported.

    A reply that is one "fully" and nothing else says so of every claim; any other single verdict tells none apart.
    """
    read = judge_each(reply, count, joint.CLAIM, _SUPPORT, tokens=tokens, excuse=excuse)
    whole = judge(reply, _SUPPORT, (), excuse)
    if whole.name == "fully" and _is_nothing_else(reply) and not any(verdict.name for verdict in read):
        read = [whole] * count
    why = one_line(under(REASONS, reply), REASON_CHARS)
    return [_support(verdict, why) for verdict in read]


def read_usefulness(reply: object, tokens: Sequence[Token] = (), excuse: str = "") -> IsUse:
    """IsUse from 1 to 5; a bare yes is 5, a bare no is 1."""
    read = judge(reply, _USEFULNESS, tokens, excuse)
    value, basis = score(read, _USEFULNESS)
    return IsUse(verdict=int(read.name) if read.name else None, score=value, reason=read.reason, basis=basis)


def read_retrieval(
    reply: object, question: str, tokens: Sequence[Token] = (), excuse: str = "", sources: Sequence[Source] = ()
) -> Retrieve:
    """Retrieve with the reply's query, or with the question where the reply has none.

    Of the sources offered, those that it names; none where there is nothing to search.
    """
    read = judge(without_picks(reply) if sources else reply, _RETRIEVAL, tokens, excuse)
    named = read_picks(reply, [source["title"] for source in sources])
    return Retrieve(
        verdict=cast(RetrieveVerdict, read.name or "unknown"),
        query=one_line(under({"query"}, reply)) or question,
        reason=read.reason,
        probability=probabilities.expected(probabilities.RETRIEVAL, read.belief) if read.belief else None,
        sources=[] if read.name in ("no", "continue") else [sources[n - 1]["id"] for n in named],
    )


def read_strips(reply: object, count: int, tokens: Sequence[Token] = (), excuse: str = "") -> list[IsRel]:
    """IsRel of each of `count` strips from one reply."""
    return [
        _relevance(read) for read in judge_each(reply, count, joint.STRIP, _RELEVANCE, tokens=tokens, excuse=excuse)
    ]


def _relevance(read: Judgement) -> IsRel:
    value, basis = score(read, _RELEVANCE)
    return IsRel(verdict=cast(RelVerdict, read.name or "unknown"), score=value, reason=read.reason, basis=basis)


def _support(read: Judgement, why: str) -> Support:
    value, basis = score(read, _SUPPORT)
    reason = read.reason or (why if read.name in ("partially", "no") else "")
    return Support(cast(SupVerdict, read.name or "unknown"), value, basis, reason, _passages(read.said))


def _is_nothing_else(reply: object) -> bool:
    """Whether a reply is one word, or one object with one field beside its reason."""
    names = [key(name) for field in objects(reply) for name in field]
    if names:
        return len([name for name in names if name not in REASONS]) == 1
    return len(visible(reply, REPLY_CHARS).split()) == 1


def _passages(said: object) -> tuple[int, ...]:
    values = [value for field in objects(said) for name, value in field.items() if key(name) in PASSAGES]
    if isinstance(said, str) and not values:
        values = [match["numbers"] for match in _PASSAGES_IN_TEXT.finditer(said)]
    flat = [item for value in values for item in (value if isinstance(value, list) else [value]) if plain(item)]
    return tuple(int(number) for item in flat for number in re.findall(r"(?<!\d)\d{1,4}(?!\d)", str(item)))
