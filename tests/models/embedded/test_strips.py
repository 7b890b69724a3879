import pytest

from selfrag.language.strips import strip_spans
from selfrag.models.embedded.strips import grade_strips

MENU = [
    "시그니처 스테이크 (Signature Steak) ₩35,000\n참나무 숯에 구운 소 등심입니다.",
    "안심 스테이크 (Tenderloin Steak) ₩48,000",
    "보리차 (Barley Tea) ₩3,000",
]
WINES = [
    "레드 와인 (Red Wines)\n레드 와인은 16~18도로 제공합니다.",
    "서랍지기 카베르네 ₩78,000\n시그니처 스테이크에는 서랍지기 카베르네를 추천합니다.",
    "병으로만 판매합니다.",
]
PUMP = ["The intake screen is rinsed every 36 hours.", "The spare pump stays dry.", "Visitors wear a helmet."]


def verdicts(question: str, *strips: list[str]) -> list[list[str]]:
    return [[each["verdict"] for each in graded] for graded in grade_strips(question, strips)]


R, N, U = "relevant", "irrelevant", "unknown"


@pytest.mark.parametrize(
    ("question", "strips", "expected"),
    [
        ("How often is the intake screen rinsed?", [PUMP], [[R, N, N]]),
        ("시그니처 스테이크의 가격은 얼마인가요?", [MENU], [[R, R, N]]),
        ("시그니처 스테이크에는 무엇을 추천하나요?", [MENU, WINES], [[R, N, N], [N, R, N]]),
        # The unit that is asked for counts.
        ("시그니처 스테이크에 추천하는 서랍지기 카베르네 와인은 몇 도에 마시나요?", [WINES], [[R, R, N]]),
        ("시그니처 스테이크에 추천하는 서랍지기 카베르네 와인은 어떻게 마시나요?", [WINES], [[N, R, N]]),
        # Nothing is covered.
        ("환율은 얼마인가요?", [MENU, WINES], [[N, N, N], [N, N, N]]),
        # Words of another script cannot be compared; a name in it can.
        ("펌프의 물막이는 언제 씻나요?", [PUMP, MENU], [[U, U, U], [N, N, N]]),
        ("How much is the barley tea?", [MENU], [[N, N, R]]),
        ("?", [PUMP], [[U, U, U]]),
        ("펌프는?", [["1 / 3", "₩3,000"]], [[N, N]]),
        ("pump", [[], ["The pump."], []], [[], [R], []]),
        ("pump", [], []),
    ],
)
def test_strips(question: str, strips: list[list[str]], expected: list[list[str]]) -> None:
    assert verdicts(question, *strips) == expected


def test_a_number_that_was_cut_off_from_what_it_is_the_number_of_is_kept() -> None:
    text = (
        "The pump house was built by the Harlan Water Company. Its walls are of brick. Its roof is of slate. "
        "That was in 1931. It rained. The gate was painted green. Nobody knows who did it."
    )
    strips = [text[start:end] for start, end in strip_spans(text)]
    assert len(strips) == 3
    assert verdicts("Who built the pump house?", strips) == [[R, N, N]]
    assert verdicts("When was the pump house built?", strips) == [[R, R, N]]
    assert verdicts("When was the pump house built?", [strips[0], "Barley Tea 3,000"]) == [[R, N]]


def test_reasons_say_what_was_measured_and_half_is_the_edge() -> None:
    ((first, second, third),) = grade_strips("How often is the intake screen of the spare pump rinsed?", [PUMP])
    assert first["reason"] == "3 of 6 question terms in this strip, 3 in the best one"
    assert second["reason"] == "2 of 6 question terms in this strip, 3 in the best one"
    assert (third["verdict"], third["score"], third["basis"]) == ("irrelevant", 0.0, "coverage")
    assert 0.5 <= second["score"] < first["score"] < 1
