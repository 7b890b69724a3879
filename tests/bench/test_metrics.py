import math

import pytest

from selfrag.bench.metrics import (
    auroc,
    balanced_accuracy,
    contains_any,
    mean,
    ndcg_at,
    recall_at,
    reciprocal_rank,
)


@pytest.mark.parametrize(
    ("ranked", "relevant", "figures"),
    [
        ("abc", "a", [1, 1, 1, 1]),
        ("abc", "b", [0, 1, 1 / 2, 1 / math.log2(3)]),
        ("abc", "c", [0, 1, 1 / 3, 1 / 2]),
        ("abcd", "d", [0, 0, 0, 0]),
        ("abc", "ac", [1, 1, 1, (1 + 1 / 2) / (1 + 1 / math.log2(3))]),
        ("abc", "abcxyz", [1, 1, 1, 1]),
        ("", "a", [0, 0, 0, 0]),
    ],
)
def test_ranking(ranked: str, relevant: str, figures: list[float]) -> None:
    ids, wanted = list(ranked), set(relevant)
    measured = [recall_at(1, ids, wanted), recall_at(3, ids, wanted), reciprocal_rank(3, ids, wanted)]
    assert [*measured, ndcg_at(3, ids, wanted)] == pytest.approx(figures)


def test_balanced_accuracy_is_the_mean_over_kinds_not_cases() -> None:
    labels = [True, False, False, False, False]
    assert balanced_accuracy(labels, [True, False, False, True, True]) == pytest.approx((1 + 0.5) / 2)
    assert balanced_accuracy(labels, [False] * 5) == 0.5
    assert balanced_accuracy([True, True], [True, False]) == 0.5


def test_auroc() -> None:
    assert auroc([0.9, 0.8], [0.1, 0.2]) == 1
    assert auroc([0.1], [0.9]) == 0
    assert auroc([0.5], [0.5]) == 0.5
    assert auroc([0.9, 0.3], [0.5, 0.3]) == pytest.approx((1 + 1 + 0 + 0.5) / 4)


def test_contains_any_ignores_white_space_and_case() -> None:
    assert contains_any("It costs 35,000  Won. [1]", ["35,000won"])
    assert contains_any("2014년4월에 패치", ["none", "2014년 4월"])
    assert not contains_any("It costs 3,500 won.", ["35,000"])


def test_mean_of_nothing_is_nothing() -> None:
    assert mean([]) == 0
    assert mean([1, 2]) == 1.5
