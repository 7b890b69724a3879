"""Verdicts out of replies as models really write them."""

from typing import Any

import pytest

from selfrag.models.verdicts import read_relevance, read_retrieval, read_supports, read_usefulness

RELEVANCE: list[tuple[Any, str]] = [
    ('{"reason": "It names the price.", "verdict": "relevant"}', "relevant"),
    ('{"verdict": "Relevant"}', "relevant"),
    ('{"VERDICT": "IRRELEVANT"}', "irrelevant"),
    ('{"binary_score": "yes"}', "relevant"),
    ('{"isRelevant": "no"}', "irrelevant"),
    ('{"relevant": true}', "relevant"),
    ('{"irrelevant": true}', "irrelevant"),
    ('{"irrelevant": "no"}', "relevant"),
    ('{"score": 1}', "relevant"),
    ('{"score": 0}', "irrelevant"),
    ('{"score": 0.83}', "relevant"),
    ('{"score": 0.5}', "ambiguous"),
    ('{"score": 7}', "unknown"),
    ('{"n": 1, "verdict": "irrelevant"}', "irrelevant"),
    ('{"verdict": "irrelevant", "evidence": "It is relevant."}', "irrelevant"),
    ('{"verdict": null}', "unknown"),
    ('{"result": {"label": "not relevant"}}', "irrelevant"),
    ('{"verdict": ["relevant"]}', "relevant"),
    ('{"reason": "It is irrelevant.", "confidence": 1}', "unknown"),
    ("{'verdict': 'no'}", "irrelevant"),
    ('```json\n{"verdict": "relevant"}\n```', "relevant"),
    ('Here is my verdict:\n{"verdict": "irrelevant", "reason": "not relevant {x}"}\nDone.', "irrelevant"),
    ('{"verdict": "no", "reason": "the passage says noth', "irrelevant"),
    ('{"reason": "the passage says nothing", "verdict": "no", "score": ', "irrelevant"),
    ('{"reason": "A relevant passage would name the pri', "unknown"),
    ('{"reason": "It is relevant.", "verdict": "irr', "unknown"),
    ('{"reason": "It is relevant.", "verdict": ', "unknown"),
    ('{"n": 1, "reas', "unknown"),
    ("{'reason': 'It is relev", "unknown"),
    ('{"reason": "It is \\"relevant\\".", "verdict": irrelevant}', "irrelevant"),
    ('<think>maybe yes</think>{"score":"no"}', "irrelevant"),
    ("<think>\nIt is relevant.\n</think>\n\nIrrelevant.", "irrelevant"),
    ("It could be a yes.</think>no", "irrelevant"),
    ("<think>relevant, I would say, but", "unknown"),
    ('{"verdict": "relevant"}\n{"verdict": "irrelevant"}', "unknown"),
    ('{"verdict": "relevant", "relevant": false}', "unknown"),
    ({"verdict": "ambiguous"}, "ambiguous"),
    (True, "relevant"),
    (False, "irrelevant"),
    (1, "relevant"),
    (0.1, "irrelevant"),
    (float("nan"), "unknown"),
    ("Yes.", "relevant"),
    ("YES", "relevant"),
    ("**YES**", "relevant"),
    ('"no"', "irrelevant"),
    ("‘No’", "irrelevant"),
    ("true", "relevant"),
    ("0", "irrelevant"),
    ("[Relevant]", "relevant"),
    ("네", "relevant"),
    ("네, 관련이 있습니다.", "relevant"),
    ("예.", "relevant"),
    ("아니요", "irrelevant"),
    ("관련 있음", "relevant"),
    ("관련 없음", "irrelevant"),
    ("이 문서는 질문과 관련이 없습니다.", "irrelevant"),
    ("관련이 있다고 볼 수 없습니다.", "irrelevant"),
    ("부분적으로 관련 있음", "ambiguous"),
    ("판정: 관련 있음", "relevant"),
    ('{"판정": "무관"}', "irrelevant"),
    ("관련이 있는지 판단할 수 없습니다.", "unknown"),
    ("irrelevant", "irrelevant"),
    ("Not relevant.", "irrelevant"),
    ("The passage is not at all relevant.", "irrelevant"),
    ("The passage does not appear to be relevant to the question.", "irrelevant"),
    ("The passage isn’t relevant.", "irrelevant"),
    ("There is no relevant information.", "irrelevant"),
    ("unrelated", "irrelevant"),
    ("Incorrect", "irrelevant"),
    ("The answer is not useful. Verdict: no", "irrelevant"),
    ("It shares words with the question. Verdict: relevant", "relevant"),
    ("The question asks for relevant prices.\n\n**Irrelevant**", "irrelevant"),
    ("Relevance: low", "irrelevant"),
    ("Relevance: High", "relevant"),
    ("Score: 0.85", "relevant"),
    ("Relevant: No", "irrelevant"),
    ("Irrelevant: yes", "irrelevant"),
    ("Relevant - no", "irrelevant"),
    ("Is the passage relevant? No.", "irrelevant"),
    ("관련 여부: 아니요", "irrelevant"),
    ("Yes, but it is irrelevant.", "unknown"),
    ("N. It does not help.", "irrelevant"),
    ("n: 1, which is about wine.", "unknown"),
    ("No. The relevant section is missing.", "irrelevant"),
    ("not supported", "irrelevant"),
    ("not useful", "irrelevant"),
    ("Partially relevant", "ambiguous"),
    ("It is not irrelevant.", "unknown"),
    ("Verdict: yes. Final verdict: no", "unknown"),
    ("It is relevant in one way and irrelevant in another.", "unknown"),
    ("It would be relevant if it named a price.", "unknown"),
    ("I cannot determine whether the passage is relevant.", "unknown"),
    ("I'm sorry, but I can't help with that.", "unknown"),
    ("The passage is about wine.", "unknown"),
    ("", "unknown"),
    ("   \n", "unknown"),
    ("{}", "unknown"),
    ("null", "unknown"),
    (None, "unknown"),
]

SUPPORT: list[tuple[Any, str]] = [
    ('{"reason": "Stated on page 1.", "verdict": "fully"}', "fully"),
    ('{"verdict": "Fully supported"}', "fully"),
    ('{"supported": false}', "no"),
    ('{"unsupported": true}', "no"),
    ('{"score": 0.5}', "partially"),
    ('{"score": 0.7}', "unknown"),
    ("[Fully supported]", "fully"),
    ("[Partially supported]", "partially"),
    ("[No support / Contradictory]", "no"),
    ("supported", "fully"),
    ("not supported", "no"),
    ("Unsupported.", "no"),
    ("incorrect", "no"),
    ("The claim is not supported by the passages.", "no"),
    ("The passages contradict the claim.", "no"),
    ("The passages do not contradict the claim.", "unknown"),
    ("not fully supported", "unknown"),
    ("irrelevant", "no"),
    ("Supported: no", "no"),
    ("Is the claim contradicted? No.", "unknown"),
    ('{"contradicted": false}', "unknown"),
    ("지지됨", "fully"),
    ("지지되지 않음", "no"),
    ("부분적으로 지지됨", "partially"),
    ("근거가 없습니다.", "no"),
    ("일부 지지", "partially"),
    ("아니오", "no"),
    (None, "unknown"),
]

USEFULNESS: list[tuple[Any, int | None]] = [
    ('{"reason": "Complete.", "verdict": 5}', 5),
    ('{"usefulness": "2"}', 2),
    ('{"rating": 3.0}', 3),
    ('{"verdict": 9}', None),
    ("[Utility:4]", 4),
    ("4", 4),
    ("**4**", 4),
    ("4/5", 4),
    ("I would give it 4 out of 5.", 4),
    ("4점", 4),
    ("8/10", None),
    ("Score: 4.5", None),
    ("The answer is not useful. Verdict: no", 1),
    ("somewhat useful", 3),
    ("irrelevant", 1),
    ("Useful: no", 1),
    ("yes", 5),
    (False, 1),
    ("0", None),
    ("100", None),
    ("<think>5</think>2", 2),
    ("3 or 4", None),
    ("", None),
]

RETRIEVE: list[tuple[Any, str]] = [
    ('{"reason": "Asks for a price.", "verdict": "yes"}', "yes"),
    ('{"retrieve": false}', "no"),
    ("[Retrieval]", "yes"),
    ("[No Retrieval]", "no"),
    ("[Continue to Use Evidence]", "continue"),
    ("Retrieval is not needed.", "no"),
    ("검색이 필요합니다", "yes"),
    ("불필요", "no"),
    ("hm", "unknown"),
]


@pytest.mark.parametrize(("reply", "verdict"), RELEVANCE)
def test_relevance(reply: object, verdict: str) -> None:
    assert read_relevance(reply)["verdict"] == verdict


@pytest.mark.parametrize(("reply", "verdict"), SUPPORT)
def test_support(reply: object, verdict: str) -> None:
    assert read_supports(reply, 1)[0].verdict == verdict


@pytest.mark.parametrize(("reply", "verdict"), USEFULNESS)
def test_usefulness(reply: object, verdict: int | None) -> None:
    assert read_usefulness(reply)["verdict"] == verdict


@pytest.mark.parametrize(("reply", "verdict"), RETRIEVE)
def test_retrieval(reply: object, verdict: str) -> None:
    assert read_retrieval(reply, "question") == {**read_retrieval(reply, "question"), "verdict": verdict}
    assert read_retrieval(reply, "question")["query"] == "question"


def test_the_query_of_a_follow_up_comes_from_the_reply() -> None:
    assert read_retrieval('{"verdict": "yes", "query": " steak\\nprice "}', "it?")["query"] == "steak price"


@pytest.mark.parametrize(
    ("reply", "score"),
    [
        ('{"verdict": "relevant"}', 1.0),
        ('{"verdict": "ambiguous"}', 0.5),
        ('{"verdict": "irrelevant"}', 0.0),
        ("hm", 0.5),
        ('{"verdict": "relevant", "score": 0.8}', 1.0),
        ('{"verdict": "irrelevant", "confidence": 0.9}', 0.0),
    ],
)
def test_each_label_has_its_score_whatever_score_the_model_writes(reply: str, score: float) -> None:
    read = read_relevance(reply)
    assert (read["score"], read["basis"]) == (score, "label")


def test_the_scores_of_support_and_usefulness() -> None:
    support = {label: read_supports(label, 1)[0].score for label in ("fully", "partially", "no", "hm")}
    assert support == {"fully": 1.0, "partially": 0.5, "no": 0.0, "hm": 0.5}
    assert [read_usefulness(reply)["score"] for reply in ("1", "2", "3", "4", "5", "hm")] == [-1, -0.5, 0, 0.5, 1, 0]
    assert read_retrieval("yes", "question")["probability"] is None


def test_a_reason_is_the_reply_s_own_in_one_line() -> None:
    assert read_relevance('{"reason": "Names\\n the price.", "verdict": "yes"}')["reason"] == "Names the price."
    assert read_relevance("Yes, it names the price.")["reason"] == "Yes, it names the price."
    assert len(read_relevance('{"reason": "' + "x" * 999 + '", "verdict": "yes"}')["reason"]) == 200


def test_an_unknown_verdict_says_what_came_instead() -> None:
    assert read_relevance("hm")["reason"] == "The model gave no clear verdict: hm"
    assert read_relevance(None)["reason"] == "The model gave no verdict."
