import pytest

from selfrag.models.embedded import EmbeddedReflector
from selfrag.models.embedded.notices import NOTHING_FOUND
from selfrag.ports import Claim, Turn
from tests.models.embedded.shelf import SHELF
from tests.models.samples import passage

REFLECTOR = EmbeddedReflector()


def support(text: str, *cited: str, given: tuple[str, ...] = ("pump", "menu")) -> tuple[str, list[str]]:
    claim = Claim(text=text, passage_ids=list(cited))
    (verdict,) = REFLECTOR.grade_support([claim], [SHELF[name] for name in given])
    return verdict["verdict"], verdict["passage_ids"]


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("안녕하세요?", "no"),
        ("안녕하세요! 반갑습니다.", "no"),
        ("정말 감사합니다", "no"),
        ("Hello there!", "no"),
        ("thanks a lot", "no"),
        ("안녕하세요, 스테이크 가격은 얼마인가요?", "yes"),
        ("Hi, how often is the screen rinsed?", "yes"),
        ("네이버는 언제 설립되었나요?", "yes"),
        ("?", "yes"),
    ],
)
def test_small_talk_needs_no_documents(question: str, verdict: str) -> None:
    decided = REFLECTOR.decide_retrieval(question, [])
    assert (decided["verdict"], decided["query"]) == (verdict, question)


def test_a_follow_up_says_that_it_borrowed_words() -> None:
    history = [Turn(question="How often is the screen rinsed?", answer="Every 36 hours. [1]")]
    decided = REFLECTOR.decide_retrieval("How long does it take?", history)
    assert decided["query"] == "How long does it take? (often screen rinsed)"
    assert decided["reason"] == "a follow-up, so words of the question before it were added"


def test_relevance_says_what_was_measured() -> None:
    question = "How often is the intake screen rinsed?"
    verdicts = REFLECTOR.grade_passages(question, [SHELF["pump"], SHELF["visitors"]])
    assert [verdict["verdict"] for verdict in verdicts] == ["relevant", "irrelevant"]
    assert verdicts[0]["reason"] == "3 of 4 question terms on this page"
    assert verdicts[0]["score"] > 0.7
    assert verdicts[1]["score"] < 0.3


def test_every_score_rests_on_coverage() -> None:
    (relevance,) = REFLECTOR.grade_passages("How often is the intake screen rinsed?", [SHELF["pump"]])
    claims = [Claim(text=text, passage_ids=["pump"]) for text in ("The screen is rinsed.", NOTHING_FOUND["en"])]
    use = REFLECTOR.grade_usefulness("How often is the screen rinsed?", "The screen is rinsed every 36 hours.")
    verdicts = [relevance, use, *REFLECTOR.grade_support(claims, [SHELF["pump"]])]
    assert {verdict["basis"] for verdict in verdicts} == {"coverage"}
    assert REFLECTOR.decide_retrieval("How often is the screen rinsed?", [])["probability"] is None


def test_support_scores_the_share_of_words_found() -> None:
    said = {
        "The intake screen of the main pump is rinsed every 36 hours.": 1.0,
        "The intake screen is rinsed every 48 hours.": 0.0,
        "That is so.": 0.5,
        NOTHING_FOUND["en"]: 0.5,
    }
    graded = REFLECTOR.grade_support([Claim(text=text, passage_ids=["pump"]) for text in said], [SHELF["pump"]])
    assert [verdict["score"] for verdict in graded] == list(said.values())
    (reworded,) = REFLECTOR.grade_support(
        [Claim(text="Workers rinse the intake screen of the pump.", passage_ids=[])], [SHELF["pump"]]
    )
    assert 0 < reworded["score"] < 1


def test_a_middling_share_is_ambiguous() -> None:
    (verdict,) = REFLECTOR.grade_passages("warranty hall", [passage("w", "A warranty.")])
    assert verdict["verdict"] == "ambiguous"
    assert verdict["score"] == pytest.approx(0.5, abs=0.04)


@pytest.mark.parametrize(
    ("question", "text", "verdict"),
    [
        ("스테이크 가격은 얼마인가요?", "The steak costs 35,000 won.", "unknown"),
        ("How much is the steak?", "시그니처 스테이크 35,000원", "unknown"),
        ("OWASP이란 무엇인가요?", "OWASP is a foundation.", "relevant"),
        ("무엇인가요?", "무엇이든 답합니다.", "unknown"),
        ("스테이크 가격은?", "", "irrelevant"),
    ],
)
def test_unknown_where_words_cannot_tell(question: str, text: str, verdict: str) -> None:
    (graded,) = REFLECTOR.grade_passages(question, [passage("p", text)])
    assert graded["verdict"] == verdict
    if verdict == "unknown":
        assert graded["score"] == 0.5


@pytest.mark.parametrize(
    ("claim", "cited", "expected"),
    [
        ("The intake screen of the main pump is rinsed every 36 hours.", ["pump"], ("fully", ["pump"])),
        ("The main pump's intake screen is rinsed every 36 hours.", ["pump"], ("fully", ["pump"])),
        ("The intake screen is rinsed every 48 hours.", ["pump"], ("no", [])),
        ("The intake screen of the Harlan pump is rinsed every 36 hours.", ["pump"], ("no", [])),
        ("The intake screen is rinsed every 36 hours.", ["menu"], ("unknown", [])),
        ("시그니처 스테이크 ₩35,000", ["pump", "menu"], ("fully", ["menu"])),
        ("시그니처  스테이크\n₩35,000", [], ("fully", ["menu"])),
        ("Visitors wear a helmet at the gate.", [], ("no", [])),
        ("That is so.", ["pump"], ("unknown", [])),
        (NOTHING_FOUND["ko"], [], ("unknown", [])),
    ],
)
def test_support(claim: str, cited: list[str], expected: tuple[str, list[str]]) -> None:
    assert support(claim, *cited) == expected


def test_a_quote_without_its_documents_own_marks_is_word_for_word() -> None:
    said = "The pump house was built in 1931 by the Harlan Water Company. It was electrified in 1954."
    assert support(said, "built", given=("built",)) == ("fully", ["built"])


def test_support_by_two_passages_together() -> None:
    said = "The intake screen is rinsed every 36 hours and the night shift begins at 22:00."
    assert support(said, "pump", "crew", given=("pump", "crew", "menu"))[0] == "fully"


@pytest.mark.parametrize(
    ("answer", "verdict", "low", "high"),
    [
        ("The intake screen of the main pump is rinsed every 36 hours. [1]", 4, 0.2, 0.6),
        ("The screen is there.", 2, -0.6, -0.2),
        ("Visitors wear a helmet.", 1, -1, -1),
        (NOTHING_FOUND["en"], 1, -1, -1),
        ("시그니처 스테이크 ₩35,000", None, 0, 0),
    ],
)
def test_usefulness(answer: str, verdict: int | None, low: float, high: float) -> None:
    graded = REFLECTOR.grade_usefulness("How often is the intake screen rinsed?", answer)
    assert graded["verdict"] == verdict
    assert low <= graded["score"] <= high


def test_an_answer_need_not_repeat_what_a_follow_up_borrowed() -> None:
    asked = "그 와인은 몇 도에 마시나요? (스테이크 어울리 추천 가격 서랍지기 카베르네)"
    graded = REFLECTOR.grade_usefulness(asked, "레드 와인은 16~18도로 제공합니다. [1]")
    assert (graded["verdict"], graded["reason"]) == (3, "1 of 2 question terms in the answer")
    alone = REFLECTOR.grade_usefulness("What of it? (intake screen)", "The intake screen is rinsed.")
    assert alone["reason"] == "2 of 2 question terms in the answer"
