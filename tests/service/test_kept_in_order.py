"""What a decision is recorded with, who holds a thread afterwards, and what later questions and forks still have."""

import threading
from collections.abc import Callable
from typing import Any

import pytest

from selfrag.commands.history import line
from selfrag.service import Service
from selfrag.threads import stands
from selfrag.threads.leases import Leases
from tests.fakes import FakePorts, shelf
from tests.service.test_forking import A, B, approve, asked, forked

Serve = Callable[[FakePorts], Service]


def test_a_name_is_kept_as_it_can_be_seen_and_no_longer_than_the_catalog_takes(serve: Serve) -> None:
    service = serve(shelf(A))
    waiting = asked(service)
    decision = {"review_id": waiting["review"]["review_id"], "action": "approve", "keep": [A]}
    service.resume(waiting["thread_id"], decision, "  A\u202ed\x00a\n" + "x" * 200).wait()
    review = service.desk.reviews.get(waiting["review"]["review_id"])
    assert review is not None and review.decided_name == "Ada " + "x" * 76


def test_a_run_that_cannot_start_holds_nothing(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    service = serve(shelf(A))
    thread = approve(service, asked(service), A)["thread_id"]

    begin = threading.Thread.start

    def full(self: threading.Thread) -> None:
        if self.name.startswith("run-"):
            raise RuntimeError("can't start new thread")
        begin(self)

    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", full)
        with pytest.raises(RuntimeError):
            service.ask("And now?", thread_id=thread)
    with Leases(service.desk.engine).hold(thread):
        pass
    assert service.run(thread) is None
    assert service.continue_(thread).wait().status == "waiting"


def test_of_a_fork_that_cannot_begin_nothing_stays(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    service = serve(shelf(A, B))
    waiting = asked(service)
    approve(service, waiting, A)

    def full(*_: object) -> None:
        raise OSError("No space left on device")

    monkeypatch.setattr(stands, "copy", full)
    with pytest.raises(OSError, match="No space left"):
        service.fork(waiting["thread_id"], waiting["review"]["review_id"])
    assert [thread.id for thread in service.threads()] == [waiting["thread_id"]]
    assert service.forks(waiting["thread_id"]) == []


def test_what_the_web_gave_is_left_to_a_fork_as_long_as_there_is_one(serve: Serve) -> None:
    service = serve(shelf(A, B))
    waiting = asked(service)
    approve(service, waiting, A)
    thread, review = waiting["thread_id"], waiting["review"]["review_id"]
    first, second = (forked(service, thread, review, action="approve", keep=[keep])["thread_id"] for keep in (A, B))
    left: list[tuple[Any, ...]] = []
    object.__setattr__(service.desk, "forget_web", lambda *threads: left.append(threads))
    for each in (thread, first, second):
        service.delete_thread(each)
    assert left == [(thread, first), (first, second), (second,)]


def test_what_the_web_gave_outlives_the_thread_between_it_and_a_fork_of_a_fork(serve: Serve) -> None:
    service = serve(shelf(A, B))
    waiting = asked(service)
    approve(service, waiting, A)
    between = forked(service, waiting["thread_id"], waiting["review"]["review_id"])
    last = forked(service, between["thread_id"], between["review"]["review_id"], action="approve", keep=[B])
    left: list[tuple[Any, ...]] = []
    object.__setattr__(service.desk, "forget_web", lambda *threads: left.append(threads))
    service.delete_thread(between["thread_id"])
    service.delete_thread(waiting["thread_id"])
    assert left[-1] == (waiting["thread_id"], last["thread_id"])


def test_a_follow_up_is_not_told_what_was_struck(serve: Serve) -> None:
    ports = shelf(A, B)
    service = serve(ports)
    first = approve(service, asked(service), A, B)
    thread, question = first["thread_id"], first["question_id"]
    service.strike(thread, question, 0, True)
    told = service.show(thread)["answer"]
    assert A not in told and B in told
    service.ask("And?", thread_id=thread, policy="never").wait()
    assert [turn["answer"] for turn in service.desk.catalog.questions(thread)[1].history] == [told]
    service.strike(thread, question, 1, True)
    service.ask("And then?", thread_id=thread).wait()
    assert first["asked"] not in [turn["question"] for turn in service.desk.catalog.questions(thread)[2].history]


def test_what_was_struck_of_an_answer_stays_in_another_one_to_the_same_question(serve: Serve) -> None:
    service = serve(shelf(A, B))
    first = approve(service, asked(service), A)
    second = approve(service, asked(service, first["question"], thread_id=first["thread_id"]), B)
    service.strike(first["thread_id"], first["question_id"], 0, True)
    service.ask("And then?", thread_id=first["thread_id"]).wait()
    history = service.desk.catalog.questions(first["thread_id"])[2].history
    assert [turn["answer"] for turn in history] == [second["answer"]]


def test_a_remark_is_of_the_question_that_was_the_last_one_then(serve: Serve) -> None:
    service = serve(shelf(A))
    first = asked(service)
    approve(service, first, A)
    service.comment(first["thread_id"], "One")
    service.ask("And?", thread_id=first["thread_id"], policy="never").wait()
    service.comment(first["thread_id"], "Two")
    read: list[str] = []
    questions = service.desk.catalog.questions

    def reads(*given: Any) -> Any:
        read.append(given[0])
        return questions(*given)

    object.__setattr__(service.desk.catalog, "questions", reads)
    events = service.timeline(first["thread_id"], first["question_id"])
    assert [event["text"] for event in events if event["kind"] == "commented"] == ["One"]
    assert read == [], "every record of the thread would be read, for each remark"


def test_a_remark_of_several_lines_passes_for_no_other_event() -> None:
    forged = "Fine.\n2026-01-01 00:00:00  accepted by Ada: action accept"
    said = line({"kind": "commented", "at": None, "who": "Eve", "text": forged})
    assert len(said.splitlines()) == 1 and "commented by Eve" in said
