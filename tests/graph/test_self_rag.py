"""The self strategy: exact paths, budgets, and every decision at every review."""

from collections.abc import Callable
from typing import Any

import pytest

from selfrag.ports import CUT, RESTART, Limits
from selfrag.runs import Run
from tests.fakes import FakePorts, shelf
from tests.graph.threads import AGAIN, ANSWERED, LIMITS, TO_REVIEW, A, B, C, Thread


def test_approve_writes_from_exactly_what_was_kept() -> None:
    thread = Thread(shelf(A, B, C))
    assert thread.ask() == TO_REVIEW
    assert [item["passage_id"] for item in thread.review["evidence"]] == [A, B, C]
    assert thread.decide("approve", [A, C]) == ANSWERED
    assert thread.ports.called("write") == [("What stands here?", [A, C], "")]
    state = thread.state
    assert state["outcome"] == "answered"
    assert state["draft"] is not None
    assert [(c["n"], c["passage_id"], c["page"]) for c in state["draft"]["citations"]] == [(1, A, 1), (2, C, 3)]
    assert state["dropped"] == [B]


def test_approval_repeats_no_paid_call() -> None:
    thread = Thread(shelf(A))
    thread.ask()
    before = len(thread.ports.search.queries), len(thread.ports.called("grade_passages"))
    thread.decide("approve", [A])
    assert (len(thread.ports.search.queries), len(thread.ports.called("grade_passages"))) == before == (1, 1)
    assert [step["node"] for step in thread.state["steps"]].count("review_evidence") == 1


def test_retrieve_no_answers_directly_and_throws_the_hits_away() -> None:
    ports = shelf(A)
    ports.reflector.retrieve = "no"
    thread = Thread(ports)
    assert thread.ask("Hello") == ["decide_retrieval", "search", "gather_evidence", "answer_directly", "finish"]
    assert thread.state["outcome"] == "answered_directly"
    assert thread.state["evidence"] == []
    assert ports.called("grade_passages") == []


def test_an_unknown_retrieve_verdict_still_searches() -> None:
    ports = shelf(A)
    ports.reflector.retrieve = "unknown"
    thread = Thread(ports)
    assert thread.ask() == TO_REVIEW
    thread.decide("approve", [A])
    assert thread.ask("And then?") == TO_REVIEW


def test_reject_writes_nothing() -> None:
    thread = Thread(shelf(A))
    thread.ask()
    assert thread.decide("reject") == ["review_evidence", "finish"]
    assert thread.state["outcome"] == "rejected"
    assert thread.ports.called("write") == []
    assert thread.state["history"] == []


def test_an_edited_question_searches_anew_and_keeps_what_was_settled() -> None:
    thread = Thread(shelf(A, B, C))
    thread.ask("What stands here?")
    assert thread.decide("edit", [A], question="What stands there?") == [
        "review_evidence",
        "search",
        "gather_evidence",
        "grade_passages",
    ]
    review = thread.review
    assert (review["question"], review["query"], review["attempt"]) == ("What stands here?", "What stands there?", 2)
    assert [(item["passage_id"], item["change"], item["kept"]) for item in review["evidence"]] == [(A, "kept", True)]
    assert thread.ports.search.queries == ["What stands here?", "What stands there?"]
    thread.decide("approve", [A])
    assert thread.ports.called("write") == [("What stands there?", [A], "")]
    assert thread.state["question"] == "What stands here?"


def test_search_again_marks_new_passages_and_leaves_dropped_ones_out() -> None:
    ports = shelf(A, B, C)
    ports.search.by_query = {"first": [A, B], "second": [A, B, C]}
    thread = Thread(ports)
    thread.ask("first")
    thread.decide("edit", [A], question="second")
    assert [(item["passage_id"], item["change"]) for item in thread.review["evidence"]] == [(A, "kept"), (C, "new")]


def test_what_only_the_grader_put_aside_gets_another_chance_with_other_words() -> None:
    ports = shelf(A, B, C)
    ports.reflector.rel = lambda question, passage: (
        "relevant" if passage["id"] == A or "other" in question else "irrelevant"
    )
    thread = Thread(ports)
    thread.ask("first")
    thread.decide("edit", [], drop=[C], question="in other words")
    assert [(item["passage_id"], item["is_rel"]) for item in thread.review["evidence"]] == [(B, "relevant")]


def test_searching_again_with_the_same_words_offers_nothing_twice() -> None:
    ports = shelf(A, B, C)
    ports.reflector.rel = lambda question, passage: "relevant" if passage["id"] == A else "irrelevant"
    thread = Thread(ports)
    thread.ask()
    thread.decide("edit", [A], search_again=True)
    assert [item["passage_id"] for item in thread.review["evidence"]] == [A]


def test_an_edit_without_search_answers_the_edited_question_from_the_evidence() -> None:
    thread = Thread(shelf(A, B))
    thread.ask()
    assert thread.decide("edit", [B], question="Only this?", search_again=False) == ANSWERED
    assert thread.ports.called("write") == [("Only this?", [B], "")]
    assert len(thread.ports.search.queries) == 1


def test_nothing_relevant_rewrites_within_the_limit_then_asks_the_person() -> None:
    ports = shelf(A)
    ports.reflector.rel = lambda question, passage: "irrelevant"
    thread = Thread(ports)
    assert thread.ask() == TO_REVIEW + AGAIN * LIMITS.rewrites
    assert thread.state["counters"]["rewrites"] == LIMITS.rewrites
    assert len(thread.review["tried"]) == 1 + LIMITS.rewrites
    assert thread.state["question"] == thread.state["asked"] == "What stands here?"
    assert len(ports.called("grade_passages")) == 1, "a verdict on the same wording is not paid twice"


def test_nothing_relevant_and_no_person_ends_without_an_answer() -> None:
    ports = shelf(A)
    ports.reflector.rel = lambda question, passage: "irrelevant"
    for policy in ("never", "approve_all"):
        thread = Thread(ports)
        assert thread.ask(policy=policy) == TO_REVIEW + AGAIN * 2 + ["approve_by_policy", "finish"]
        assert thread.state["outcome"] == "no_evidence"
    assert ports.called("write") == []


Rule = Callable[[FakePorts], None]


def _set(**rules: Any) -> Rule:
    def apply(ports: FakePorts) -> None:
        for name, value in rules.items():
            setattr(ports.reflector, name, value)

    return apply


STUBBORN = {
    "unsupported": (_set(sup=lambda claim: "no"), ["write_answer", "reflect"] * 2, "partly_supported"),
    "unknown support": (_set(sup=lambda claim: "unknown"), ["write_answer", "reflect"], "partly_supported"),
    "partial support": (_set(sup=lambda claim: "partially"), ["write_answer", "reflect"], "partly_supported"),
    "unknown usefulness": (_set(use=lambda answer: None), ["write_answer", "reflect"], "answered"),
    "not useful": (_set(use=lambda answer: 1), ["write_answer", "reflect", *AGAIN], "answered"),
}


@pytest.mark.parametrize("name", STUBBORN)
def test_a_stubborn_reflector_ends_in_an_honest_outcome(name: str) -> None:
    rule, path, outcome = STUBBORN[name]
    ports = shelf(A)
    rule(ports)
    thread = Thread(ports)
    thread.ask()
    assert thread.decide("approve", [A]) == ["review_evidence", *path, "finish"]
    assert thread.state["outcome"] == outcome


def test_an_unsupported_answer_is_written_again_with_the_weak_sentence_named() -> None:
    ports = shelf(A)
    ports.reflector.sup = lambda claim: "no"
    thread = Thread(ports)
    thread.ask()
    thread.decide("approve", [A])
    assert [feedback for _, _, feedback in ports.called("write")] == ["", "Fact aaaa:1:0 stands here."]


def test_the_better_of_two_drafts_is_kept() -> None:
    ports = shelf(A)
    answers = iter(["Half true. Fact. [1]", "All wrong. [1]"])
    ports.writer.pieces = lambda passages: [next(answers)]
    ports.reflector.sup = lambda claim: "fully" if claim["text"] == "Fact." else "no"
    thread = Thread(ports)
    thread.ask()
    thread.decide("approve", [A])
    assert thread.state["draft"] is not None
    assert thread.state["draft"]["answer"] == "Half true. Fact. [1]"


def test_new_evidence_after_an_unhelpful_answer_is_reviewed_again() -> None:
    ports = shelf(A, B)
    ports.search.by_query = {"first": [A]}
    ports.reflector.use = lambda answer: 5 if "bbbb" in answer else 1
    thread = Thread(ports)
    thread.ask("first")
    assert thread.decide("approve", [A])[-1] == "grade_passages"
    assert [(item["passage_id"], item["change"]) for item in thread.review["evidence"]] == [(A, "kept"), (B, "new")]
    assert thread.decide("approve", [A, B]) == ANSWERED
    assert thread.state["draft"] is not None
    assert "bbbb" in thread.state["draft"]["answer"]


def test_every_question_pauses() -> None:
    thread = Thread(shelf(A))
    first = thread.ask()
    thread.decide("approve", [A])
    first_review = thread.state["question_id"]
    assert thread.ask("And this?") == first
    assert thread.review["review_id"] == "q2.1"
    assert first_review == "q1"
    assert thread.state["draft"] is None


def test_a_follow_up_is_searched_in_self_contained_words() -> None:
    ports = shelf(A)
    thread = Thread(ports)
    thread.ask("Where is the lamp?")
    thread.decide("approve", [A])
    ports.reflector.standalone = "What colour is the lamp?"
    thread.ask("What colour is it?")
    assert ports.search.queries == ["Where is the lamp?", "What colour is the lamp?"]
    assert thread.review["question"] == "What colour is it?"
    assert thread.state["asked"] == "What colour is the lamp?"


def test_continue_offers_what_was_approved_without_a_new_search() -> None:
    ports = shelf(A, B)
    thread = Thread(ports)
    thread.ask()
    thread.decide("approve", [B])
    ports.reflector.retrieve = "continue"
    assert thread.ask("Say more") == ["decide_retrieval", "gather_evidence", "grade_passages"]
    assert [item["passage_id"] for item in thread.review["evidence"]] == [B]
    assert len(ports.search.queries) == 1


def test_a_deleted_source_is_not_read_and_is_named() -> None:
    ports = shelf(A, B)
    thread = Thread(ports)
    thread.ask()
    ports.passages.forget(A)
    thread.decide("approve", [A, B])
    assert ports.called("write") == [("What stands here?", [B], "")]
    assert thread.state["gone"] == [A]


def test_when_every_source_is_deleted_nothing_is_written() -> None:
    ports = shelf(A)
    thread = Thread(ports)
    thread.ask()
    ports.passages.forget(A)
    assert thread.decide("approve", [A]) == ["review_evidence", "write_answer", "finish"]
    assert (thread.state["outcome"], thread.state["gone"]) == ("no_evidence", [A])
    assert ports.called("write") == []


def test_identical_passages_are_offered_once() -> None:
    thread = Thread(shelf(A, B, C, **{A: "Same text.", B: "Same   text.", C: "Other."}))
    thread.ask()
    assert [item["passage_id"] for item in thread.review["evidence"]] == [A, C]


def test_when_unsure_asks_only_about_doubtful_evidence() -> None:
    sure, doubtful = shelf(A), shelf(A)
    doubtful.reflector.rel = lambda question, passage: "ambiguous"
    assert Thread(sure).ask(policy="when_unsure")[-1] == "finish"
    assert Thread(doubtful).ask(policy="when_unsure")[-1] == "grade_passages"


def test_the_policy_is_recorded_as_the_one_who_approved() -> None:
    ports = shelf(A, B)
    ports.reflector.rel = lambda question, passage: "relevant" if passage["id"] == A else "irrelevant"
    thread = Thread(ports)
    thread.ask(policy="never")
    assert thread.state["decision"] == {"action": "approve", "by": "policy", "policy": "never", "keep": [A]}
    everything = Thread(ports)
    everything.ask(policy="approve_all")
    assert everything.state["approved"] == [A, B]


def test_the_answer_streams_piece_by_piece() -> None:
    thread = Thread(shelf(A, B))
    thread.ask()
    thread.decide("approve", [A, B])
    tokens = [facts["text"] for kind, facts in thread.events if kind == "token"]
    assert tokens == ["Fact aaaa:1:0 stands here. [1] ", "Fact bbbb:2:0 stands here. [2] "]


def test_what_turned_out_to_be_no_answer_is_neither_kept_nor_left_on_the_page() -> None:
    ports = shelf(A)
    ports.writer.pieces = lambda passages: ["I ponder. ", RESTART, "Fact aaaa:1:0 ", "stands here. [1]"]
    thread, run = Thread(ports), Run("t1")
    thread.ask()
    thread.decide("approve", [A])
    for kind, facts in thread.events:
        run.progress(kind, **facts)
    assert thread.draft["answer"] == "Fact aaaa:1:0 stands here. [1]"
    assert run.text() == "Fact aaaa:1:0 stands here. [1]"


def test_an_answer_that_its_model_had_no_room_to_end_is_kept_and_marked() -> None:
    ports = shelf(A)
    ports.writer.pieces = lambda passages: ["Fact aaaa:1:0 ", "stands here. [1]", CUT]
    thread = Thread(ports)
    thread.ask()
    thread.decide("approve", [A])
    assert (thread.draft["answer"], thread.draft["cut"]) == ("Fact aaaa:1:0 stands here. [1]", True)
    assert [facts["text"] for kind, facts in thread.events if kind == "token"] == ["Fact aaaa:1:0 ", "stands here. [1]"]
    ports.writer.pieces = lambda passages: ["Fact aaaa:1:0 stands here. [1]"]
    thread.ask()
    thread.decide("approve", [A])
    assert thread.draft["cut"] is False


def test_no_loop_ever_reaches_the_recursion_limit() -> None:
    limits = Limits(rewrites=5, writes=5)
    ports = shelf(A, B)
    ports.reflector.rel = lambda question, passage: "irrelevant"
    ports.reflector.sup = lambda claim: "no"
    ports.reflector.use = lambda answer: 1
    thread = Thread(ports, limits)
    path = thread.ask()
    path += thread.decide("approve", [A])
    assert path.count("rewrite_question") == 5
    assert path.count("write_answer") == 5
    assert thread.state["outcome"] == "partly_supported"
