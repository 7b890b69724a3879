from itertools import pairwise

import pytest

from selfrag.language.strips import strip_spans
from tests.needs import imported

given = imported("hypothesis").given
st = imported("hypothesis.strategies")

MENU = """스테이크 (Steak)
시그니처 스테이크 (Signature Steak) ₩35,000
참나무 숯에 구운 소 등심 220g입니다. 굽기는 미디엄 레어를 권합니다.
알레르기: 우유, 대두 · 조리 시간 약 20분
허브 양갈비 (Herb Lamb Chops) ₩42,000
로즈메리와 박하에 하루 재운 양갈비 네 대입니다.
알레르기: 우유 · 하루 12인분만 준비합니다
곁들임 (Sides)
모든 스테이크에는 곁들임 한 가지가 포함됩니다.
감자 퓌레 (Mashed Potato) ₩6,000
구운 채소 (Grilled Vegetables) ₩7,000"""
WINES = """레드 와인 (Red Wines)
병 가격
서랍지기 카베르네 2021 (Drawer Keeper Cabernet) ₩78,000
시그니처 스테이크에는 서랍지기 카베르네를 추천합니다.
잔 ₩16,000 · 알코올 14%
밤골목 시라 2020 (Night Alley Syrah) ₩84,000
병으로만 판매 · 알코올 14.5%"""


def strips(text: str) -> list[str]:
    return [text[start:end] for start, end in strip_spans(text)]


def lines(text: str, *counts: int) -> list[str]:
    """So many lines of the text as one, and so on."""
    left, joined = text.split("\n"), []
    for count in counts:
        joined.append("\n".join(left[:count]))
        left = left[count:]
    assert not left
    return joined


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" \n ", []),
        ("The pump runs. It is loud.", ["The pump runs. It is loud."]),
        ("펌프가 돕니다. 시끄럽습니다.\n", ["펌프가 돕니다. 시끄럽습니다."]),
        ("One is. Two is. Three is.", ["One is. Two is. Three is."]),
        ("One is. Two is. Three is. Four is.", ["One is. Two is.", "Three is. Four is."]),
        (
            "하나입니다. 둘입니다. 셋입니다. 넷입니다. 다섯입니다.",
            ["하나입니다. 둘입니다. 셋입니다.", "넷입니다. 다섯입니다."],
        ),
        (
            "Opening hours\nWe open at ten. We close at six.\nYour own wine\nThe corkage fee is 20,000 won. Ask us.",
            [
                "Opening hours\nWe open at ten. We close at six.",
                "Your own wine\nThe corkage fee is 20,000 won. Ask us.",
            ],
        ),
        (
            "Hours\nOne is. Two is. Three is. Four is.",
            ["Hours\nOne is. Two is.", "Three is. Four is."],
        ),
        (
            "A first paragraph. It ends.\n\nA second one. It ends too.",
            [
                "A first paragraph. It ends.",
                "A second one. It ends too.",
            ],
        ),
        ("One is.\n\nTwo is. Three is. Four is.", ["One is.", "Two is. Three is. Four is."]),
        ("Tea ₩3,000\nAllergy: milk\nCoffee ₩4,000", ["Tea ₩3,000\nAllergy: milk", "Coffee ₩4,000"]),
        ("Ham\nCheese\nBread\nButter\nOne is.", ["Ham\nCheese\nBread", "Butter\nOne is."]),
        ("Hours\n\nOne is. Two is.", ["Hours\n\nOne is. Two is."]),
        ("One is. Two is.\nThe last heading", ["One is. Two is.", "The last heading"]),
        ("ham\nCheese\nBread\nButter\nJam\nHoney", ["ham\nCheese\nBread", "Butter\nJam\nHoney"]),
        (
            "한우 안심 구이\n참나무 숯에 구운 안심과 제철 채소\n₩58,000\n전복 솥밥\n₩31,000",
            ["한우 안심 구이\n참나무 숯에 구운 안심과 제철 채소\n₩58,000", "전복 솥밥\n₩31,000"],
        ),
        (
            "Ribeye steak $35\nWith mash.\nSalmon 24,000\nWith greens.\n1 / 3",
            ["Ribeye steak $35\nWith mash.", "Salmon 24,000\nWith greens.\n1 / 3"],
        ),
    ],
)
def test_strips_of_prose_headings_and_lists(text: str, expected: list[str]) -> None:
    assert strips(text) == expected


def test_a_dish_stays_with_its_price_its_description_and_its_headings() -> None:
    assert strips(MENU) == lines(MENU, 4, 3, 2, 1, 1)


def test_small_print_with_another_price_belongs_to_the_wine_above() -> None:
    assert strips(WINES) == lines(WINES, 5, 2)


@given(st.text(alphabet="Aa다요. \n!?,•₩1[]원:", max_size=120) | st.text())
def test_strips_hold_every_character_once_in_order_and_none_is_empty(text: str) -> None:
    spans = strip_spans(text)
    kept = "".join(text[start:end] for start, end in spans)
    assert "".join(kept.split()) == "".join(text.split())
    assert all(text[start:end].strip() for start, end in spans)
    assert all(earlier[1] <= later[0] for earlier, later in pairwise(spans))


LINES = st.sampled_from(["The pump is loud.", "물이 찹니다.", "Pumps", "메뉴", "Tea ₩3,000", "\n"])


@given(st.lists(LINES, max_size=40))
def test_a_strip_is_a_few_sentences(parts: list[str]) -> None:
    text = "\n".join(parts)
    for strip in strips(text):
        assert strip.count("loud.") + strip.count("찹니다.") <= (7 if "₩" in strip else 3)
        assert strip.count("₩") <= (2 if strip == text.strip() else 1)
