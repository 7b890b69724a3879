"""Two answers, sentence beside sentence."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from selfrag.service.aligned import aligned

Side = list[tuple[str, str]]


def view(*sentences: tuple[str, str], answer: str = "") -> dict[str, Any]:
    return {"answer": answer, "reflection": {"sentences": [{"text": t, "is_sup": v} for t, v in sentences]}}


def changes(left: dict[str, Any], right: dict[str, Any]) -> list[tuple[str, str | None, str | None]]:
    return [
        (pair.change, pair.left["text"] if pair.left else None, pair.right["text"] if pair.right else None)
        for pair in aligned(left, right)
    ]


def test_what_both_say_and_what_only_one_does() -> None:
    left = view(("Corkage is 20,000 won. [1]", "fully"), ("Parking is free. [2]", "fully"), ("We open at six.", "no"))
    right = view(("Dogs may stay. [1]", "fully"), ("Corkage is 20,000 won. [2]", "no"), ("We open at seven.", "no"))
    assert changes(left, right) == [
        ("right", None, "Dogs may stay. [1]"),
        ("support", "Corkage is 20,000 won. [1]", "Corkage is 20,000 won. [2]"),
        ("left", "Parking is free. [2]", None),
        ("words", "We open at six.", "We open at seven."),
    ]


def test_an_answer_that_was_not_checked_is_cut_into_sentences() -> None:
    plain = view(answer="Corkage is 20,000 won. [1] Parking is free. [2]")
    checked = view(("Corkage is 20,000 won. [1]", "fully"))
    assert [change for change, _left, _right in changes(plain, checked)] == ["support", "left"]
    assert changes(plain, plain)[0][0] == "same"


def test_struck_sentences_and_absent_answers_are_left_out() -> None:
    struck = view(("Gone.", "no"))
    struck["reflection"]["sentences"][0]["struck"] = True
    assert changes(struck, view(answer="")) == []


sides = st.lists(st.tuples(st.text("ab. ", min_size=1, max_size=12), st.sampled_from(["fully", "no"])), max_size=6)


@given(sides, sides)
def test_every_sentence_is_there_once_in_its_order(left: Side, right: Side) -> None:
    pairs = aligned(view(*left), view(*right))
    if left:
        assert [pair.left["text"] for pair in pairs if pair.left] == [text for text, _verdict in left]
    if right:
        assert [pair.right["text"] for pair in pairs if pair.right] == [text for text, _verdict in right]
    alone = {"left": (True, False), "right": (False, True)}
    for pair in pairs:
        assert (pair.left is not None, pair.right is not None) == alone.get(pair.change, (True, True))


@given(sides)
def test_an_answer_is_like_itself(side: Side) -> None:
    assert {pair.change for pair in aligned(view(*side), view(*side))} <= {"same"}
