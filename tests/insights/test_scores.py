"""Calibration and the suggested threshold."""

import pytest

from selfrag.insights.reliability import reliability
from selfrag.insights.threshold import Missing, Suggestion, best, suggestion
from tests.insights.rows import judged
from tests.needs import imported

imported("hypothesis")
from hypothesis import given
from hypothesis import strategies as st

PAIRS = st.lists(st.tuples(st.sampled_from([n / 20 for n in range(21)]), st.booleans()), min_size=2, max_size=60)


def test_bins_hold_their_lower_bound_and_the_last_one_its_upper() -> None:
    scores = [0.0, 0.09, 0.1, 0.3, 0.7, 0.99, 1.0]
    found = reliability([judged(score=score) for score in scores])
    assert [(one.low, one.n) for one in found.bins] == [(0.0, 2), (0.1, 1), (0.3, 1), (0.7, 1), (0.9, 2)]


def test_calibration_error_is_the_mean_gap() -> None:
    rows = [judged(score=0.85, kept=n < 3) for n in range(4)] + [judged(score=0.15, kept=False) for _ in range(6)]
    found = reliability(rows)
    assert [(one.mean_score, one.kept) for one in found.bins] == [(pytest.approx(0.15), 0.0), (0.85, 0.75)]
    assert found.error == pytest.approx((4 * 0.10 + 6 * 0.15) / 10)


def test_what_has_no_score_is_in_no_bin_and_kinds_of_scores_are_named() -> None:
    rows = [judged(), judged(score=0.5, basis="logprobs"), judged(score=0.5, basis="coverage")]
    found = reliability(rows)
    assert ([one.n for one in found.bins], found.bases) == ([2], ["coverage", "logprobs"])
    assert reliability([judged()]).error is None


@given(PAIRS)
def test_nothing_is_lost_between_bins(pairs: list[tuple[float, bool]]) -> None:
    found = reliability([judged(score=score, kept=kept) for score, kept in pairs])
    assert sum(one.n for one in found.bins) == len(pairs)
    assert all(one.low - 1e-9 <= one.mean_score <= one.high + 1e-9 for one in found.bins)
    assert found.error is not None and 0.0 <= found.error <= 1.0


def test_the_threshold_that_tells_kept_and_dropped_apart() -> None:
    rows = [judged(score=0.3, kept=False, proposed=True, question_id=f"q{n}") for n in range(8)]
    rows += [judged(score=0.6, kept=True, proposed=True, question_id=f"q{n}") for n in range(12)]
    assert suggestion(rows) == Suggestion(at=0.6, n=20, changed=8, now=12 / 20, then=1.0, elsewhere=1.0)


def test_of_equally_good_thresholds_the_highest() -> None:
    # From 0.9 on: one of two kept, none dropped. From 0.4 on: both kept, one of two dropped. J is 0.5 for both.
    assert best([(0.9, True), (0.5, False), (0.4, True), (0.1, False)]) == 0.9


def test_on_other_questions_it_may_do_worse() -> None:
    """Every question has a threshold of its own, so what was learned from the others does not fit it."""
    rows = []
    for n in range(5):
        rows += [judged(score=0.1 * n + 0.2, kept=True, question_id=f"q{n}")] * 4
        rows += [judged(score=0.1 * n + 0.1, kept=False, question_id=f"q{n}")] * 4
    told = suggestion(rows)
    assert isinstance(told, Suggestion) and told.elsewhere is not None
    assert told.elsewhere < told.then


def test_one_question_alone_gives_no_estimate_for_others() -> None:
    told = suggestion([judged(score=0.9, kept=True)] * 10 + [judged(score=0.1, kept=False)] * 10)
    assert isinstance(told, Suggestion)
    assert (told.at, told.then, told.elsewhere) == (0.9, 1.0, None)


def test_what_is_missing_for_a_suggestion() -> None:
    assert suggestion([]) == Missing(20, kept=True, dropped=True)
    assert suggestion([judged(score=0.5, kept=True)] * 12) == Missing(8, kept=False, dropped=True)
    assert suggestion([judged(score=0.5, kept=False)] * 30) == Missing(0, kept=True, dropped=False)
    assert suggestion([judged(score=None)] * 30) == Missing(20, kept=True, dropped=True)


@given(PAIRS.filter(lambda pairs: len({kept for _, kept in pairs}) == 2))
def test_no_other_threshold_has_a_better_j_and_none_as_good_is_higher(pairs: list[tuple[float, bool]]) -> None:
    kept = [score for score, keep in pairs if keep]
    dropped = [score for score, keep in pairs if not keep]

    def j(at: float) -> int:
        return sum(s >= at for s in kept) * len(dropped) - sum(s >= at for s in dropped) * len(kept)

    at = best(pairs)
    assert at == max({score for score, _ in pairs}, key=lambda score: (j(score), score))
