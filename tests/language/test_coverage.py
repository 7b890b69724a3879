import math

import pytest

from selfrag.language.coverage import coverage, estimate_idf


def test_counts_the_words_found() -> None:
    measured = coverage("시그니처 스테이크의 가격은 얼마인가요?", "시그니처 스테이크 ₩35,000")
    assert (measured.found, measured.asked) == (2, 3)
    assert 0.7 < measured.words < 0.9
    assert coverage("How often is the screen rinsed?", "The screen is rinsed often.").score == pytest.approx(1)
    assert coverage("How often is the screen rinsed?", "Nothing of the kind.").found == 0


def test_pieces_meet_related_words_where_whole_words_do_not() -> None:
    measured = coverage("colonization", "The colony of 1620.")
    assert measured.words == 0
    assert 0.2 < measured.pieces < 0.8


def test_a_question_without_content_words_covers_nothing() -> None:
    assert coverage("무엇인가요?", "무엇이든") == (0, 0, 0, 0)


def test_rare_words_weigh_more_by_idf() -> None:
    texts = ["steak and wine", "steak and beer", "steak and tea", "oysters"]
    idf = estimate_idf(texts)
    assert idf("oyster") > idf("steak")
    assert idf("oyster") == pytest.approx(math.log(1 + 5 / 1.5))
    question = "steak oysters"
    assert coverage(question, "oysters", idf).words > 0.6
    assert coverage(question, "steak", idf).words < 0.4


def test_idf_of_no_texts_is_even() -> None:
    assert estimate_idf([])("anything") == 1
