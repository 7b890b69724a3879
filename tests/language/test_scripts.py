import pytest

from selfrag.language.scripts import language, main_script, script_share, scripts


@pytest.mark.parametrize(
    ("text", "found", "main"),
    [
        ("시그니처 스테이크", {"hangul"}, "hangul"),
        ("OWASP Top 10은 무엇인가요?", {"hangul", "latin"}, "hangul"),
        ("What is 스테이크?", {"hangul", "latin"}, "hangul"),
        ("The signature steak", {"latin"}, "latin"),
        ("東京タワー", {"han", "kana"}, "kana"),
        ("Привет", {"cyrillic"}, "cyrillic"),
        ("₩35,000 (2024)", set(), ""),
        ("", set(), ""),
    ],
)
def test_scripts(text: str, found: set[str], main: str) -> None:
    assert scripts(text) == found
    assert main_script(text) == main


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("시그니처 스테이크의 가격은 얼마인가요?", "ko"),
        ("Alec Baldwin은 Clint Eastwood보다 자녀가 더 많나요?", "ko"),
        ("The Simpsons는 언제 시작했나요?", "ko"),
        ("OWASP Top 10", "en"),
        ("How much is the 스테이크?", "en"),
        ("", "en"),
    ],
)
def test_language_of_the_answer(text: str, expected: str) -> None:
    assert language(text) == expected


@pytest.mark.parametrize(
    ("text", "script", "share"),
    [
        ("스테이크 (Steak)", "latin", 5 / 9),
        ("스테이크 220g", "hangul", 4 / 5),
        ("메뉴", "latin", 0.0),
        ("1 / 3", "latin", 0.0),
    ],
)
def test_the_share_of_a_script(text: str, script: str, share: float) -> None:
    assert script_share(text, script) == share
