import pytest

from selfrag.language.loanwords import spelling, telling

HEARD = {
    "토큰": "token", "인젝션": "injection", "버전": "version", "파일": "file", "네트워크": "networks",
    "스테이크": "steak", "트러플": "truffle", "옥스퍼드": "oxford", "카푸치노": "cappuccino", "라이브러리": "library",
    "세션": "session", "브란덴부르크": "brandenburg", "조지프": "joseph", "챕터": "chapter", "퀴즈": "quiz",
    "헬멧": "helmet", "베니스": "venice", "휴스턴": "houston", "그래프": "graph", "와인": "wine", "디자인": "design",
}  # fmt: skip
OTHER = {"토큰": "taking", "파일": "pulley", "와인": "town", "버전": "began", "스테이크": "stock"}


@pytest.mark.parametrize(("word", "latin"), HEARD.items())
def test_a_loanword_is_heard_in_its_spelling(word: str, latin: str) -> None:
    spelled = spelling(word)
    assert spelled is not None
    assert spelled.line.findall(f"aaa\n{latin}\n{latin}x\nzz{latin}") == [latin]
    assert latin[0] in spelled.first


@pytest.mark.parametrize(("word", "latin"), OTHER.items())
def test_words_of_another_sound_are_not(word: str, latin: str) -> None:
    spelled = spelling(word)
    assert spelled is not None
    assert not spelled.line.search(latin)


@pytest.mark.parametrize("word", ["비밀번호", "사용자", "데이터베이스", "계약서"])
def test_every_spelling_begins_with_one_of_its_first_letters(word: str) -> None:
    spelled = spelling(word)
    assert spelled is not None
    assert spelled.first <= set("abcdefghijklmnopqrstuvwxyz")


@pytest.mark.parametrize("word", ["램", "가" * 13, "값이", "ㅋㅋ", "ab"])
def test_what_cannot_be_a_loanword_has_no_spelling(word: str) -> None:
    assert spelling(word) is None


def test_a_word_that_sounds_like_many_tells_nothing() -> None:
    assert telling("파티션", ["partition", "partitions"]) == ["partitions"]
    assert telling("파티션", ["partition", "petition"]) == ["partition", "petition"]
    assert telling("파티션", ["partition", "petition", "potion"]) == []
    assert telling("라인", ["line", "rhine"]) == []


@pytest.mark.parametrize("word", ["아" * 12, "그" * 12, "을" * 12, "그가" * 6, "시이" * 6, "극" * 12])
@pytest.mark.parametrize("letters", ["a", "aei", "g", "gu", "gc", "l", "lr", "s", "si"])
def test_made_up_words_take_no_time(word: str, letters: str) -> None:
    """Each would be divided in billions of ways: a test that fails here does not end."""
    spelled = spelling(word)
    assert spelled is not None
    assert spelled.line.search(f"{(letters * 28)[:28]}qx") is None
