"""The score from which on passages are best proposed for reading, learned from what people kept."""

from collections.abc import Sequence
from dataclasses import dataclass

from selfrag.insights.rows import Judged

NEEDED = 20
PARTS = 5


@dataclass(frozen=True)
class Suggestion:
    """Keep what scores `at` or more: of `n` passages, `changed` would be proposed differently than they were.

    `now` and `then` are the shares proposed as people decided, then measured on the same passages that it was learned
    from; `elsewhere` is measured on questions it was not learned from, None where there are too few.
    """

    at: float
    n: int
    changed: int
    now: float
    then: float
    elsewhere: float | None


@dataclass(frozen=True)
class Missing:
    """What a suggestion lacks: so many more judgements, and which kind of them there is none of."""

    more: int
    kept: bool
    dropped: bool


def suggestion(rows: Sequence[Judged]) -> Suggestion | Missing:
    """The threshold with the best Youden's J (share of kept above it less share of dropped above it).

    J does not depend on how many passages happened to be good. Of thresholds that are equally good, the highest.
    """
    scored = [row for row in rows if row.score is not None]
    kept = sum(row.kept for row in scored)
    if len(scored) < NEEDED or kept in (0, len(scored)):
        return Missing(max(0, NEEDED - len(scored)), kept=kept == 0, dropped=kept == len(scored))
    pairs = [(row.score or 0.0, row.kept) for row in scored]
    at = best(pairs)
    return Suggestion(
        at=at,
        n=len(scored),
        changed=sum((score >= at) != row.proposed for (score, _), row in zip(pairs, scored, strict=True)),
        now=sum(row.proposed == row.kept for row in scored) / len(scored),
        then=sum((score >= at) == kept for score, kept in pairs) / len(pairs),
        elsewhere=_elsewhere(scored, pairs),
    )


def best(pairs: Sequence[tuple[float, bool]]) -> float:
    """One of the scores; both kinds, kept and dropped, must be among the pairs."""
    kept = sum(keep for _, keep in pairs)
    dropped = len(pairs) - kept
    ordered = sorted(pairs, key=lambda pair: -pair[0])
    above_kept = above_dropped = 0
    found, most = ordered[0][0], -dropped * kept - 1
    for at, (score, keep) in enumerate(ordered):
        above_kept, above_dropped = above_kept + keep, above_dropped + (not keep)
        last_of_score = at + 1 == len(ordered) or ordered[at + 1][0] < score
        j = above_kept * dropped - above_dropped * kept  # J times kept times dropped: whole numbers know a tie
        if last_of_score and j > most:
            found, most = score, j
    return found


def _elsewhere(rows: Sequence[Judged], pairs: Sequence[tuple[float, bool]]) -> float | None:
    """Agreement on each fifth of the questions with a threshold from the others; passages of one question are alike."""
    number = {question: at for at, question in enumerate(dict.fromkeys(row.question_id for row in rows))}
    right = tried = 0
    for part in range(PARTS):
        mine = [pair for row, pair in zip(rows, pairs, strict=True) if number[row.question_id] % PARTS == part]
        others = [pair for row, pair in zip(rows, pairs, strict=True) if number[row.question_id] % PARTS != part]
        if not mine or len({kept for _, kept in others}) < 2:
            continue
        at = best(others)
        right, tried = right + sum((score >= at) == kept for score, kept in mine), tried + len(mine)
    return right / tried if tried == len(rows) else None
