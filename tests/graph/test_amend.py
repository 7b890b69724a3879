"""Sentences taken out of an answer."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from selfrag.graph.amend import claim_spans, without
from selfrag.graph.citations import cite, claims, words_of
from selfrag.graph.evidence import Reading
from tests.fakes import passage

NO_WORD = ".!•-,[ \n"  # what may stand before the first claim without being one
IDS = ["aaaa:1:0", "bbbb:2:0", "cccc:3:0"]
READINGS = [Reading(one, ((0, len(one["text"])),)) for one in map(passage, IDS)]
MARKS = st.sampled_from(["", " [1]", " [2]", " [1][3]", " [9]", ". [2]"])
SAID = st.sampled_from(
    [
        "The inn opened in 1924.",
        "It has nine rooms!",
        "Is breakfast early?",
        "조식은 일곱 시입니다.",
        "객실은 아홉 개예요.",
    ]
)
GAP = st.sampled_from([" ", "  ", "\n", "\n\n", " \n"])
ANSWER = st.lists(st.tuples(SAID, MARKS, GAP), max_size=8).map(lambda parts: "".join(map("".join, parts)).strip())
ANYTHING = st.one_of(ANSWER, st.text(alphabet="Ab. \n[1]2!다가•-,5", max_size=60))


def numbers_of(answer: str) -> st.SearchStrategy[set[int]]:
    return st.sets(st.integers(0, max(len(claim_spans(answer)) - 1, 0)))


@pytest.mark.parametrize(
    ("answer", "numbers", "left"),
    [
        ("It is one. [1] It is two. [2] It is three. [3]", {1}, "It is one. [1] It is three. [3]"),
        ("It is one. [1] It is two. [2] It is three. [3]", {0, 2}, "It is two. [2]"),
        ("One.\n\n[1][2]\n\nTwo. [2]", {0}, "Two. [2]"),
        ("One.\n\n[1][2]\n\nTwo. [2]", {1}, "One.\n\n[1][2]"),
        ("A menu:\n- Soup [1]\n- Rice [2]\n\nEnjoy it.", {1}, "A menu:\n- Rice [2]\n\nEnjoy it."),
        ("A menu:\n- Soup [1]\n- Rice [2]\n\nEnjoy it.", {2}, "A menu:\n- Soup [1]\n\nEnjoy it."),
        ("문을 엽니다. [1] 닫습니다. [2]", {0}, "닫습니다. [2]"),
        ("One. Two.", {7}, "One. Two."),
        ("[1]", {0}, "[1]"),
    ],
)
def test_the_sentence_goes_with_its_marks_and_one_gap(answer: str, numbers: set[int], left: str) -> None:
    assert without(answer, numbers) == left


@given(ANYTHING)
def test_nothing_taken_out_changes_nothing_and_all_taken_out_leaves_nothing(answer: str) -> None:
    assert without(answer, ()) == answer
    spans = claim_spans(answer)
    assert without(answer, range(len(spans))) == ("" if spans else answer)


@given(ANYTHING)
def test_spans_are_those_of_the_claims_and_hold_every_character_but_white_space(answer: str) -> None:
    spans, said = claim_spans(answer), claims(answer, IDS)
    assert len(spans) == len(said)
    at = 0
    for (start, end), claim in zip(spans, said, strict=True):
        assert not answer[at:start].strip()
        assert words_of(answer[start:end]).startswith(claim["text"]) or answer[start] in NO_WORD
        at = end
    assert not spans or not answer[at:].strip()


@given(st.data())
def test_what_is_left_stands_as_it_stood(data: st.DataObject) -> None:
    answer = data.draw(ANYTHING)
    numbers = data.draw(numbers_of(answer))
    left = without(answer, numbers).lstrip()
    for number, (start, end) in enumerate(claim_spans(answer)):
        if number not in numbers:
            assert left.startswith(answer[start:end])
            left = left[end - start :].lstrip()
    assert not left or not claim_spans(answer)


@given(st.data())
def test_the_remaining_sentences_cite_what_they_cited(data: st.DataObject) -> None:
    answer = data.draw(ANSWER)
    numbers = data.draw(numbers_of(answer))
    remain = [claim for number, claim in enumerate(claims(answer, IDS)) if number not in numbers]
    left = without(answer, numbers)
    assert claims(left, IDS) == remain
    cited = {passage_id for claim in remain for passage_id in claim["passage_ids"]}
    citations = cite(left, READINGS)
    assert {each["passage_id"] for each in citations} == cited
    assert all(IDS[each["n"] - 1] == each["passage_id"] for each in citations)
