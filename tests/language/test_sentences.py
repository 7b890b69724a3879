from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from selfrag.language.sentences import sentence_spans


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        (
            "Dr. Smith paid $3.50 at 5 p.m. today. J. R. Tolkien won! Did he? Yes.",
            ["Dr. Smith paid $3.50 at 5 p.m. today.", "J. R. Tolkien won!", "Did he?", "Yes."],
        ),
        ("가격은 3.5만 원입니다. 좋아요!정말요? 네.", ["가격은 3.5만 원입니다.", "좋아요!", "정말요?", "네."]),
        ("공개되었다.그리고 배포했다.", ["공개되었다.", "그리고 배포했다."]),
        (
            "대표 메뉴\n시그니처 스테이크 ₩35,000\n안심과 제철 채소\n트러플 파스타\n₩22,000\n\n와인 한 잔 12,000원",
            [
                "대표 메뉴",
                "시그니처 스테이크 ₩35,000",
                "안심과 제철 채소",
                "트러플 파스타\n₩22,000",
                "와인 한 잔 12,000원",
            ],
        ),
        (
            "Ribeye with truffle mash, greens and a sauce of the house .... ₩35,000\nSalmon 20",
            ["Ribeye with truffle mash, greens and a sauce of the house .... ₩35,000", "Salmon 20"],
        ),
        (
            "A paragraph whose lines fill the whole column goes on\nafter its break until it stops. Next.",
            ["A paragraph whose lines fill the whole column goes on\nafter its break until it stops.", "Next."],
        ),
        ("Fees:\n• one\n• two", ["Fees:", "• one", "• two"]),
        (
            "Rinsed daily. [1] [2]\nThe pump is next [3]. Last.",
            ["Rinsed daily. [1] [2]", "The pump is next [3].", "Last."],
        ),
        (
            "알레르기: 우유, 대두 · 조리 시간은 모두 약 20분입니다만\n허브 양갈비 (Herb Lamb Chops) ₩42,000",
            ["알레르기: 우유, 대두", "· 조리 시간은 모두 약 20분입니다만", "허브 양갈비 (Herb Lamb Chops) ₩42,000"],
        ),
        (
            "The corkage fee for every bottle that you bring is\nraised to ₩20,000",
            ["The corkage fee for every bottle that you bring is\nraised to ₩20,000"],
        ),
        (
            "알레르기: 우유 · 하루 12인분만 준비합니다\n곁들임 (Sides)",
            [
                "알레르기: 우유",
                "· 하루 12인분만 준비합니다",
                "곁들임 (Sides)",
            ],
        ),
        ("one", ["one"]),
        (" \n ", []),
        ("", []),
    ],
)
def test_sentences(text: str, sentences: list[str]) -> None:
    assert [text[start:end] for start, end in sentence_spans(text)] == sentences


@given(st.text(alphabet="Aa다요. \n!?,•₩1[]원", max_size=80) | st.text())
def test_spans_hold_every_character_once_and_none_is_empty(text: str) -> None:
    spans = sentence_spans(text)
    kept = "".join(text[start:end] for start, end in spans)
    assert "".join(kept.split()) == "".join(text.split())
    assert all(text[start:end].strip() for start, end in spans)
    assert all(earlier[1] <= later[0] for earlier, later in pairwise(spans))
