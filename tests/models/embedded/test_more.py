import time

import pytest

from selfrag.models.embedded.more import asks_for_more
from selfrag.models.embedded.notices import NOTHING_FOUND
from selfrag.ports import Turn

HISTORY = [Turn(question="Which wine goes with the steak?", answer="The Harlan Cabernet. [1]")]


@pytest.mark.parametrize(
    "question",
    [
        "Tell me more",
        "Tell me more about it.",
        "Why?",
        "And why?",
        "Go on.",
        "Can you explain that again?",
        "In more detail, please",
        "What does that mean?",
        "summarize it",
        "다시 설명해 주세요",
        "더 자세히 알려 주세요",
        "조금 더 자세하게 설명해 줄래요?",
        "계속",
        "계속해 주세요.",
        "왜요?",
        "왜 그런가요?",
        "그게 무슨 뜻이에요?",
        "구체적으로 설명 부탁드립니다",
        "요약해 주세요",
    ],
)
def test_nothing_new_is_asked(question: str) -> None:
    assert asks_for_more(question, HISTORY)
    assert not asks_for_more(question, [])


@pytest.mark.parametrize(
    "question",
    [
        "그 와인은 몇 도에 마시나요?",
        "왜 비싼가요?",
        "그건 얼마예요?",
        "다른 와인도 알려 주세요",
        "가격을 더 자세히 알려 주세요",
        "계속 영업하나요?",
        "그게 무슨 와인이에요?",
        "말",
        "Why is it so expensive?",
        "Tell me more about the wine",
        "Tell me more about its price",
        "Where?",
        "?",
        "",
    ],
)
def test_a_question_of_its_own_is_not_swallowed(question: str) -> None:
    assert not asks_for_more(question, HISTORY)


@pytest.mark.parametrize("answer", ["", NOTHING_FOUND["en"]])
def test_without_an_answer_there_is_nothing_to_go_on_with(answer: str) -> None:
    assert not asks_for_more("Tell me more", [Turn(question="Which wine?", answer=answer)])


def test_long_repetitions_take_no_time() -> None:
    started = time.process_time()
    for unit in ("tell me more ", "why ", "설명 ", "설명해", "더", "좀 더 ", "무슨 뜻", "please explain it again "):
        assert not asks_for_more((unit * 80)[:79] + "x", HISTORY)
    assert time.process_time() - started < 1
