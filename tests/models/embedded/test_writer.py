import pytest

from selfrag.language.scripts import language
from selfrag.models.embedded import EmbeddedEmbedder, EmbeddedWriter
from selfrag.models.embedded.notices import NOTHING_FOUND, ONLY_QUOTES
from selfrag.ports import Turn
from tests.models.embedded.shelf import SHELF
from tests.models.samples import passage

WRITER = EmbeddedWriter()


def test_quotes_come_piece_by_piece_in_reading_order_with_their_marks() -> None:
    passages = [SHELF["crew"], SHELF["pump"]]
    pieces = list(WRITER.write("When is the intake screen rinsed, and when does the night shift begin?", passages))
    assert pieces == [
        "The night shift begins at 22:00 and ends at 06:00. [1]",
        "\nThe intake screen of the main pump is rinsed every 36 hours. [2]",
    ]


def test_a_price_is_quoted_with_its_dish_and_without_the_neighbours() -> None:
    passages = [SHELF["wine"], SHELF["menu"], SHELF["specials"]]
    assert list(WRITER.write("시그니처 스테이크의 가격은 얼마인가요?", passages)) == ["시그니처 스테이크 ₩35,000 [2]"]
    assert list(WRITER.write("전복 솥밥의 가격은?", passages)) == ["전복 솥밥 ₩31,000 [3]"]


def test_a_wrapped_line_is_quoted_as_one() -> None:
    text = "The spillway gates of the dam are opened by hand whenever the lake\nrises above the red line. Other text."
    assert list(WRITER.write("When are the spillway gates opened?", [passage("d", text)])) == [
        "The spillway gates of the dam are opened by hand whenever the lake rises above the red line. [1]"
    ]


def test_marks_of_the_document_are_not_quoted() -> None:
    (piece,) = WRITER.write("Who built the pump house?", [SHELF["built"]])
    assert piece == "The pump house was built in 1931 by the Harlan Water Company. [1]"


@pytest.mark.parametrize("question", ["와이파이 비밀번호는?", "What is the wifi password?"])
def test_nothing_found_is_said_in_the_questions_language(question: str) -> None:
    said = language(question)
    assert list(WRITER.write(question, list(SHELF.values()))) == [NOTHING_FOUND[said]]
    assert list(WRITER.write(question, [])) == [NOTHING_FOUND[said]]
    assert list(WRITER.answer_directly(question, [])) == [ONLY_QUOTES[said]]


def test_a_line_that_is_all_of_a_passage_is_no_heading(embedder: EmbeddedEmbedder) -> None:
    line = {**SHELF["alarm"], "text": "새침하게 흐린 품이 눈이 올 듯하더니"}
    poem = {**SHELF["menu"], "text": "雪が降るまちに、人が来る。"}
    written = list(EmbeddedWriter(embedder).write("눈이 올 듯하더니 무엇이 왔나?", [line, poem]))  # type: ignore[list-item]
    assert written == ["새침하게 흐린 품이 눈이 올 듯하더니 [1]"]


def test_where_scripts_differ_meaning_chooses_if_there_is_an_embedder(embedder: EmbeddedEmbedder) -> None:
    question, passages = "물이 얼마나 낮아지면 경보가 울리나요?", [SHELF["alarm"], SHELF["menu"]]
    assert list(EmbeddedWriter(embedder).write(question, passages)) == [
        "An alarm sounds when the water level drops below 2.4 metres. [1]"
    ]
    assert list(WRITER.write(question, passages)) == [NOTHING_FOUND["ko"]]


def test_rewrites_never_repeat_until_nothing_is_left() -> None:
    question = "시그니처 스테이크의 가격은 얼마인가요?"
    tried = [question]
    for _ in range(7):
        tried.append(WRITER.rewrite(question, [], tried))
    assert tried[1:4] == ["시그니처 스테이크 가격", "시그니처 가격", "스테이크 가격"]
    assert len(set(tried)) == 8
    assert WRITER.rewrite(question, [], tried) == question


def test_a_rewrite_of_a_follow_up_stands_alone() -> None:
    history = [Turn(question="How often is the screen rinsed?", answer="")]
    assert WRITER.rewrite("How long does it take?", history, []) == "long often screen rinsed"


def test_a_question_without_content_is_left_as_it_is() -> None:
    assert WRITER.rewrite("?", [], ["?"]) == "?"
    assert WRITER.rewrite("who is it", [], []) == "who is it"


def test_a_heading_comes_with_what_it_heads_only_where_it_shares_words_with_the_question() -> None:
    text = "Opening hours\nWe are open from ten to six.\nYour own wine\nThe corkage fee is 20,000 won a bottle."
    page = [passage("a:1:0", text)]
    answers = [
        "".join(EmbeddedWriter().write(asked, page))
        for asked in ("When are the opening hours?", "How much is the corkage fee?")
    ]
    assert answers == ["Opening hours We are open from ten to six. [1]", "The corkage fee is 20,000 won a bottle. [1]"]


def test_each_collection_that_holds_a_part_is_quoted() -> None:
    menu = passage("m", "시그니처 스테이크 ₩35,000\n콜드브루 ₩6,500\n보리차 ₩3,000")
    said = "서랍지기 카베르네 ₩78,000\n시그니처 스테이크에는 서랍지기 카베르네를 추천합니다.\n밤골목 시라 ₩84,000"
    wine = {**passage("w", said), "collection": "wine"}
    question = "스테이크와 어울리는 와인을 추천해 주세요. 가격도 알려 주세요."
    assert "".join(WRITER.write(question, [menu, wine])) == (  # type: ignore[list-item]
        "시그니처 스테이크 ₩35,000 [1]\n"
        "서랍지기 카베르네 ₩78,000 시그니처 스테이크에는 서랍지기 카베르네를 추천합니다. [2]"
    )
    same = {**wine, "collection": menu["collection"]}
    assert "[1]" not in "".join(WRITER.write(question, [menu, same]))  # type: ignore[list-item]


def test_many_sentences_of_one_collection_leave_room_for_another() -> None:
    pages = [
        passage(str(n), text)
        for n, text in enumerate(
            ("The pump screen is rinsed daily.", "A pump screen rinse is loud.", "Rinse the pump screen by hand.")
        )
    ]
    other = {**passage("o", "A pump screen is made of steel.\nIt is old."), "collection": "other"}
    answer = "".join(WRITER.write("How is the pump screen rinsed?", [*pages, other]))  # type: ignore[list-item]
    assert len(answer.split("\n")) == 3
    assert answer.endswith("A pump screen is made of steel. [4]")


def test_a_price_is_not_taken_from_the_dish_above_or_below() -> None:
    text = "보리차 ₩3,000\n\n디저트\n유자 소르베는 나주 배로 만듭니다.\n오미자차 ₩6,500"
    assert "".join(WRITER.write("유자 소르베의 가격은?", [passage("m", text)])) == (
        "유자 소르베는 나주 배로 만듭니다. [1]"
    )
