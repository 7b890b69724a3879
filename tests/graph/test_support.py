"""The words of a passage that carry a sentence of the answer."""

from typing import Any

import pytest

from selfrag.graph.citations import carrying
from selfrag.graph.evidence import Reading
from tests.fakes import passage, shelf
from tests.graph.plays import Play, by_id, perform, strips
from tests.graph.threads import A, B, Thread

INN = "The inn opened in 1924. It has nine rooms.\nBreakfast is at seven. Dogs may stay."
OTHER = "조식은 일곱 시에 시작합니다. 객실은 아홉 개입니다."


def written(answer: str, verdict: str = "fully", **texts: str) -> list[Any]:
    """The sentences of this answer from A and B as they are stored."""
    ports = shelf(A, B, **{A: INN, B: OTHER, **texts})
    ports.passages.stored[A]["start"] = 1000
    ports.writer.pieces = lambda passages: [answer]
    ports.reflector.sup = lambda claim: verdict  # type: ignore[assignment, return-value]
    thread = Thread(ports)
    thread.ask()
    thread.decide("approve", [A, B])
    return thread.draft["reflection"]["sentences"]


def test_a_sentence_has_the_words_that_carry_it_with_their_place_on_the_page() -> None:
    first, second = written("There are nine rooms at the inn. [1] 조식은 일곱 시입니다. [2]")
    assert first["support"] == {
        "passage_id": A,
        "document_id": "aaaa",
        "page": 1,
        "start": 1000 + INN.index("It has"),
        "end": 1000 + INN.index("\nBreakfast"),
        "quote": "It has nine rooms.",
    }
    assert (second["support"]["passage_id"], second["support"]["quote"]) == (B, "조식은 일곱 시에 시작합니다.")


def test_of_several_passages_the_one_that_fits_best_is_quoted() -> None:
    (only,) = written("객실은 아홉 개입니다. [1][2]")
    assert (only["support"]["passage_id"], only["support"]["quote"]) == (B, "객실은 아홉 개입니다.")


def test_words_that_run_over_sentences_are_quoted_as_a_whole() -> None:
    said = "It has nine rooms. Breakfast is at seven."
    quote = carrying(said, [Reading(passage(A, INN), ((0, len(INN)),))])
    assert quote is not None
    assert quote["quote"] == "It has nine rooms.\nBreakfast is at seven."
    assert INN[quote["start"] : quote["end"]] == quote["quote"]


@pytest.mark.parametrize(
    ("verdict", "answer", "quoted"),
    [
        ("partially", "There are nine rooms at the inn. [1]", True),
        ("unknown", "There are nine rooms at the inn. [1]", True),
        ("unknown", "There are nine rooms at the inn.", False),
        ("no", "There are nine rooms at the inn. [1]", False),
        ("fully", "Quite something else entirely! [2]", False),
    ],
)
def test_only_what_is_carried_has_a_quote(verdict: str, answer: str, quoted: bool) -> None:
    assert ["support" in sentence for sentence in written(answer, verdict)] == [quoted]


def test_nothing_but_the_strips_that_were_read_is_quoted() -> None:
    reading = Reading(passage(A, INN), ((0, INN.index("It has")), (INN.index("Breakfast"), len(INN))))
    for said in ("It has nine rooms.", "Nine rooms, and breakfast is at seven."):
        quote = carrying(said, [reading])
        assert quote is None or "nine" not in quote["quote"]


def test_strategies_with_strips_quote_from_them() -> None:
    thread = perform(
        "combined",
        Play(
            "decide search gather grade refine | review write reflect finish",
            says={"rel": by_id(a="relevant"), **strips(a="relevant")},
        ),
    )
    (only,) = thread.draft["reflection"]["sentences"]
    assert only["support"]["quote"] == f"Fact {A} stands here."
