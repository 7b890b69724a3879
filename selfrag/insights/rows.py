"""What is measured: one row for each judgement, sentence, question and decision, with what rows are grouped by."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

Said = Literal["yes", "no", "unsure"]
"""A grader's verdict: helpful or supported, not so, or neither (ambiguous, partially, unknown)."""
Facet = Literal["collection", "language", "model", "strategy"]
FACETS: tuple[Facet, ...] = ("collection", "language", "model", "strategy")


@dataclass(frozen=True, kw_only=True)
class Row:
    """What every row has. `at` in seconds since 1970; `model` is "" where nobody wrote it down.

    `collections` are titles, "" standing for what was deleted; `language` is the script of the question: hangul, latin
    or other.
    """

    question_id: str
    at: float
    collections: tuple[str, ...]
    language: str
    model: str
    strategy: str

    def names(self, facet: Facet) -> tuple[str, ...]:
        """The groups that this row belongs to."""
        return self.collections if facet == "collection" else (str(getattr(self, facet)),)


@dataclass(frozen=True, kw_only=True)
class Judged(Row):
    """A verdict and what a person made of it: a passage that was kept or not, a sentence that stood or was contested.

    `score` from 0 to 1, None where there is none; `basis` is what it rests on. `proposed` says how it stood before the
    person decided. `forked`: decided in a “what if” only.
    """

    said: Said
    kept: bool
    score: float | None = None
    basis: str = ""
    proposed: bool = True
    forked: bool = False


@dataclass(frozen=True, kw_only=True)
class Asked(Row):
    """A question with what became of it and what it took; `thumb` is 1 up, -1 down, 0 nothing."""

    outcome: str
    rewrites: int
    writes: int
    web: int
    calls: int
    tokens: int
    seconds: float
    thumb: int = 0


@dataclass(frozen=True, kw_only=True)
class Decided(Row):
    """A person's decision on a review; `seconds` from when it was first shown, so time away counts too."""

    kind: str
    seconds: float


@dataclass(frozen=True)
class History:
    """All that was asked and decided, and `left_out`: how much judges nothing, by the reason."""

    passages: Sequence[Judged] = ()
    sentences: Sequence[Judged] = ()
    asked: Sequence[Asked] = ()
    decided: Sequence[Decided] = ()
    left_out: tuple[tuple[str, int], ...] = ()

    def only(self, since: float | None = None, **wanted: Collection[str]) -> "History":
        """The rows from a moment on that are in one of the wanted groups of each facet; nothing wanted means all."""
        return History(
            _only(self.passages, since, wanted),
            _only(self.sentences, since, wanted),
            _only(self.asked, since, wanted),
            _only(self.decided, since, wanted),
            self.left_out,
        )

    def names(self, facet: Facet) -> list[str]:
        """Every group of a facet, in order, "" last."""
        rows: Iterable[Row] = (*self.passages, *self.sentences, *self.asked)
        return sorted({name for row in rows for name in row.names(facet)}, key=lambda name: (not name, name))


R = TypeVar("R", bound=Row)


def grouped(rows: Iterable[R], facet: Facet) -> dict[str, list[R]]:
    """Rows by the groups of a facet, the largest group first; a row of several groups is in each."""
    groups: dict[str, list[R]] = {}
    for row in rows:
        for name in row.names(facet):
            groups.setdefault(name, []).append(row)
    return dict(sorted(groups.items(), key=lambda group: (-len(group[1]), group[0])))


def _only(rows: Sequence[R], since: float | None, wanted: dict[str, Collection[str]]) -> list[R]:
    asked_for = [(facet, set(wanted[facet])) for facet in FACETS if wanted.get(facet)]
    return [
        row
        for row in rows
        if (since is None or row.at >= since) and all(not names.isdisjoint(row.names(f)) for f, names in asked_for)
    ]
