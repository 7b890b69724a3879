"""Scores out of token probabilities: how likely each verdict was at the place where the model wrote one.

A verdict's word may be split over tokens, and a token may hold more than the word (`": "rel`). So the places are found
in the text that all tokens make, and from a place on every alternative is compared with the beginning of each label.
"""

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

from selfrag.models.names import VERDICT
from selfrag.models.thoughts import CLOSING

LEAST_MASS = 0.05
"""With less probability on all labels together the model was about to write something else."""
TOKENS_OF_A_LABEL = 8
CHARS_OF_A_LABEL = 40
PLACES_OF_A_VERDICT = 8

_PLACES = tuple(
    re.compile(pattern, re.IGNORECASE | re.MULTILINE)
    for pattern in (
        rf'"{VERDICT}"\s*:\s*',
        rf"'{VERDICT}'\s*:\s*",
        r'"\d{1,4}"\s*:\s*(?=["\d])',
        rf"\b{VERDICT}[*_` ]*[:=]\s*",
        r"^(?=.*\w)(?:[\s>*_#`•|\[(-]*(?:[^\W\d_]+\s+)?[#\[(]?\d{1,4}\b[\s.:)\]|*_`–—-]+(?=\D))?",
    )
)
_BEFORE_A_WORD = " \"'“”‘’*_`[(|"


class Token(NamedTuple):
    """A token of a reply: its text, and the probabilities (0 to 1) of the likeliest tokens at its place."""

    text: str
    alternatives: Mapping[str, float]


class Label(NamedTuple):
    """A verdict: what it counts for in a score, and how its word may begin."""

    weight: float
    spellings: tuple[str, ...]


Labels = Mapping[str, Label]
Probabilities = Mapping[str, float]

RELEVANCE: Labels = {
    "relevant": Label(1.0, ("relevant", "related", "yes", "true", "관련 있", "관련있", "관련됨", "네", "예")),
    "ambiguous": Label(0.5, ("ambiguous", "partial", "partially", "애매", "모호", "부분", "일부")),
    "irrelevant": Label(0.0, ("irrelevant", "unrelated", "no", "not", "false", "관련 없", "관련없", "무관", "아니")),
}
SUPPORT: Labels = {
    "fully": Label(1.0, ("fully", "supported", "yes", "true", "완전", "지지됨", "네", "예")),
    "partially": Label(0.5, ("partially", "partial", "partly", "부분", "일부")),
    "no": Label(0.0, ("no", "not", "unsupported", "contradict", "contradictory", "false", "지지되지", "아니")),
}
USEFULNESS: Labels = {str(n): Label((n - 3) / 2, (str(n),)) for n in range(1, 6)}
RETRIEVAL: Labels = {
    "yes": Label(1.0, ("yes", "true", "네", "예")),
    "no": Label(0.0, ("no", "false", "아니")),
    "continue": Label(0.0, ("continue", "계속")),
}


def expected(labels: Labels, probabilities: Probabilities) -> float:
    """The mean weight of the labels (arXiv 2310.11511, section 3.3, where relevance has two labels only)."""
    mass = sum(probabilities.values())
    return round(sum(labels[label].weight * p for label, p in probabilities.items()) / mass, 4)


def beliefs(tokens: Sequence[Token], labels: Labels, verdicts: Sequence[str]) -> list[Probabilities]:
    """For each verdict of a reply, in the order of writing, the probability of each label at its place.

    Empty where the tokens do not tell it: no alternatives, no place that can be told apart, another word at the place.
    """
    ends = list(accumulate(len(token.text) for token in tokens))
    places = _places("".join(token.text for token in tokens))
    if len(verdicts) == 1:
        found = (_at(place, tokens, ends, labels, verdicts[0]) for place in places[: -PLACES_OF_A_VERDICT - 1 : -1])
        return [next((belief for belief in found if belief), {})]
    if len(places) != len(verdicts):
        return [{} for _ in verdicts]
    return [_at(place, tokens, ends, labels, verdict) for place, verdict in zip(places, verdicts, strict=True)]


def _places(text: str) -> list[int]:
    """Where values begin, by the first way of writing them that the reply uses; thoughts do not count."""
    begin = max((thought.end() for thought in CLOSING.finditer(text)), default=0)
    for pattern in _PLACES:
        if places := [begin + match.end() for match in pattern.finditer(text[begin:])]:
            return places
    return []


def _at(place: int, tokens: Sequence[Token], ends: Sequence[int], labels: Labels, verdict: str) -> Probabilities:
    mass = dict.fromkeys(labels, 0.0)
    said, likely = "", 1.0
    first = bisect_right(ends, place)
    for n in range(first, min(first + TOKENS_OF_A_LABEL, len(tokens))):
        token = tokens[n]
        before = token.text[: max(0, place - (ends[n] - len(token.text)))]
        for text, probability in token.alternatives.items():
            begun = text.startswith(before) and _begun(said + text.removeprefix(before), labels)
            if begun and len(begun) == 1:
                mass[begun.pop()] += likely * _share(probability)
        said += token.text.removeprefix(before)
        chosen = _begun(said, labels)
        if len(chosen) == 1:
            told = chosen == {verdict} and len(token.alternatives) > 1
            return mass if told and sum(mass.values()) >= LEAST_MASS else {}
        if not chosen:
            return {}
        likely *= _share(token.alternatives.get(token.text, 0.0))
    return {}


def _begun(text: str, labels: Labels) -> set[str]:
    """The labels that the text may be the beginning of, or begins with."""
    said = re.sub(r"[\s_-]+", " ", text[:CHARS_OF_A_LABEL].casefold()).lstrip(_BEFORE_A_WORD)
    return {name for name, label in labels.items() if any(_fits(said, spelling) for spelling in label.spellings)}


def _fits(said: str, spelling: str) -> bool:
    if spelling.startswith(said):
        return True
    after = said.removeprefix(spelling)
    return after != said and not (spelling.isascii() and after[0].isalnum())


def _share(probability: float) -> float:
    """A server's number, made a probability: NaN and negative numbers count for nothing."""
    return min(probability, 1.0) if probability > 0 else 0.0
