"""From marks to claims and quotes."""

import pytest

from selfrag.graph.citations import cite, claims
from selfrag.graph.evidence import Reading
from selfrag.ports import Passage
from tests.fakes import passage

ONE = passage("aaaa:1:0", "The inn opened in 1924. It has nine rooms. Breakfast is at seven.")
TWO = passage("bbbb:4:1", "객실은 아홉 개입니다. 조식은 일곱 시에 시작합니다.")
TWO["start"] = 100


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("It opened in 1924. [1]", [("It opened in 1924.", [ONE["id"]])]),
        (
            "It opened in 1924 [1]. Nine rooms [1][2].",
            [("It opened in 1924 .", [ONE["id"]]), ("Nine rooms .", [ONE["id"], TWO["id"]])],
        ),
        ("Nobody knows.", [("Nobody knows.", [])]),
        ("Out of range. [3] [0] [99]", [("Out of range.", [])]),
        ("", []),
        ("[1]", []),
    ],
)
def test_claims(answer: str, expected: list[tuple[str, list[str]]]) -> None:
    assert [(claim["text"], claim["passage_ids"]) for claim in claims(answer, [ONE["id"], TWO["id"]])] == expected


def whole(passage: Passage) -> Reading:
    return Reading(passage, ((0, len(passage["text"])),))


def test_a_citation_quotes_the_sentence_that_fits_best_with_its_place_on_the_page() -> None:
    citations = cite("There are nine rooms. [1] 조식은 일곱 시에 시작합니다. [2]", [whole(ONE), whole(TWO)])
    assert [(c["n"], c["page"], c["quote"]) for c in citations] == [
        (1, 1, "It has nine rooms."),
        (2, 4, "조식은 일곱 시에 시작합니다."),
    ]
    start = 100 + TWO["text"].index("조식은")
    assert (citations[1]["start"], citations[1]["end"]) == (start, start + len("조식은 일곱 시에 시작합니다."))


def test_marks_outside_the_range_cite_nothing() -> None:
    assert cite("Wrong. [7]", [whole(ONE)]) == []
