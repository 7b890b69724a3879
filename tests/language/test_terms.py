import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from selfrag.language.korean import stem
from selfrag.language.terms import content_words, index_terms, marks, question_terms


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("The cafés were RINSING", ["the", "cafe", "were", "rins"]),
        ("35,000 won, 3.5 % of 1,2", ["35000", "won", "3.5", "of", "1", "2"]),
        ("₩35,000원", ["35000", "원"]),
        ("ＡＢＣ １２３", ["abc", "123"]),
        ("Gandhi's don’t", ["gandhi", "s", "don", "t"]),
        ("스테이크의 물", ["스테", "테이", "이크", "크의", "물"]),
        ("2014년 OWASP은", ["2014", "년", "owasp", "은"]),
        ("東京タワー", ["東京", "京タ", "タワ", "ワー"]),
        ("top10 10h", ["top10", "10h"]),
        ("!? … ₩", []),
        ("", []),
    ],
)
def test_index_terms(text: str, terms: list[str]) -> None:
    assert index_terms(text) == terms


def test_decomposed_hangul_is_the_same_text() -> None:
    text = "시그니처 스테이크, café"
    assert index_terms(unicodedata.normalize("NFD", text)) == index_terms(text)


@pytest.mark.parametrize(
    ("question", "terms"),
    [
        ("시그니처 스테이크의 가격은 얼마인가요?", ["시그", "그니", "니처", "스테", "테이", "이크", "가격"]),
        ("How often is the intake screen rinsed?", ["often", "intak", "screen", "rins"]),
        ("Alec Baldwin은 자녀가 몇 명인가요?", ["alec", "baldwin", "자녀"]),
        ("2014년에 무엇이 패치되었나요?", ["2014", "패치"]),
        ("무엇인가요?", ["무엇", "엇인", "인가", "가요"]),
        ("와인을 추천해 주세요.", ["와인", "추천"]),
        ("who is it", ["who", "is", "it"]),
        ("?", []),
    ],
)
def test_question_terms(question: str, terms: list[str]) -> None:
    assert question_terms(question) == terms


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("스테이크의", "스테이크"),
        ("설립되었나요", "설립"),
        ("식당에서는", "식당"),
        ("사용자들이", "사용자"),
        ("추천해", "추천"),
        ("동해", "동해"),
        ("나이", "나이"),
        ("마을", "마을"),
        ("물은", "물"),
        ("집에서", "집"),
        ("와인", "와인"),
        ("가", "가"),
    ],
)
def test_stem(word: str, expected: str) -> None:
    assert stem(word) == expected


def marked(text: str, question: str) -> list[str]:
    return [text[start:end] for start, end in marks(text, question)]


def test_marks_the_stem_of_a_hangul_word_and_whole_latin_words() -> None:
    assert marked("시그니처 스테이크의 가격: 35,000원", "시그니처 스테이크는 35000원인가요?") == [
        "시그니처",
        "스테이크",
        "35,000",
    ]
    text = "Screens are rinsed; the screening is not."
    assert marked(text, "Is the screen rinsed?") == ["Screens", "rinsed", "screening"]
    assert marked("The steak is the best of the house.", "What is the wine of the day?") == []


def test_marks_a_compound_by_its_parts() -> None:
    assert marked("시그니처 스테이크", "시그니처스테이크 가격") == ["시그니처", "스테이크"]


@given(st.text(), st.text())
def test_marks_are_in_order_apart_and_inside(text: str, question: str) -> None:
    end = 0
    for start, stop in marks(text, question):
        assert end <= start < stop <= len(text)
        end = stop


@given(st.text())
def test_terms_hold_nothing_that_a_query_language_reads(text: str) -> None:
    for term in index_terms(text) + question_terms(text):
        assert term
        assert all(char.isalnum() or char in ".\u0300" or not char.isascii() for char in term)


@given(st.text(alphabet="가각나은는이의에요까 steak10,.", max_size=60))
def test_content_words_lie_in_the_text(text: str) -> None:
    for word in content_words(text):
        assert text[word.start : word.end]
        assert word.end <= len(text)
