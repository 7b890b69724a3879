"""What a person made of a draft: whose each sentence is, what it cites, and the honest outcome."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from selfrag.graph.strategies import STRATEGIES
from tests.fakes import shelf
from tests.graph.threads import A, B, C, Thread

WRITTEN = "The inn is old. [1] It has rooms. [2] Dogs may stay. [1]"
SENTENCES = ["The inn is old. [1]", "It has rooms. [2]", "Dogs may stay. [1]", "It is mine. [3]", "새 문장입니다. [2]"]


def edited(answer: str, strategy: str = "self", forget: str = "", **sup: Any) -> Thread:
    ports = shelf(A, B, C)
    ports.writer.pieces = lambda passages: [WRITTEN]
    ports.reflector.sup = lambda claim: sup.get(claim["text"].split()[0], "fully")
    thread = Thread(ports, strategy=strategy)
    thread.ask(draft_review=True)
    thread.decide("approve", [A, B, C])
    if forget:
        ports.passages.forget(forget)
    thread.decide("edit", answer=answer)
    assert thread.session.waiting() is None
    return thread


def told(thread: Thread) -> list[tuple[str, str, str | None]]:
    sentences = thread.draft["reflection"]["sentences"]
    return [(each["text"], each["is_sup"], each.get("by")) for each in sentences]


def test_changed_and_new_sentences_are_the_persons_and_the_others_keep_their_verdicts() -> None:
    thread = edited("The inn is old. [1] It has nine rooms. [2] Dogs may stay. [1] Ask us! [3]", Dogs="partially")
    assert told(thread) == [
        ("The inn is old.", "fully", None),
        ("It has nine rooms.", "unknown", "person"),
        ("Dogs may stay.", "partially", None),
        ("Ask us!", "unknown", "person"),
    ]
    mine = thread.draft["reflection"]["sentences"][3]
    assert mine == {
        "text": "Ask us!",
        "is_sup": "unknown",
        "passage_ids": [C],
        "reason": "Written by a person; not checked.",
        "by": "person",
    }
    assert (thread.draft["written"], thread.state["outcome"]) == (WRITTEN, "partly_supported")
    assert [(each["n"], each["passage_id"]) for each in thread.draft["citations"]] == [(1, A), (2, B), (3, C)]
    assert (thread.draft["reflection"]["is_use"], thread.draft["reflection"]["score"]) == (None, None)
    assert thread.state["accepted"] == {"review_id": "q1.draft1", "action": "edit", "by": "person"}
    assert thread.state["history"][-1]["answer"] == thread.draft["answer"]


def test_another_mark_makes_it_another_sentence() -> None:
    assert told(edited("The inn is old. [2]")) == [("The inn is old.", "unknown", "person")]


def test_the_same_sentence_twice_is_checked_once() -> None:
    by = [each[2] for each in told(edited("Dogs may stay. [1] Dogs may stay. [1]"))]
    assert by == [None, "person"]


def test_marks_that_mean_nothing_cite_nothing() -> None:
    thread = edited("The inn is new. [4] [9]")
    assert (thread.draft["citations"], thread.state["outcome"]) == ([], "answered")


@pytest.mark.parametrize("answer", [WRITTEN, f"  {WRITTEN}\n"])
def test_an_edit_that_changes_nothing_accepts_the_draft(answer: str) -> None:
    thread = edited(answer)
    assert "written" not in thread.draft
    assert (thread.draft["answer"], thread.draft["reflection"]["is_use"]) == (WRITTEN, 5)


def test_other_lines_are_no_other_sentences() -> None:
    thread = edited(WRITTEN.replace("] ", "]\n\n"))
    assert "written" not in thread.draft
    assert (thread.draft["answer"].count("\n\n"), thread.draft["reflection"]["is_use"]) == (2, 5)


@pytest.mark.parametrize(
    ("answer", "sup", "outcome"),
    [
        ("Quite another answer.", {}, "answered"),
        ("The inn is old. [1] And cold.", {}, "answered"),
        ("The inn is old. [1] And cold.", {"The": "partially"}, "partly_supported"),
        ("The inn is old. [1] And cold.", {"The": "no"}, "partly_supported"),
        ("The inn is old. [1] And cold.", {"The": "unknown"}, "partly_supported"),
        ("The inn is old. [1]", {"Dogs": "no"}, "answered"),
    ],
)
def test_the_outcome_is_that_of_what_the_model_wrote(answer: str, sup: dict[str, str], outcome: str) -> None:
    assert edited(answer, **sup).state["outcome"] == outcome


def test_what_a_person_adds_to_an_unsupported_answer_is_still_an_answer() -> None:
    ports = shelf(A)
    ports.writer.pieces = lambda passages: ["The inn is old. Dogs may stay."]
    ports.reflector.sup = lambda claim: "no"
    for answer, outcome in (("The inn is old. And cold.", "partly_supported"), ("The inn is old.", "no_evidence")):
        thread = Thread(ports)
        thread.ask(draft_review=True)
        thread.decide("approve", [A])
        thread.decide("edit", answer=answer)
        assert thread.state["outcome"] == outcome


@pytest.mark.parametrize("strategy", ["adaptive", "corrective"])
def test_where_answers_are_not_graded_only_the_persons_sentences_are_told_apart(strategy: str) -> None:
    thread = edited("The inn is old. [1] It has nine rooms. [2]", strategy)
    assert told(thread) == [("The inn is old.", "unknown", None), ("It has nine rooms.", "unknown", "person")]
    reasons = [each["reason"] for each in thread.draft["reflection"]["sentences"]]
    assert reasons == [
        "Not checked: this strategy does not grade its answers.",
        "Written by a person; not checked.",
    ]
    assert thread.state["outcome"] == "answered"


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_citation_of_what_was_deleted_stays_and_numbers_do_not_move(strategy: str) -> None:
    thread = edited("It has nine rooms. [2] The inn is old. [1] Ask us! [3]", strategy, forget=A)
    assert [(each["n"], each["passage_id"]) for each in thread.draft["citations"]] == [(2, B), (1, A), (3, C)]


def test_the_quote_of_a_citation_is_that_of_what_still_cites_it() -> None:
    ports = shelf(A, **{A: "The inn is old. Dogs may stay."})
    ports.writer.pieces = lambda passages: ["The inn is old. [1] Dogs may stay. [1]"]
    thread = Thread(ports)
    thread.ask(draft_review=True)
    thread.decide("approve", [A])
    thread.decide("accept", strike=[0])
    assert [each["quote"] for each in thread.draft["citations"]] == ["Dogs may stay."]
    assert (thread.draft["written"], told(thread)) == (
        "The inn is old. [1] Dogs may stay. [1]",
        [("Dogs may stay.", "fully", None)],
    )


def test_a_draft_from_before_another_review_cites_what_it_cited() -> None:
    """The first draft is better, and was written from A; the second from B alone, so that [1] has two meanings: A was
    deleted between them."""
    ports = shelf(A, B)
    ports.search.ids = [A]
    left = iter(["The inn is old. [1]", "Nobody knows. [1]"])
    ports.writer.pieces = lambda passages: [next(left)]
    ports.writer.rewrites = iter(["other words"])
    ports.search.by_query["other words"] = [B]
    ports.reflector.use = lambda answer: 1
    ports.reflector.sup = lambda claim: "partially" if claim["text"].startswith("The") else "no"
    thread = Thread(ports)
    thread.ask(draft_review=True)
    thread.decide("approve", [A])
    assert thread.review["kind"] == "chunk_review"
    ports.passages.forget(A)
    thread.decide("approve", [A, B])
    assert thread.review["answer"] == "The inn is old. [1]"
    thread.decide("edit", answer="The inn is very old. [1] And cold. [2]")
    assert [(each["n"], each["passage_id"]) for each in thread.draft["citations"]] == [(1, A)]
    assert [each["passage_ids"] for each in thread.draft["reflection"]["sentences"]] == [[A], []]


@settings(max_examples=25)
@given(st.lists(st.sampled_from(SENTENCES), min_size=1))
def test_no_sentence_loses_or_gains_a_verdict(sentences: list[str]) -> None:
    thread = edited(" ".join(sentences), Dogs="partially", It="no")
    known = {"The inn is old.": "fully", "It has rooms.": "no", "Dogs may stay.": "partially"}
    seen: set[str] = set()
    for (text, verdict, by), given_text in zip(told(thread), sentences, strict=True):
        assert text == given_text.rsplit(" [", 1)[0]
        mine = text not in known or text in seen
        assert (verdict, by) == (("unknown", "person") if mine else (known[text], None))
        seen.add(text)
