import pytest

from selfrag.language.headings import is_heading, names_a_price


@pytest.mark.parametrize(
    ("line", "heading"),
    [
        ("Opening hours", True),
        ("곁들임 (Sides)", True),
        ("We are closed on Mondays.", False),
        ("면은 매일 아침 직접 뽑습니다", False),
        ("Chapter 3", False),
        ("Fees:", False),
        ("x" * 61, False),
    ],
)
def test_headings(line: str, heading: bool) -> None:
    assert is_heading(line) == heading


@pytest.mark.parametrize(
    ("line", "priced"),
    [
        ("시그니처 스테이크 (Signature Steak) ₩35,000", True),
        ("전복 솥밥\n₩31,000", True),
        ("Ribeye .... $35", True),
        ("Set menu (₩55,000)", True),
        ("와인 한 잔 12,000원", True),
        ("코스 5만 원", True),
        ("Salmon 24,000", True),
        ("₩35,000", False),
        ("The fee is ₩20,000 per bottle.", False),
        ("Built in 1931", False),
        ("1 / 3", False),
        ("조리 시간 약 20분", False),
    ],
)
def test_names_with_their_price(line: str, priced: bool) -> None:
    assert names_a_price(line) == priced
