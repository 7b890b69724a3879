"""A model with less room than the approved passages need."""

from collections.abc import Iterator, Sequence

import pytest

from selfrag.errors import ContextTooLong
from selfrag.graph.nodes import write_answer
from selfrag.graph.state import State
from selfrag.ports import Passage
from tests.fakes import FakePorts, FakeWriter, shelf
from tests.graph.threads import ANSWERED, TO_REVIEW, A, B, C, Thread

D = "dddd:4:0"
SCORES = {A: 0.6, B: 0.9, C: 0.8, D: 0.6}


def cramped(room: int) -> FakePorts:
    ports = shelf(A, B, C, D)
    ports.reflector.rel_scores = SCORES
    ports.writer.room = lambda count: count <= room
    return ports


def read(ports: FakePorts) -> list[list[str]]:
    return [ids for _, ids, _ in ports.called("write")]


def test_the_lowest_ranked_are_left_out_until_the_rest_fits() -> None:
    thread = Thread(cramped(2))
    thread.ask()
    assert thread.decide("approve", [A, B, C, D]) == ANSWERED
    assert read(thread.ports) == [[B, C, A, D], [B, C, A], [B, C]], "of A and D, which are alike, the later goes first"
    assert thread.state["left_out"] == [A, D]
    assert thread.state["counters"]["writes"] == 1
    assert thread.found("write_answer") == [{"passages": 2, "citations": 2, "gone": 0, "left_out": 2}]


class Telling(FakeWriter):
    """Tells with its refusal that about half of what it was given has room."""

    def _refuse(self, count: int) -> None:
        try:
            super()._refuse(count)
        except ContextTooLong as error:
            error.share = 0.55
            raise


def test_as_many_are_left_out_at_once_as_the_server_told_have_no_room() -> None:
    ports = cramped(2)
    ports.writer = Telling(room=ports.writer.room)
    thread = Thread(ports)
    thread.ask()
    assert thread.decide("approve", [A, B, C, D]) == ANSWERED
    assert read(ports) == [[B, C, A, D], [B, C]]
    assert thread.state["left_out"] == [A, D]


def test_what_has_still_no_room_is_left_out_next_and_one_is_always_tried() -> None:
    ports = cramped(0)
    ports.writer = Telling(room=ports.writer.room)
    thread = Thread(ports)
    thread.ask()
    with pytest.raises(ContextTooLong):
        thread.decide("approve", [A, B, C, D])
    assert read(ports) == [[B, C, A, D], [B, C], [B]]


def test_marks_and_verdicts_refer_to_the_passages_that_were_read() -> None:
    ports = cramped(2)
    ports.reflector.rel_scores = {A: 0.9, B: 0.6, C: 0.8, D: 0.7}
    thread = Thread(ports)
    thread.ask()
    thread.decide("approve", [A, B, C])
    assert read(ports)[-1] == [A, C]
    assert [(c["n"], c["passage_id"]) for c in thread.draft["citations"]] == [(1, A), (2, C)]
    assert [given for _, given in ports.called("grade_support")] == [[A, C]]
    assert [s["passage_ids"] for s in thread.draft["reflection"]["sentences"]] == [[A], [C]]


def test_a_passage_approved_between_two_that_were_read_is_left_out_without_moving_the_marks() -> None:
    """A pinned passage stands first whatever its rank, so the lowest need not be the last."""
    ports = cramped(2)
    ports.search.by_query = {"first": [D], "second": [A, B, C]}
    thread = Thread(ports)
    thread.ask("first")
    thread.decide("edit", [D], question="second")
    ports.reflector.rel_scores = SCORES
    assert [item["passage_id"] for item in thread.review["evidence"]] == [D, B, C, A]
    thread.decide("approve", [D, B, C])
    assert read(ports)[-1] == [B, C]
    assert thread.state["left_out"] == [D]
    assert [(c["n"], c["passage_id"]) for c in thread.draft["citations"]] == [(1, B), (2, C)]
    assert [s["passage_ids"] for s in thread.draft["reflection"]["sentences"]] == [[B], [C]]


def test_when_not_one_passage_fits_the_refusal_is_told() -> None:
    thread = Thread(cramped(0))
    thread.ask()
    with pytest.raises(ContextTooLong, match="keep fewer passages"):
        thread.decide("approve", [A, B])
    assert read(thread.ports) == [[B, A], [B]]
    assert {asked for asked, _, _ in thread.ports.called("write")} == {"What stands here?"}
    thread.ports.writer.room = lambda count: True
    assert thread.go_on() == ["write_answer", "reflect", "finish"]
    assert thread.state["left_out"] == []


def test_each_write_tries_all_again_and_the_answer_that_is_kept_says_what_it_left_out() -> None:
    ports = cramped(0)
    rooms = iter([False, True, False, False, True])  # the first draft has room for two passages, the second for one
    ports.writer.room = lambda count: next(rooms)
    ports.reflector.sup = lambda claim: "no" if claim["text"] == "It is wrong." else "fully"
    answers = iter(["It is a fact. [1] It is wrong. [2]", "It is wrong. [1]"])
    ports.writer.pieces = lambda passages: [next(answers)]
    thread = Thread(ports)
    thread.ask()
    thread.decide("approve", [A, B, C])
    assert read(ports) == [[B, C, A], [B, C], [B, C, A], [B, C], [B]]
    assert [found["left_out"] for found in thread.found("write_answer")] == [1, 2]
    assert thread.draft["answer"] == "It is a fact. [1] It is wrong. [2]"
    assert thread.state["left_out"] == [A]


def test_the_next_question_starts_with_nothing_left_out() -> None:
    thread = Thread(cramped(1))
    thread.ask()
    thread.decide("approve", [A, B])
    assert thread.state["left_out"] == [A]
    assert thread.ask("And this?") == TO_REVIEW
    assert thread.state["left_out"] == []


def test_a_passage_deleted_after_the_writing_moves_no_mark() -> None:
    ports = shelf(A, B)

    def write(passages: Sequence[Passage]) -> Iterator[str]:
        yield "It is one. [1] It is two. [2]"
        ports.passages.forget(A)

    ports.writer.pieces = write  # type: ignore[assignment]
    thread = Thread(ports)
    thread.ask()
    thread.decide("approve", [A, B])
    assert [s["passage_ids"] for s in thread.draft["reflection"]["sentences"]] == [[A], [B]]
    assert [given for _, given in ports.called("grade_support")] == [[B]]


def test_a_direct_reply_forgets_the_oldest_turns_first() -> None:
    ports = shelf(A)
    ports.reflector.retrieve = "no"
    thread = Thread(ports)
    for question in ("One", "Two", "Three"):
        thread.ask(question)
    ports.writer.calls.clear()
    ports.writer.room = lambda count: count <= 1
    thread.ask("Four")
    assert ports.called("answer_directly") == [
        ("Four", ["One", "Two", "Three"]),
        ("Four", ["Two", "Three"]),
        ("Four", ["Three"]),
    ]
    assert thread.state["outcome"] == "answered_directly"
    assert [turn["question"] for turn in thread.state["history"]] == ["Two", "Three", "Four"], "only the reply forgot"


def test_a_question_too_long_for_a_direct_reply_is_told() -> None:
    ports = shelf(A)
    ports.reflector.retrieve = "no"
    ports.writer.room = lambda count: False
    thread = Thread(ports)
    with pytest.raises(ContextTooLong):
        thread.ask("Hello")
    assert len(ports.called("answer_directly")) == 1


def test_another_refusal_leaves_nothing_out() -> None:
    """Only what is too long is tried again with less."""
    ports = shelf(A, B)

    def refuse(passages: Sequence[Passage]) -> list[str]:
        raise ZeroDivisionError

    ports.writer.pieces = refuse
    state: State = {
        "approved": [A, B],
        "asked": "?",
        "evidence": [],
        "draft": None,
        "best": None,
        "counters": {"rewrites": 0, "writes": 0, "web": 0},
    }
    with pytest.raises(ZeroDivisionError):
        write_answer(state, writer=ports.writer, passages=ports.passages, progress=lambda kind, **facts: None)
    assert len(ports.called("write")) == 1
