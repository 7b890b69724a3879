"""Strips: only what was approved of a passage is read, judged and quoted."""

from typing import Any

import pytest

from selfrag.errors import DecisionInvalid
from selfrag.graph.decision import check_decision
from selfrag.graph.strategies import STRATEGIES
from selfrag.language.strips import strip_spans
from selfrag.ports import Limits
from tests.fakes import shelf
from tests.graph.threads import A, B, Thread

SENTENCES = [
    "The screen is rinsed every week.",
    "It is taken out first.",
    "Use cold water only.",
    "The lamp is red.",
    "It glows at night.",
    "Nobody dusts it.",
]
TEXT = " ".join(SENTENCES)
FIRST, SECOND = (TEXT[start:end] for start, end in strip_spans(TEXT))
START = 300


def refined(strategy: str = "corrective", keeps: str = "screen", **texts: str) -> Thread:
    """A thread whose passage A has two strips, of which those with the word `keeps` help."""
    ports = shelf(A, B, **{A: TEXT, **texts})
    ports.passages.stored[A] |= {"start": START, "end": START + len(TEXT)}  # type: ignore[typeddict-item]
    ports.reflector.strips = lambda strip: "relevant" if keeps in strip else "irrelevant"
    thread = Thread(ports, Limits(rewrites=0, web=0), strategy=strategy)
    thread.ask()
    return thread


def read(thread: Thread) -> list[str]:
    """The texts that the writer was given last."""
    return thread.ports.writer.texts[-1]


def strips(thread: Thread) -> list[tuple[str, bool]]:
    [item] = [item for item in thread.state["evidence"] if item["passage_id"] == A]
    return [(TEXT[strip["start"] : strip["end"]], strip["kept"]) for strip in item["strips"]]


@pytest.mark.parametrize("strategy", [name for name in STRATEGIES if name != "corrective"])
@pytest.mark.parametrize("policy", ["always", "never", "approve_all"])
def test_a_follow_up_that_goes_on_reads_no_more_than_was_approved(strategy: str, policy: str) -> None:
    thread = refined("combined")
    thread.decide("approve", [A], strips={A: [1]})
    thread.ports.reflector.retrieve = "continue"
    thread.take(strategy)
    thread.ask("And more?", policy=policy)
    if policy == "always" and thread.session.waiting():
        thread.decide("approve", [A])
    assert len(thread.ports.writer.texts) == 2
    assert read(thread) == [SECOND]


def test_a_passage_is_shown_with_its_strips() -> None:
    thread = refined()
    assert strips(thread) == [(FIRST, True), (SECOND, False)]
    assert thread.ports.called("grade_strips") == [("What stands here?", [[FIRST, SECOND], [f"Fact {B} stands here."]])]
    assert [(item["passage_id"], item["kept"]) for item in thread.review["evidence"]] == [(A, True), (B, False)]
    assert thread.found("refine_passages") == [{"passages": 2, "strips": 3, "kept": 1}]


@pytest.mark.parametrize("strategy", ["corrective", "combined"])
@pytest.mark.parametrize(
    ("chosen", "text"),
    [({}, FIRST), ({A: [1]}, SECOND), ({A: [0, 1]}, f"{FIRST}\n{SECOND}"), ({A: [1, 0, 1]}, f"{FIRST}\n{SECOND}")],
)
def test_the_writer_and_the_grader_read_the_approved_strips_alone(
    strategy: str, chosen: dict[str, list[int]], text: str
) -> None:
    thread = refined(strategy)
    thread.decide("approve", [A], strips=chosen)
    assert read(thread) == [text]
    assert thread.ports.reflector.texts == ([[text]] if strategy == "combined" else [])


@pytest.mark.parametrize(("number", "quote"), [(0, "Use cold water only."), (1, "The lamp is red.")])
def test_a_quote_lies_within_an_approved_strip_and_where_it_stands_on_the_page(number: int, quote: str) -> None:
    thread = refined()
    thread.ports.writer.pieces = lambda passages: ["The lamp is red; use cold water only. [1]"]
    thread.decide("approve", [A], strips={A: [number]})
    [citation] = thread.draft["citations"]
    assert citation["quote"] == quote
    assert TEXT[citation["start"] - START : citation["end"] - START] == citation["quote"]
    assert citation["end"] - citation["start"] == len(citation["quote"])


def test_a_quote_of_a_dropped_strip_is_never_shown_even_if_the_answer_says_its_words() -> None:
    thread = refined()
    thread.ports.writer.pieces = lambda passages: ["The lamp is red. [1]"]
    thread.decide("approve", [A])
    assert thread.draft["citations"][0]["quote"] in FIRST


def test_what_a_person_keeps_without_any_strip_is_read_whole() -> None:
    thread = refined(keeps="nothing has this")
    assert [item["kept"] for item in thread.review["evidence"]] == [False, False]
    thread.decide("approve", [A])
    assert strips(thread) == [(FIRST, True), (SECOND, True)]
    assert read(thread) == [f"{FIRST}\n{SECOND}"]


def test_what_was_found_incorrect_has_no_strips_and_is_read_whole_when_a_person_keeps_it() -> None:
    thread = refined()
    thread.ports.reflector.rel = lambda question, passage: "irrelevant" if passage["id"] == A else "relevant"
    thread.ports.reflector.strips = lambda strip: "relevant"
    thread.decide("reject")
    thread.ask("And then?")
    assert ["strips" in item for item in thread.review["evidence"]] == [True, False]
    thread.decide("approve", [A, B])
    assert read(thread) == [f"Fact {B} stands here.", TEXT]


def test_a_new_search_refines_what_was_kept_anew() -> None:
    thread = refined()
    thread.ports.reflector.strips = lambda strip: "relevant" if "lamp" in strip else "irrelevant"
    thread.decide("edit", [A], question="What colour is the lamp?", strips={A: [0]})
    assert (
        thread.review["evidence"][0] | {"passage_id": A, "change": "kept", "kept": True} == thread.review["evidence"][0]
    )
    assert strips(thread) == [(FIRST, False), (SECOND, True)]
    assert thread.ports.called("grade_strips")[-1][0] == "What colour is the lamp?"
    thread.decide("approve", [A])
    assert read(thread) == [SECOND]


def test_an_edit_without_a_search_keeps_the_chosen_strips() -> None:
    thread = refined()
    thread.decide("edit", [A], question="Only this?", search_again=False, strips={A: [1]})
    assert read(thread) == [SECOND]


def test_a_search_in_the_same_words_keeps_the_chosen_strips_and_judges_nothing_twice() -> None:
    thread = refined()
    thread.decide("edit", [A], search_again=True, strips={A: [1]})
    assert (thread.review["evidence"][0]["change"], strips(thread)) == ("kept", [(FIRST, False), (SECOND, True)])
    assert len(thread.ports.called("grade_strips")) == 1
    thread.decide("approve", [A])
    assert read(thread) == [SECOND]


def test_a_passage_kept_before_stays_when_not_one_strip_of_it_helps_any_more() -> None:
    thread = refined()
    thread.ports.reflector.strips = lambda strip: "irrelevant"
    thread.decide("edit", [A], question="Something else?")
    assert strips(thread) == [(FIRST, True), (SECOND, True)]
    assert thread.review["evidence"][0]["kept"]


@pytest.mark.parametrize("policy", ["never", "approve_all"])
def test_a_policy_approves_the_strips_that_help(policy: str) -> None:
    thread = refined()
    thread.decide("reject")
    thread.ask("And then?", policy=policy)
    assert read(thread) == [FIRST], "of the other passage not one strip helps"


@pytest.mark.parametrize(
    ("keep", "chosen", "told"),
    [
        ([A], {A: [2]}, f"“{A}” has no such strip."),
        ([A], {A: [-1]}, f"“{A}” has no such strip."),
        ([A], {A: []}, f"“{A}” is kept without any of its strips: keep one of them, or drop the passage."),
        ([A], {"zzzz:1:0": [0]}, "“zzzz:1:0” is not among the passages of this review."),
        ([A], {"zzzz:1:0": []}, "“zzzz:1:0” is not among the passages of this review."),
        ([A], {A: ["0"]}, f"The decision was not understood: strips.{A}.0: Input should be a valid integer."),
        ([A], {A: [True]}, f"The decision was not understood: strips.{A}.0: Input should be a valid integer."),
    ],
)
def test_strips_that_a_review_does_not_have_are_refused(keep: list[str], chosen: dict[str, Any], told: str) -> None:
    decision = {"review_id": "q1.1", "action": "approve", "keep": keep, "strips": chosen}
    with pytest.raises(DecisionInvalid) as refused:
        check_decision(refined().review, decision, Limits())
    assert str(refused.value) == told


def test_a_dropped_passage_needs_no_strip_and_one_that_is_kept_for_a_new_search_does() -> None:
    review = refined().review
    base = {"review_id": "q1.1", "strips": {A: []}}
    check_decision(review, {**base, "action": "approve", "keep": [B]}, Limits())
    with pytest.raises(DecisionInvalid, match="is kept without any of its strips"):
        check_decision(review, {**base, "action": "edit", "keep": [A], "search_again": True}, Limits())
