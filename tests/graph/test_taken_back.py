"""A passage that a person drops after something was written from it is in no answer."""

from typing import Any

import pytest

from tests.fakes import FakePorts, shelf
from tests.graph.threads import A, B, Thread


def reviewed_again(draft_review: bool = False, strategy: str = "self") -> tuple[Thread, FakePorts]:
    """The first draft is of no use, so that other words find B beside A; whatever is written then is worse."""
    ports = shelf(A, B)
    ports.search.ids = [A]
    ports.search.by_query["other words"] = [A, B]
    ports.writer.rewrites = iter(["other words", "still other words"])
    useful = iter([2, 1, 1])
    ports.reflector.use = lambda answer: next(useful)
    thread = Thread(ports, strategy=strategy)
    thread.ask(draft_review=draft_review)
    thread.decide("approve", [A])
    assert thread.offered == [A, B]
    return thread, ports


def cited(draft: Any) -> list[str]:
    return [citation["passage_id"] for citation in draft["citations"]]


@pytest.mark.parametrize("strategy", ["self", "combined"])
def test_the_answer_does_not_cite_what_was_dropped_after_a_better_draft(strategy: str) -> None:
    thread, _ = reviewed_again(strategy=strategy)
    thread.decide("approve", [B])
    assert thread.state["outcome"] == "answered"
    assert cited(thread.draft) == [B]


def test_nor_does_the_draft_that_a_person_is_shown() -> None:
    thread, _ = reviewed_again(draft_review=True)
    thread.decide("approve", [B])
    assert (thread.review["kind"], thread.review["approved"]) == ("draft_review", [B])
    assert B in thread.review["answer"] and A not in thread.review["answer"]


def test_nor_is_what_was_dropped_in_favour_of_a_new_search_an_answer() -> None:
    thread, _ = reviewed_again()
    thread.decide("edit", [B], query="still other words")
    assert (thread.state["draft"], thread.state["best"]) == (None, None)


def test_the_better_draft_stands_where_all_that_it_was_written_from_is_kept() -> None:
    thread, _ = reviewed_again()
    thread.decide("approve", [A, B])
    assert cited(thread.draft) == [A]


def test_a_strip_that_may_not_be_read_any_more_is_in_no_answer() -> None:
    text = f"The inn {A} is old. " + "It has rooms. " * 40 + f"Dogs {A} may stay."
    ports = shelf(A, B, **{A: text})
    ports.search.ids = [A]
    ports.search.by_query["other words"] = [A, B]
    ports.writer.rewrites = iter(["other words"])
    ports.writer.pieces = lambda passages: [passages[0]["text"].split(". ")[0] + ". [1]"]
    useful = iter([2, 1])
    ports.reflector.use = lambda answer: next(useful)
    thread = Thread(ports, strategy="combined")
    thread.ask()
    thread.decide("approve", [A])
    last = len(thread.review["evidence"][0]["strips"]) - 1
    assert last > 0
    thread.decide("approve", [A, B], strips={A: [last]})
    assert "is old" not in thread.draft["answer"]


def test_where_the_evidence_is_rejected_no_earlier_draft_is_an_answer() -> None:
    thread, _ = reviewed_again()
    thread.decide("reject")
    assert (thread.state["outcome"], thread.state["draft"]) == ("rejected", None)
