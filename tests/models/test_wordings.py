"""Verdicts hedged, negated and decorated, and what a careful reader makes of them: unknown where in doubt."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

import pytest

from selfrag.models.verdicts import read_relevance, read_retrieval, read_supports, read_usefulness

Verdict = TypeVar("Verdict", str, int | None)

RELEVANCE: dict[str, list[str]] = {
    "relevant": [
        "No doubt it is relevant", "Without doubt relevant", "- relevant", "yes\u2060",
        "Is it relevant? Yes.", "Relevant (yes/no): yes", "There is no doubt that it is relevant.",
        "not just relevant, but complete", "It does not name wine but is relevant.", "Score: 0.9 (relevant)",
        "네, 관련 있습니다", "관련이 있어 보입니다", "질문과 관련된 가격을 담고 있습니다.",
        "관련이 있으며 오류가 없습니다", "관련이 있습니다. 다른 정보는 없습니다.",
        "관련된 가격을 빠짐없이 적고 있다", "관련이 있을 뿐만 아니라 충분합니다", "관련됩니다",
        "관련이 있다고 판단됩니다", "Relevant: it names the price.", "It is relevant: it names the price.",
        "Relevant.", "relevant, no doubt", "Relevant because it does not omit the price.",
        "The passage answers the question.", "The passage is highly relevant to the question.",
        "It is directly related to the question, not to wine.", "Verdict: relevant. Price: n/a",
        '{"relevance": "n/a", "verdict": "relevant"}', "✅ Relevant", "Relevant: ✅", "Relevance: 0.9",
        "relevant to the question about other wines", "It isn't just relevant, it answers the question.",
        "Yes, relevant", "relevant (yes)", "Yes/No: yes", "Verdict: Y", "Verdict: yes. It names it.",
        "Verdict : [Relevant]", "관련성 있음", "관련성은 높습니다", "이 문서는 질문과 관련이 있습니다.",
        "이 구절은 가격을 다루므로 질문과 관련이 있다.", "질문과 관련 있는 내용입니다", "관련된 내용입니다",
        "관련이 있는 것으로 보입니다", "관련있음", "관련이 있습니다. 가격이 나와 있지 않은 것은 아닙니다.",
        "판정: 관련 있음\n이유: 다른 문서에는 없다", "관련 있음 - 가격이 없지 않음",
        "관련 있음(가격 정보가 없지 않음)", "관련성: 높음", "예, 관련이 있습니다", "Relevant? Yes, it is.",
        "Relevant: yes, it is about wine", "The verdict is relevant", "결론: 관련 있음", "답: 예",
        "Although it names no price, it is relevant.", "The passage is only relevant to wine lovers.",
        "The passage is relevant as it states the steak price, which is not in the others.",
        "The passage states the price, which is what is asked. It is relevant.",
        "It is not about wine and is relevant", "The passage is relevant even though it does not name wine",
        "The passage is without a doubt relevant", "I have no doubt it's relevant",
        "Not only relevant but complete", "The answer is relevant.", "The answer is yes.",
        "The passage mentions steak. relevant", "RELEVANT!!!", "Yep", "Absolutely relevant", "관련 있어요",
        "관련이 있네요.", "연관 있음", "관련 있는 문서입니다. 가격은 없습니다.",
        "관련 있는 문서로, 가격이 없습니다", "이 문서는 관련이 있다고 생각합니다. 하지만 가격은 없습니다",
        "관련이 있으며, 답을 담고 있지 않은 것은 아니다", "관련 있다", "관련이 있다.", "관련이 있다고 봅니다",
        "관련이 있다고 할 수 있습니다", "관련이 있음을 알 수 있습니다", "관련된 내용이 포함되어 있습니다",
    ],
    "ambiguous": [
        "only tangentially relevant", "Slightly relevant.", "부분적으로 관련", "다소 관련이 있다",
        "Only relevant in part", "일부 관련이 있습니다", "관련성: 중간",
    ],
    "irrelevant": [
        "Ir\u200brelevant", '{"verdict": "ir\\u200brelevant"}', "n\u00ado",
        "There is nothing relevant here.", "<seed:think>yes relevant</seed:think>no",
        "hardly relevant", "Nothing relevant.", "None of the sentences is relevant.", "no: irrelevant",
        "relevant? no.", "Not relevant: true", "Relevant -> no", "Relevant → no",
        "relevant to nothing in the question", "of little relevance", "It isnt relevant", "Relevant: 0",
        "관련이 없습니다", "관련성: 낮음", "아니요, 관련이 없습니다", "관련이 있다고 보기 어렵다",
        "관련이 있다고 하기는 힘들다.", "관련이 있는 것은 아니다", "관련이 있지 않다",
        "관련이 있어 보이지 않습니다", "관련된 정보가 없습니다", "질문과 관련된 내용을 포함하고 있지 않습니다.",
        "관련 정보가 없습니다", "관련이 없어 답할 수 없습니다", "관련이 없는 내용이라 도움이 되지 않습니다",
        "무관하다고 판단됩니다", "관련이 거의 없다", "연관성이 없습니다", "관련이 높다고 할 수 없다",
        "관련되어 있지 않습니다", "관련이 있나요? 아니요.", "직접적인 관련은 없습니다",
        "관련 있다고 생각하지 않습니다", "It does not answer the question.",
        "Answer: none\nVerdict: irrelevant", "Answer: n/a\nRelevant: no", "{'verdict': 'Not relevant at all'}",
        "Relevant: ❌", "Verdict: ❌", "❌", "Relevance score: 0.2", "Verdict: not relevant/irrelevant",
        "The relevance is low.", "Verdict: IRRELEVANT - no price", "Irrelevant, no price.",
        "Verdict: irrelevant, no match", "No relevance.", "It lacks any relevant content.",
        "It contains no information relevant to the question.", "Rather irrelevant", "Verdict: N",
        "Verdict: No.", "Verdict: no, it is about wine", "관련이 없지만 흥미롭다", "관련성이 없음",
        "관련성이 낮습니다", "질문과 전혀 관련이 없는 내용입니다.", "관련이 없으므로 무관합니다",
        "질문과 무관한 내용입니다.", "관련된 내용이 아닙니다", "관련이 적다",
        "관련이 있는 것으로 보이지 않습니다", "관련이 없는 것으로 보입니다", "관련이 없어 보입니다",
        "관련이 없다고 판단됩니다", "관련 없다", "관련없음", "관련이 있지는 않습니다", "관련성이 높지 않다",
        "판정: 관련 없음\n이유: 가격이 없다", "무관", "무관함", "관련성 없음", "아니오",
        "관련성이 있다고 판단하기 어렵습니다", "관련이 있다고는 할 수 없습니다",
        "관련이 있다고 말하기는 어렵습니다", "Relevant or irrelevant? Irrelevant.",
        "Is this relevant? No, it is not.", "verdict=irrelevant", "VERDICT: **NOT RELEVANT**",
        "My verdict is: irrelevant", "결론은 관련 없음입니다", "답: 아니요", "관련성 없음.", "관련도: 낮음",
        "I would say it's not relevant.", "Never relevant",
        "The price isn't named, so the passage is irrelevant.", "The passage names no price; it is irrelevant.",
        "The passage does not name the price, so it is not relevant.", "Nothing here is relevant",
        "No part of it is relevant", "Verdict: no. n/a", "Relevant:\nNo", "**Verdict:**\nIrrelevant",
        "The answer to whether it is relevant is no.", "Totally irrelevant!", "Nope.",
        "Unrelated to the question.", "not related", "관련 없어요", "관련없습니다.", "관련이 없네요",
        "관련이 없다고 할 수 있습니다", "관련 없다고 봅니다", "관련된 정보를 찾을 수 없습니다",
        "관련 내용을 찾을 수 없음", "관련된 내용이 포함되어 있지 않습니다",
    ],
    "unknown": [
        "The topic is relevant. The passage isn't.", "-0.8",
        "The question is relevant, the passage is not.", "Relevant to wine, not what was asked.",
        "This is relevant only to wine, not to the question", "관련이 없지 않다",
        "Verdict: n/a", "N/A", "n.a.", '{"verdict": "n/a"}', "Verdict: yes/no", "yes / no", "Yes and no.",
        "Yes, and no.", "Verdict: yes, and no", "none", "Verdict: none", "not applicable", "neither",
        "Neither relevant nor irrelevant.", "I can't say whether it is relevant.", "not irrelevant",
        "Is it relevant? It says nothing.", "Relevant?", "score: 0/5", "3.5",
        "It is relevant to something else, but not to the question.", "It is relevant to a different question.",
        "Relevance: none", "Relevant: n/a", "It could not be more relevant.",
        "It is doubtful that it is relevant.", "unlikely to be relevant", "possibly relevant",
        "Score: 1 irrelevant", "알 수 없습니다", "관련 없지 않다", "전혀 관련이 없다고 볼 수는 없다",
        "무관하지 않다", "관련성이 없다고 할 수 없다", "관련이 있는지 의문이다", "관련이 있을 수 있습니다",
        "관련이 있다면 좋겠다", "관련은 있지만 답이 아니다", "관련이 없는 것은 아니다", "무관하다고 볼 수 없다",
        "예/아니요", "관련 여부를 알 수 없습니다", "Relevant: not really", '{"verdict": "yes/no"}',
        '{"verdict": "yes, and no"}', "The relevance is unclear.", "partially irrelevant",
        "Both relevant and irrelevant", "Relevant (no)", "Verdict - n/a", "n/a: not applicable",
        "관련이 있으나 답은 아니다", "관련성이 높지 않다고 볼 수 없다",
        "직접 관련된 정보는 없지만 일부 도움이 됩니다", "관련이 있는지 없는지 모르겠다",
        "부분적으로도 관련이 없다", "네, 관련이 없지 않습니다", "Relevant passages: none", "Relevant: none",
        "Is it relevant: unknown", "Verdict: not sure", "관련성: 없음", "It's relevant, isn't it?", "Relevant:",
        "The document contains keywords related to the question, but does not answer it.",
        "It does not directly answer the question but is related", "There's nothing irrelevant here",
        "verdict: relevant | ambiguous | irrelevant", "relevant/irrelevant", "Sure.", "Of course not.",
        "It has no bearing on the question.", "no relation", "부적절", "관련 정보를 담고 있습니다",
    ],
}  # fmt: skip
SUPPORT: dict[str, list[str]] = {
    "fully": [
        "지지됩니다", "완전히 지지됨", "뒷받침됩니다", "fully supported",
        "The claim is fully supported by passage 1.", "Supported: yes", "The passages support the claim.",
        "grounded: yes", "is_supported: true", "Support: fully", "Support: full", "fully, no gaps",
        "완전히 뒷받침됩니다", "지지됩니다.", "지지한다", "뒷받침하는 근거가 있습니다",
        "The passage supports this.", "Everything is supported", "It is fully supported; nothing is missing.",
        "The passage clearly supports the claim", "모두 지지됩니다", "근거가 있습니다",
    ],
    "partially": [
        "IsSup=partially supported", "mostly supported", "almost fully supported", "Supported in part.",
        "Only part of the claim is supported.", "대체로 지지됨", "일부만 뒷받침됩니다", "Supported: partially",
        "Partially supported; one number is not stated.", "Support: partial", "부분적으로 지지된다",
        "partially", "Partial support",
    ],
    "no": [
        "supported: false", "No support", "fully unsupported", "hallucinated: yes", "grounded: no",
        '{"hallucination": true}', "supported by nothing", "No evidence supports the claim.",
        "fully contradicted", "Is it supported? No.", "unsubstantiated", "지지되지 않습니다",
        "뒷받침하지 못합니다", "지지된다고 보기 어렵습니다", "지지된다고 할 수 없다",
        "근거가 있다고 보기 어렵다", "뒷받침할 근거가 없습니다", "지지 안 됨", "근거 부족", "모순됩니다",
        "supported by no passage", "The passages do not support the claim.", "Unsupported", "unsupported: yes",
        "Not grounded", "Supported - no", "Support: no", "Entirely unsupported.", "No.", "[No support]",
        "not supported at all", "전혀 지지되지 않음", "근거가 없음", "지지하지 않는다",
        "뒷받침하는 내용이 없습니다", "Nothing is supported", "전혀 근거가 없다", "근거가 부족합니다",
        "문서에서 뒷받침할 수 있는 내용이 없습니다", "뒷받침할 수 없습니다",
    ],
    "unknown": [
        "unsupported: no", "fully no", "hallucinated: no", '{"hallucination": false}', "insufficient support",
        "Support: none", "not all of it is supported", "Verdict: n/a", "Support: n/a",
        "Is the claim supported? The passages do not say.", "No contradiction.", "score: 0/5",
        "fully/partially", "Verdict: fully / no", "완전히 지지되지는 않습니다", "근거가 없다고 할 수 없다",
        "모순되지 않습니다", "지지되는지 알 수 없습니다", "해당 없음", "Hallucinated: no. Supported: yes",
        "Not hallucinated", "It is supported that A, but not that B.", "지지되지 않는다고 할 수 없다",
        "문서와 모순되지 않음", "일부만 지지되고 나머지는 근거가 없습니다", "지지 여부를 알 수 없음",
        "Passages do not fully support it", "The claim is neither supported nor contradicted.",
        "no contradictions, fully supported", "The claim goes beyond the passages", "weak support",
        "근거가 부족하지 않다",
    ],
}  # fmt: skip
USEFULNESS: dict[int | None, list[str]] = {
    5: [
        "Useful: yes", "도움이 됩니다", "유용합니다", "5", "Very useful.", "Helpful: yes",
        "The answer is useful.", "5 stars", "Utility: 5 (not useless)", "매우 유용합니다.", "유용한 답변입니다",
        "The answer is useful and complete; 5", "5 (fully helpful)", "도움됨",
    ],
    4: [
        "- 4 useful", "4 (useful)", "4 very helpful", "I rate it 4 useful", "4 not very useful", "- 4 - helpful",
        "Useful: 4", "Useful: 4/5", "4 stars", "4 out of 5 stars", "Rating: 4 (useful)", "4 - helpful",
        "4: useful", "유용성: 4", "별 4개", "5점 만점에 4점", "4점/5점", "Rating: 4/5", "4/5 - very useful",
        "4/5 (helpful)", "Usefulness is 4", "4-star", "Rating: 4 stars", "Verdict: 4.",
        "Verdict: 4, because it is useful", "4 / 5", "4 out of 5, helpful", "Rating: 4/5 (mostly helpful)",
        "4.0/5", "4.0", "Verdict: 4/5 stars", "Answer: 4", "I'd give 4/5.", "4 점",
    ],
    3: [
        "Utility=3", "어느 정도 도움이 됩니다", "Score: 3", "Score: 3 out of 5", "점수: 3점",
        "Usefulness: 3/5. Useful in part.", "3점",
    ],
    2: [
        "Usefulness: 2", "Helpful: 2 - not very helpful", "2: touches the topic", "Score: 2 (not useful)",
        "유용도: 2", "2 - touches the topic",
    ],
    1: [
        "Helpful: 1", "Not useful: yes", "유용하지 않다", "도움이 안 됩니다", "유용하다고 보기 어렵다",
        "도움이 된다고 할 수 없습니다", "useless", "1 star", "도움이 되지 않습니다", "유용한 답변이 아닙니다",
        "쓸모없다", "The answer is not helpful.", "Useful: false", "1 - useless", "도움 안 됨",
    ],
    None: [
        "-5/5", "-4 useful",
        "3.5", "3.5 stars", "3.5/5", "score: 0/5", "Useful: n/a", "10/10", "not very useful", "mostly useful",
        "neither", "4/5 or 5/5", "4-5", "Rating: 4 or 5", "Rating: 4-5", "useful but incomplete",
        "도움이 될 수 있습니다", "도움이 되지 않는다고 할 수 없다", "알 수 없음", "Rating: 4.5 stars",
        "10점 만점에 5점", "Score: 8/10", "Score: 4/10", "Rating: 5/10", "4 of 10", "4%", "1 or 2",
        "between 3 and 4", "5/5 - 4/5", "I rate it 3.", "3–4", "four",
    ],
}  # fmt: skip
RETRIEVE: dict[str, list[str]] = {
    "yes": [
        "검색할 필요가 있습니다", "검색 필요", "Retrieve: yes", "Retrieval: needed",
        "Yes, retrieval is needed.", "retrieval is required", "search", "Retrieval: yes",
        "검색이 필요해 보입니다", "필요합니다", "검색 필요함", "unnecessary: no",
        "It asks for a price, so retrieval is needed.", "검색이 필요한 질문입니다", "Search needed",
    ],
    "no": [
        "검색 필요 없음", "검색이 필요하지 않습니다", "검색할 필요가 없습니다", "검색이 필요한 질문이 아닙니다",
        "검색 불필요", "Retrieve=no", "Retrieval: not needed", "No need to retrieve.",
        "Retrieval would not be necessary.", "Is retrieval needed? No.", "검색이 필요하다고 보기 어렵다",
        "검색하지 않음", "The question can be answered without retrieval.", "No, retrieval is not needed.",
        "no search", "Retrieval: no", "does not require retrieval", "검색이 필요해 보이지 않습니다",
        "필요 없음", "필요 없습니다.", "검색이 불필요합니다", "검색 필요 없음.", "추가 검색은 필요하지 않다",
        "Retrieval needed: no", "A greeting; no retrieval.", "검색이 필요하지 않은 질문입니다",
        "검색이 필요 없습니다. 인사입니다.", "인사이므로 검색이 필요하지 않음", "Search not needed",
    ],
    "continue": [
        "continue", "Verdict: continue", "계속",
    ],
    "unknown": [
        "Not relevant.", "unsupported", "not helpful",
        "irrelevant", "useless", "The passage is unrelated.", "This is incorrect.", "Verdict: irrelevant",
        "Retrieve: N/A", "Retrieval: not applicable", "검색이 필요한지 알 수 없습니다", "불필요하지 않다",
        "검색이 필요 없다고 할 수 없다", "yes/no", "Is retrieval needed?", "검색이 필요할 수 있습니다",
        "not unnecessary", "retrieval: none", "검색해야 합니다", "불필요하다고 볼 수 없다",
        "검색 필요 없지 않음", "Retrieval needed: n/a", "검색 없이 답할 수 있습니다",
    ],
}  # fmt: skip


NEITHER = [
    "Yes... actually no", "Yes… actually, no.", "No. Actually, yes.", "Yes - wait, no", "Yes. No.", "-1", "−1", "–1",
    "Verdict: -1", "Score: -1.0", "(-1)", '{"verdict": -1}', '{"verdict": "-1"}',
]  # fmt: skip


def each(replies: Mapping[Verdict, Sequence[str]]) -> list[tuple[str, Verdict]]:
    return [(reply, verdict) for verdict, said in replies.items() for reply in said]


@pytest.mark.parametrize(("reply", "verdict"), each(RELEVANCE))
def test_relevance(reply: str, verdict: str) -> None:
    assert read_relevance(reply)["verdict"] == verdict


@pytest.mark.parametrize(("reply", "verdict"), each(SUPPORT))
def test_support(reply: str, verdict: str) -> None:
    assert read_supports(reply, 1)[0].verdict == verdict


@pytest.mark.parametrize(("reply", "verdict"), each(USEFULNESS))
def test_usefulness(reply: str, verdict: int | None) -> None:
    assert read_usefulness(reply)["verdict"] == verdict


@pytest.mark.parametrize(("reply", "verdict"), each(RETRIEVE))
def test_retrieval(reply: str, verdict: str) -> None:
    assert read_retrieval(reply, "question")["verdict"] == verdict


@pytest.mark.parametrize("reply", NEITHER)
def test_what_takes_itself_back_and_what_is_below_all_scales_is_unknown(reply: str) -> None:
    assert read_relevance(reply)["verdict"] == "unknown"
    assert read_supports(reply, 1)[0].verdict == "unknown"
    assert read_usefulness(reply)["verdict"] is None
    assert read_retrieval(reply, "question")["verdict"] == "unknown"
