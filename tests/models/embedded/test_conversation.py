import time

import pytest

from selfrag.models.embedded.conversation import is_small_talk, self_contained
from selfrag.ports import Turn

KOREAN = [
    Turn(
        question="스테이크와 어울리는 와인은 무엇인가요?",
        answer="샤르도네는 해산물 요리에 어울립니다. [2]\n카베르네 소비뇽은 스테이크와 어울리는 레드 와인입니다. [1]",
    )
]
PRICED = [
    Turn(
        question="스테이크와 어울리는 와인을 추천해 주세요.",
        answer="카베르네를 시그니처 스테이크에 추천합니다. [1]\n문어와 어울리는 상쾌한 와인입니다. [2]",
    )
]
ENGLISH = [Turn(question="Which wine goes with the steak?", answer="The Harlan Cabernet goes well with steak. [1]")]

PUMPS = [
    Turn(question="How often is the screen rinsed?", answer="The screen is rinsed daily. The spare pump stays dry. [1]")
]


@pytest.mark.parametrize(
    ("question", "history", "query"),
    [
        ("그 와인은 얼마인가요?", KOREAN, "그 와인은 얼마인가요? (스테이크 어울리 카베르네 소비뇽 레드)"),
        ("그럼 파스타는요?", KOREAN, "그럼 파스타는요? (스테이크 어울리 와인)"),
        ("얼마예요?", KOREAN, "얼마예요? (스테이크 어울리 와인 카베르네 소비뇽 레드)"),
        ("그 와인은 얼마인가요?", PRICED, "그 와인은 얼마인가요? (스테이크 어울리 추천 카베르네 시그니처)"),
        ("주차장은 건물 어디에 있나요?", KOREAN, "주차장은 건물 어디에 있나요?"),
        ("How much is that wine?", ENGLISH, "How much is that wine? (goes steak Harlan Cabernet)"),
        ("Where is that pump?", PUMPS, "Where is that pump? (often screen rinsed spare stays dry)"),
        ("Does it fit the pasta dish?", ENGLISH, "Does it fit the pasta dish? (wine goes steak)"),
        ("Where do guests park their cars at night?", [], "Where do guests park their cars at night?"),
        ("  그 와인은 얼마인가요?  ", [], "그 와인은 얼마인가요?"),
    ],
)
def test_a_follow_up_borrows_what_it_points_at(question: str, history: list[Turn], query: str) -> None:
    assert self_contained(question, history) == query


def test_an_empty_answer_lends_nothing() -> None:
    assert self_contained("그 와인은?", [Turn(question="", answer="")]) == "그 와인은?"


def test_long_repetitions_take_no_time() -> None:
    started = time.process_time()
    for text in ("thank you " * 300 + "x", "안녕" * 900 + "x", "hi" * 40 + "x", "고마워 " * 19 + "x", " 그 " * 900):
        assert not is_small_talk(text)
        self_contained(text, KOREAN)
    assert time.process_time() - started < 1
