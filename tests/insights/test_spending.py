"""Times, costs and outcomes over time."""

from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from selfrag.insights.spending import periods, quantile, totals, waits
from tests.insights.rows import asked, decided


def at(*day: int) -> float:
    return datetime(*day, tzinfo=UTC).timestamp()  # type: ignore[arg-type]


def test_quantiles_lie_on_a_line_between_the_nearest() -> None:
    assert quantile([4, 1, 3, 2], 0.5) == 2.5
    assert quantile(range(11), 0.9) == 9
    assert quantile([7], 0.9) == 7
    assert quantile([], 0.5) is None


def test_time_to_a_decision() -> None:
    found = waits([decided(seconds) for seconds in (10, 20, 30, 40, 100)])
    assert (found.n, found.median, found.p90) == (5, 30, pytest.approx(76))
    assert waits([]).median is None


def test_totals_are_means_for_a_question_and_count_thumbs() -> None:
    found = totals(
        [asked(calls=2, tokens=50, thumb=1), asked(calls=6, tokens=150, rewrites=1, thumb=-1), asked(calls=1)]
    )
    assert (found.questions, found.calls, found.tokens, found.up, found.down) == (3, 3.0, 100.0, 1, 1)
    assert found.rewrites == pytest.approx(1 / 3)
    assert totals([]).calls == 0.0


def test_days_without_questions_are_there_too() -> None:
    found = periods([asked(at=at(2026, 3, 1, 12)), asked("failed", at=at(2026, 3, 3, 12))], [])
    assert [(one.begins, one.outcomes) for one in found] == [
        (date(2026, 3, 1), {"answered": 1}),
        (date(2026, 3, 2), {}),
        (date(2026, 3, 3), {"failed": 1}),
    ]


def test_a_long_time_is_told_by_weeks_from_monday_on() -> None:
    found = periods([asked(at=at(2026, 3, 4)), asked(at=at(2026, 3, 8, 23))], [decided(5, at=at(2026, 5, 1))])
    assert [one.begins.isoweekday() for one in found] == [1] * 9
    assert (found[0].begins, found[0].outcomes, found[-1].waits.median) == (date(2026, 3, 2), {"answered": 2}, 5)


def test_days_are_those_of_the_zone() -> None:
    late = [asked(at=at(2026, 3, 1, 20))]
    assert periods(late, [])[0].begins == date(2026, 3, 1)
    assert periods(late, [], timezone(timedelta(hours=9)))[0].begins == date(2026, 3, 2)


def test_nothing_happened() -> None:
    assert periods([], []) == []
