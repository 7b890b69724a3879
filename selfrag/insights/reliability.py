"""Whether scores mean what they say: of passages scored about 0.7, people should keep about seven in ten."""

from collections.abc import Iterable
from dataclasses import dataclass

from selfrag.insights.rows import Judged

BINS = 10


@dataclass(frozen=True)
class Bin:
    """Scores from `low` up to `high`: how many, their mean, and the share that people kept."""

    low: float
    high: float
    n: int
    mean_score: float
    kept: float


@dataclass(frozen=True)
class Reliability:
    """The bins that hold anything, and the expected calibration error: the mean gap between score and share kept.

    `error` is None without scores; `bases` says what the scores rest on, as those of two kinds do not compare.
    """

    bins: list[Bin]
    error: float | None
    bases: list[str]


def reliability(rows: Iterable[Judged]) -> Reliability:
    """Ten equal bins from 0 to 1; the last one holds 1 too."""
    inside: list[list[tuple[float, bool]]] = [[] for _ in range(BINS)]
    bases: set[str] = set()
    for row in rows:
        if row.score is not None:
            inside[_bin(row.score)].append((row.score, row.kept))
            bases.add(row.basis)
    bins = [
        Bin(
            low=at / BINS,
            high=(at + 1) / BINS,
            n=len(pairs),
            mean_score=sum(score for score, _ in pairs) / len(pairs),
            kept=sum(kept for _, kept in pairs) / len(pairs),
        )
        for at, pairs in enumerate(inside)
        if pairs
    ]
    total = sum(one.n for one in bins)
    error = sum(one.n * abs(one.mean_score - one.kept) for one in bins) / total if total else None
    return Reliability(bins, error, sorted(bases - {""}))


def _bin(score: float) -> int:
    at = min(BINS - 1, max(0, int(score * BINS)))
    return at + 1 if at + 1 < BINS and score >= (at + 1) / BINS else at  # 0.29 * 100 is 28.999… in floats
