import pytest

from selfrag.bench.judging import judge_grounding, judge_relevance, whole_answer
from selfrag.models.embedded import EmbeddedReflector
from selfrag.ports import SupVerdict

CONTEXT = "The intake screen is rinsed every 36 hours. The spare pump stays dry."


@pytest.mark.parametrize(
    ("verdicts", "expected"),
    [
        (["fully", "fully"], "fully"),
        (["no"], "no"),
        (["fully", "no"], "partially"),
        (["partially", "fully"], "partially"),
        (["fully", "unknown"], "fully"),
        (["unknown"], "unknown"),
        ([], "unknown"),
    ],
)
def test_an_answer_is_judged_by_its_sentences(verdicts: list[SupVerdict], expected: str) -> None:
    assert whole_answer(verdicts) == expected


def test_relevance_by_language() -> None:
    pairs = [
        {"id": "1", "lang": "en", "question": "intake screen", "context": CONTEXT, "label": "relevant"},
        {"id": "2", "lang": "en", "question": "wine list", "context": CONTEXT, "label": "irrelevant"},
        {"id": "3", "lang": "en", "question": "spare parts", "context": "Nothing.", "label": "relevant"},
        {"id": "4", "lang": "ko", "question": "스테이크 가격", "context": "스테이크", "label": "relevant"},
    ]
    assert judge_relevance(pairs, EmbeddedReflector()) == {
        "en": {"n": 3, "balanced_accuracy": 0.75, "auroc": 0.75},
        "ko": {"n": 1, "balanced_accuracy": 1},
    }


def test_grounding_with_three_labels_and_with_two() -> None:
    true, false = "The spare pump stays dry.", "The wine is red."
    rows = [
        {"id": "1", "lang": "en", "context": CONTEXT, "answer": true, "label": "fully"},
        {"id": "2", "lang": "en", "context": CONTEXT, "answer": f"{true} {false}", "label": "partially"},
        {"id": "3", "lang": "en", "context": CONTEXT, "answer": false, "label": "not_fully"},
        {"id": "4", "lang": "en", "context": CONTEXT, "answer": false, "label": "fully"},
    ]
    figures = judge_grounding(rows, EmbeddedReflector())
    assert figures == {"en": {"n": 4, "accuracy": 0.75, "fully_vs_rest_balanced": 0.75}}
