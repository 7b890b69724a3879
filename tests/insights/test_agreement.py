"""Agreement against values worked out by hand."""

import pytest

from selfrag.insights.agreement import agreement, wilson
from tests.insights.rows import judged, many
from tests.needs import imported

imported("hypothesis")
from hypothesis import given
from hypothesis import strategies as st

COUNTS = st.tuples(*[st.integers(0, 40)] * 4)


def test_shares_and_kappa_of_a_table() -> None:
    found = agreement(many(20, 5, 10, 15))
    assert (found.n, found.precision.value, found.recall.value) == (50, 20 / 25, 20 / 30)
    assert found.agreement.value == 35 / 50
    # By chance: 25/50 * 30/50 + 25/50 * 20/50 = 0.5, so that kappa is (0.7 - 0.5) / 0.5.
    assert found.kappa == pytest.approx(0.4)
    assert found.why_no_kappa == ""


def test_worse_than_chance_is_negative() -> None:
    assert agreement(many(0, 5, 5, 0)).kappa == -1.0


def test_unsure_verdicts_count_on_their_own() -> None:
    rows = [*many(1, 0, 0, 1), judged("unsure", True), judged("unsure", True), judged("unsure", False)]
    found = agreement(rows)
    assert (found.n, found.agreement.value, found.kappa) == (2, 1.0, 1.0)
    assert (found.unsure.hits, found.unsure.n) == (2, 3)


@pytest.mark.parametrize(
    ("counts", "kappa", "why"),
    [
        ((0, 0, 0, 0), None, "nothing_sure"),
        ((7, 0, 0, 0), None, "one_kind"),
        ((0, 0, 0, 7), None, "one_kind"),
        ((5, 2, 0, 0), 0.0, ""),
        ((5, 0, 2, 0), 0.0, ""),
    ],
)
def test_kappa_is_absent_only_where_chance_explains_everything(
    counts: tuple[int, int, int, int], kappa: float | None, why: str
) -> None:
    found = agreement(many(*counts))
    assert (found.kappa, found.why_no_kappa) == (kappa, why)


def test_a_share_of_nothing_is_absent() -> None:
    found = agreement(many(0, 0, 3, 0))
    assert (found.precision.value, found.precision.interval) == (None, None)
    assert found.recall.value == 0.0


@pytest.mark.parametrize(
    ("hits", "n", "low", "high"),
    [(8, 10, 0.490, 0.943), (0, 5, 0.0, 0.434), (5, 5, 0.566, 1.0), (50, 100, 0.404, 0.596)],
)
def test_wilson(hits: int, n: int, low: float, high: float) -> None:
    assert wilson(hits, n) == (pytest.approx(low, abs=5e-4), pytest.approx(high, abs=5e-4))


@given(COUNTS)
def test_figures_stay_within_their_bounds(counts: tuple[int, int, int, int]) -> None:
    found = agreement(many(*counts))
    assert found.n == sum(counts)
    assert found.kappa is None or -1.0 <= found.kappa <= 1.0
    assert (found.kappa is None) == bool(found.why_no_kappa)
    for share in (found.precision, found.recall, found.agreement):
        if share.value is not None and share.interval is not None:
            low, high = share.interval
            assert 0.0 <= low <= share.value <= high <= 1.0


@given(COUNTS)
def test_grader_and_people_may_change_places(counts: tuple[int, int, int, int]) -> None:
    yes_kept, yes_dropped, no_kept, no_dropped = counts
    one, other = agreement(many(*counts)), agreement(many(yes_kept, no_kept, yes_dropped, no_dropped))
    assert (one.kappa, one.agreement) == (other.kappa, other.agreement)
    assert one.precision == other.recall
