"""What questions and decisions took, and what became of them, over time."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo

from selfrag.insights.rows import Asked, Decided, Judged

WEEKLY_FROM = 32
"""Over more days than this, a bar for each day cannot be read."""


@dataclass(frozen=True)
class Waits:
    """Seconds from a review's first showing to its decision; None without any."""

    n: int
    median: float | None
    p90: float | None


@dataclass(frozen=True)
class Totals:
    """Means for a question, and thumbs; `loops` are further searches, further drafts and searches of the web."""

    questions: int
    rewrites: float
    writes: float
    web: float
    calls: float
    tokens: float
    seconds: float
    up: int
    down: int


@dataclass(frozen=True)
class Period:
    """A day, or the week that begins on it."""

    begins: date
    outcomes: dict[str, int]
    totals: Totals
    waits: Waits


def quantile(values: Iterable[float], q: float) -> float | None:
    """The value below which the share `q` lies, on a straight line between the two nearest; None without values."""
    ordered = sorted(values)
    if not ordered:
        return None
    place = q * (len(ordered) - 1)
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


def waits(rows: Iterable[Decided]) -> Waits:
    """How long people took."""
    seconds = [row.seconds for row in rows]
    return Waits(len(seconds), quantile(seconds, 0.5), quantile(seconds, 0.9))


def totals(rows: Sequence[Asked]) -> Totals:
    """What a question took on average; zeros without any."""
    count = max(1, len(rows))
    return Totals(
        questions=len(rows),
        rewrites=sum(row.rewrites for row in rows) / count,
        writes=sum(row.writes for row in rows) / count,
        web=sum(row.web for row in rows) / count,
        calls=sum(row.calls for row in rows) / count,
        tokens=sum(row.tokens for row in rows) / count,
        seconds=sum(row.seconds for row in rows) / count,
        up=sum(row.thumb > 0 for row in rows),
        down=sum(row.thumb < 0 for row in rows),
    )


def is_weekly(rows: Sequence[Asked | Decided | Judged], zone: tzinfo = UTC) -> bool:
    """Whether weeks are better than days for this long a time."""
    days = [_day(row.at, zone) for row in rows]
    return bool(days) and (max(days) - min(days)).days >= WEEKLY_FROM


def periods(asked: Sequence[Asked], decided: Sequence[Decided], zone: tzinfo = UTC) -> list[Period]:
    """Each day, or week from Monday on, from the first to the last in which anything happened; days of the zone."""
    weekly = is_weekly([*asked, *decided], zone)
    questions: dict[date, list[Asked]] = {}
    decisions: dict[date, list[Decided]] = {}
    for question in asked:
        questions.setdefault(_begins(question.at, zone, weekly), []).append(question)
    for decision in decided:
        decisions.setdefault(_begins(decision.at, zone, weekly), []).append(decision)
    return [
        Period(
            begins,
            dict(Counter(row.outcome for row in questions.get(begins, []))),
            totals(questions.get(begins, [])),
            waits(decisions.get(begins, [])),
        )
        for begins in _every(sorted({*questions, *decisions}), 7 if weekly else 1)
    ]


def _every(known: Sequence[date], step: int) -> list[date]:
    if not known:
        return []
    return [known[0] + timedelta(days=days) for days in range(0, (known[-1] - known[0]).days + 1, step)]


def _begins(at: float, zone: tzinfo, weekly: bool) -> date:
    day = _day(at, zone)
    return day - timedelta(days=day.weekday()) if weekly else day


def _day(at: float, zone: tzinfo) -> date:
    return datetime.fromtimestamp(at, zone).date()
