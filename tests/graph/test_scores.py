"""The paper's segment score, as a table."""

import pytest

from selfrag.graph.nodes.reflect import better
from selfrag.graph.scores import score_of, segment_score, support_score, use_score
from selfrag.graph.state import Draft, Reflection
from selfrag.ports import IsSup, IsUse, SupVerdict


@pytest.mark.parametrize(
    ("is_rel", "is_sup", "is_use", "expected"),
    [
        ([1.0], [1.0], 1.0, 2.5),
        ([0.0], [0.0], -1.0, -0.5),
        ([0.9, 0.5], [1.0, 0.0], 0.0, 1.2),
        ([0.8], [0.5], None, 1.3),  # usefulness unknown: neither for nor against
        ([], [1.0], 0.5, 1.75),  # no passage graded: unknown
        ([0.8], [], -1.0, 0.3),  # no sentence: nothing is supported
        ([0.333], [0.333], 0.333, 0.833),
        ([0.8], [], None, None),  # nothing was graded
        ([], [], None, None),
    ],
)
def test_segment_score(is_rel: list[float], is_sup: list[float], is_use: float | None, expected: float | None) -> None:
    assert segment_score(is_rel, is_sup, is_use) == expected


@pytest.mark.parametrize(("verdict", "given", "expected"), [("fully", 0.91234, 0.912), ("no", 0.2, 0.2)])
def test_a_known_verdict_keeps_its_score(verdict: SupVerdict, given: float, expected: float) -> None:
    assert support_score(IsSup(verdict=verdict, passage_ids=[], score=given, reason="", basis="logprobs")) == expected


@pytest.mark.parametrize("given", [0.0, 1.0])
def test_an_unknown_verdict_stands_in_the_middle_whatever_came_with_it(given: float) -> None:
    assert support_score(IsSup(verdict="unknown", passage_ids=[], score=given, reason="", basis="label")) == 0.5
    assert use_score(IsUse(verdict=None, score=given, reason="", basis="label")) is None


def test_a_known_usefulness_keeps_its_score() -> None:
    assert use_score(IsUse(verdict=4, score=0.45678, reason="", basis="logprobs")) == 0.457


def old(is_use: int | None, *verdicts: SupVerdict) -> Reflection:
    """As it was stored before scores were."""
    return Reflection(
        sentences=[{"text": "", "is_sup": verdict, "passage_ids": [], "reason": ""} for verdict in verdicts],
        is_use=is_use,
        reason="",
    )


@pytest.mark.parametrize(
    ("reflection", "expected"),
    [
        (old(5, "fully"), 2.0),
        (old(1, "no"), 0.0),
        (old(None, "unknown", "partially"), 1.0),
        (old(None), None),
        ({**old(5, "fully"), "score": 0.1}, 0.1),
        ({**old(5, "fully"), "score": None}, None),
    ],
)
def test_a_reflection_stored_before_scores_is_judged_by_its_verdicts(
    reflection: Reflection, expected: float | None
) -> None:
    assert score_of(reflection) == expected


def draft(answer: str, score: float | None) -> Draft:
    return Draft(answer=answer, citations=[], left_out=[], reflection={**old(None), "score": score})


@pytest.mark.parametrize(
    ("new", "old_one", "kept"),
    [(1.2, 1.1, "new"), (1.1, 1.2, "old"), (1.2, 1.2, "new"), (None, -0.5, "old"), (None, None, "new")],
)
def test_the_higher_score_is_kept_and_the_newer_of_two_alike(
    new: float | None, old_one: float | None, kept: str
) -> None:
    chosen = better(draft("new", new), draft("old", old_one))
    assert chosen is not None
    assert chosen["answer"] == kept


def test_an_only_draft_is_kept() -> None:
    one = draft("one", None)
    assert (better(one, None), better(None, one), better(None, None)) == (one, one, None)
