"""Asking, deciding, stopping and recovering, on real stores."""

import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from selfrag.errors import (
    DataDirBusy,
    DecisionInvalid,
    ModelUnreachable,
    QuestionInvalid,
    ReviewAnswered,
    ReviewOutdated,
    ReviewWaiting,
    ThreadBusy,
    UnknownThread,
)
from selfrag.graph.state import State
from selfrag.ports import Passage
from selfrag.runs import Ended, Run, Runs, StepDone, Token
from selfrag.service import Service
from selfrag.threads.catalog import new_thread
from tests.fakes import FakePorts, shelf
from tests.service.desks import make_desk

A, B, C = "aaaa:1:0", "bbbb:2:0", "cccc:3:0"
Serve = Callable[[FakePorts], Service]


def ask(service: Service, question: str = "What stands here?", **more: Any) -> str:
    run = service.ask(question, **more)
    run.wait()
    return run.key


def approve(service: Service, thread_id: str, *keep: str) -> dict[str, Any]:
    review = service.show(thread_id)["review"]
    return {"review_id": review["review_id"], "action": "approve", "keep": list(keep)}


def test_the_whole_job(serve: Serve) -> None:
    service = serve(shelf(A, B))
    thread = ask(service)
    waiting = service.show(thread)
    assert waiting["status"] == "waiting"
    assert waiting["review"]["kind"] == "chunk_review"
    assert [(e["passage_id"], e["is_rel"], e["text"]) for e in waiting["evidence"]] == [
        (A, "relevant", "Fact aaaa:1:0 stands here."),
        (B, "relevant", "Fact bbbb:2:0 stands here."),
    ]
    assert service.resume(thread, approve(service, thread, B)).wait() == Ended("answered")
    view = service.show(thread)
    assert view["status"] == "answered"
    assert [(c["passage_id"], c["page"], c["quote"]) for c in view["citations"]] == [
        (B, 2, "Fact bbbb:2:0 stands here.")
    ]
    assert view["review"] is None
    assert [(e["passage_id"], e["kept"]) for e in view["evidence"]] == [(A, False), (B, True)]


def test_a_second_decision_changes_nothing(serve: Serve) -> None:
    ports = shelf(A, B)
    service = serve(ports)
    thread = ask(service)
    first = approve(service, thread, A)
    service.resume(thread, first).wait()
    before = service.show(thread)
    for late in (first, {**first, "keep": [B]}, {**first, "action": "reject"}):
        with pytest.raises(ReviewAnswered, match="already answered"):
            service.resume(thread, late)
    assert service.show(thread) == before
    assert len(ports.called("write")) == 1


def test_of_two_decisions_at_once_one_wins(serve: Serve) -> None:
    ports = shelf(A, B)
    service = serve(ports)
    thread = ask(service)
    decisions = [approve(service, thread, A), approve(service, thread, B)] * 4
    gate = threading.Barrier(len(decisions))
    outcomes: list[str] = []

    def decide(decision: dict[str, Any]) -> None:
        gate.wait()
        try:
            service.resume(thread, decision).wait()
            outcomes.append("took")
        except (ReviewAnswered, ThreadBusy) as error:
            outcomes.append(type(error).__name__)

    clicks = [threading.Thread(target=decide, args=(decision,)) for decision in decisions]
    for click in clicks:
        click.start()
    for click in clicks:
        click.join()
    assert outcomes.count("took") == 1
    assert len(ports.called("write")) == 1
    assert len(service.desk.reviews.of_thread(thread)) == 1


def test_an_approval_meant_for_an_earlier_question_is_refused(serve: Serve) -> None:
    service = serve(shelf(A))
    thread = ask(service)
    stale = approve(service, thread, A)
    service.resume(thread, stale).wait()
    ask(service, "And this?", thread_id=thread)
    with pytest.raises(ReviewAnswered):
        service.resume(thread, stale)
    with pytest.raises(ReviewOutdated):
        service.resume(thread, {**stale, "review_id": "another.1"})
    assert service.show(thread)["status"] == "waiting"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"keep": []}, "Keep at least one passage"),
        ({"keep": ["zzzz:1:0"]}, "not among the passages"),
        ({"drop": [A]}, "both kept and dropped"),
        ({"keep": [], "add": [A], "drop": [A]}, "both kept and dropped"),
        ({"action": "burn"}, "action"),
        ({"action": "edit"}, "changed question"),
        ({"action": "edit", "question": "  "}, "1 to 2000 characters"),
        ({"surprise": 1}, "surprise"),
        ({"keep": "aaaa:1:0"}, "keep"),
    ],
)
def test_a_malformed_decision_is_refused_and_the_review_stays(
    serve: Serve, change: dict[str, Any], message: str
) -> None:
    service = serve(shelf(A))
    thread = ask(service)
    before = service.show(thread)
    with pytest.raises(DecisionInvalid, match=message):
        service.resume(thread, approve(service, thread, A) | change)
    assert service.show(thread) == before


def test_what_a_decision_says_twice_is_kept_and_counted_once(serve: Serve) -> None:
    service = serve(shelf(A, B, C))
    thread = ask(service)
    doubled = {**approve(service, thread, A, A), "drop": [C, C], "add": [B, B]}
    service.resume(thread, doubled).wait()
    view = service.show(thread)
    assert {name: view["decision"][name] for name in ("keep", "drop", "add")} == {"keep": [A], "drop": [C], "add": [B]}
    assert [step["found"]["kept"] for step in view["steps"] if step["node"] == "review_evidence"] == [2]


def test_a_waiting_thread_takes_no_new_question(serve: Serve) -> None:
    service = serve(shelf(A))
    thread = ask(service)
    with pytest.raises(ReviewWaiting):
        service.ask("And this?", thread_id=thread)
    assert len(service.history(thread)) == 1


@pytest.mark.parametrize("question", ["", "   ", "\x00\x01", "x" * 2001])
def test_bad_questions_are_refused_and_leave_no_thread(serve: Serve, question: str) -> None:
    service = serve(shelf(A))
    with pytest.raises(QuestionInvalid):
        service.ask(question)
    assert service.threads() == []


@pytest.mark.parametrize("thread_id", ["nowhere", "", "a\udcffb", "\x00"])
def test_unknown_threads(serve: Serve, thread_id: str) -> None:
    service = serve(shelf(A))
    for call in (service.show, service.continue_, lambda thread: service.ask("x?", thread_id=thread or "\ud800")):
        with pytest.raises(UnknownThread):
            call(thread_id)  # type: ignore[operator]


def test_a_decision_on_a_review_that_no_text_can_name_is_refused(serve: Serve) -> None:
    service = serve(shelf(A))
    thread = ask(service)
    with pytest.raises(ReviewOutdated):
        service.resume(thread, approve(service, thread, A) | {"review_id": "\ud800"})
    assert service.show(thread)["status"] == "waiting"


def test_a_review_survives_a_restart(serve: Serve) -> None:
    thread = ask(serve(shelf(A, B)))
    again = serve(shelf(A, B))
    assert [t.status for t in again.threads("waiting")] == ["waiting"]
    again.resume(thread, approve(again, thread, B)).wait()
    assert again.show(thread)["status"] == "answered"


def test_continue_leaves_a_waiting_review_alone(serve: Serve) -> None:
    ports = shelf(A)
    service = serve(ports)
    thread = ask(service)
    assert service.continue_(thread).wait() == Ended("waiting")
    assert len(ports.called("grade_passages")) == 1
    assert service.show(thread)["review"] is not None


def test_a_failed_step_is_told_and_continued_from_there(serve: Serve) -> None:
    ports = shelf(A)
    service = serve(ports)
    thread = ask(service)

    def fail(passages: Sequence[Passage]) -> list[str]:
        raise ModelUnreachable("The model server did not answer.")

    ports.writer.pieces = fail
    assert service.resume(thread, approve(service, thread, A)).wait() == Ended(
        "failed", "The model server did not answer."
    )
    assert service.show(thread)["error"] == "The model server did not answer."
    ports.writer.pieces = None
    assert service.continue_(thread).wait() == Ended("answered")
    assert len(ports.called("grade_passages")) == 1
    assert service.show(thread)["error"] is None


def test_stop_keeps_the_partial_text_and_continue_finishes(serve: Serve) -> None:
    ports = shelf(A)
    service = serve(ports)
    thread = ask(service)
    written, go_on = threading.Event(), threading.Event()

    def slow(passages: Sequence[Passage]) -> Iterator[str]:  # type: ignore[misc]
        yield "Half a "
        written.set()
        go_on.wait(60)
        yield "sentence."

    ports.writer.pieces = slow  # type: ignore[assignment]
    run = service.resume(thread, approve(service, thread, A))
    assert written.wait(60)
    service.stop(thread)
    go_on.set()
    assert run.wait() == Ended("stopped")
    assert (service.show(thread)["status"], service.show(thread)["answer"]) == ("stopped", "Half a ")
    ports.writer.pieces = None
    assert service.continue_(thread).wait() == Ended("answered")
    assert service.show(thread)["answer"] == "Fact aaaa:1:0 stands here. [1]"


def test_any_page_can_follow_a_run_from_its_beginning(serve: Serve) -> None:
    service = serve(shelf(A))
    thread = ask(service)
    run = service.resume(thread, approve(service, thread, A))
    first, second = list(run.follow()), list(run.follow())
    assert first == second
    assert [event.step["node"] for event in first if isinstance(event, StepDone)] == [
        "review_evidence",
        "write_answer",
        "reflect",
        "finish",
    ]
    assert "".join(event.text for event in first if isinstance(event, Token)).strip() == service.show(thread)["answer"]


def test_a_thread_has_one_run(serve: Serve) -> None:
    ports = shelf(A)
    service = serve(ports)
    gate = threading.Event()
    ports.reflector.rel = lambda question, passage: "relevant" if gate.wait(60) else "unknown"
    run = service.ask("What stands here?")
    with pytest.raises(ThreadBusy):
        service.continue_(run.key)
    with pytest.raises(ThreadBusy):
        service.ask("And this?", thread_id=run.key)
    gate.set()
    run.wait()


def test_one_process_owns_a_data_directory(serve: Serve, tmp_path: Any) -> None:
    serve(shelf(A))
    with pytest.raises(DataDirBusy, match="in use by process"):
        make_desk(tmp_path, shelf(A))


def test_deleting_a_thread_leaves_no_checkpoint(serve: Serve) -> None:
    service = serve(shelf(A))
    thread = ask(service)
    service.delete_thread(thread)
    assert service.threads() == []
    rows = service.desk.checkpointer.conn.execute("SELECT count(*) FROM checkpoints").fetchone()
    assert rows == (0,)


def test_an_unexpected_fault_is_told_and_not_hidden(serve: Serve) -> None:
    ports = shelf(A)

    def broken(question: str, passage: Passage) -> Any:
        raise KeyError("bug")

    ports.reflector.rel = broken
    service = serve(ports)
    seen: list[type[BaseException] | None] = []
    hook = threading.excepthook
    threading.excepthook = lambda args: seen.append(args.exc_type)
    try:
        ended = service.ask("What stands here?").wait()
    finally:
        threading.excepthook = hook
    assert ended.status == "failed"
    assert "KeyError" in (service.show(service.threads()[0].id)["error"] or "")


def test_the_state_holds_no_text_of_a_passage(serve: Serve) -> None:
    service = serve(shelf(A, **{A: "A very particular sentence about otters."}))
    thread = ask(service)
    state: State = service.desk.look_at(service.desk.catalog.thread(thread)).state()
    assert "otters" not in str(state)


def test_each_approval_by_policy_is_on_record(serve: Serve) -> None:
    ports = shelf(A, B)
    ports.search.by_query = {"What stands here?": [A]}
    ports.reflector.use = lambda answer: 5 if "bbbb" in answer else 1
    service = serve(ports)
    thread = ask(service, policy="never")
    reviews = service.desk.reviews.of_thread(thread)
    assert [(review.decided_by, review.decision["keep"]) for review in reviews if review.decision] == [
        ("policy", [A]),
        ("policy", [A, B]),
    ]


def test_a_thread_that_was_cut_off_after_a_decision_says_so(serve: Serve) -> None:
    ports = shelf(A)
    service = serve(ports)
    thread = ask(service)
    decision = approve(service, thread, A)
    service.desk.reviews.decide(decision["review_id"], decision | {"drop": [], "note": ""})
    service = serve(ports)
    assert service.show(thread)["status"] == "stopped"
    with pytest.raises(ReviewWaiting, match="continue it first"):
        service.ask("And this?", thread_id=thread)
    assert service.continue_(thread).wait() == Ended("answered")


def test_a_killed_ask_without_any_checkpoint_starts_from_the_catalog(serve: Serve) -> None:
    ports = shelf(A)
    service = serve(ports)
    new = new_thread("What stands here?", "self", "always")
    service.desk.catalog.add_question(new, "What stands here?", ["c1"], [], "always")
    service = serve(ports)
    assert service.show(new.id)["status"] == "stopped"
    assert service.continue_(new.id).wait() == Ended("waiting")


def test_a_run_whose_work_raises_is_seen_as_ended() -> None:
    def work(run: Run) -> Ended:
        raise KeyError("bug")

    hook, threading.excepthook = threading.excepthook, lambda args: None
    try:
        ended = Runs().start("key", work).wait(60)
    finally:
        threading.excepthook = hook
    assert ended is not None
    assert (ended.status, "broke off" in str(ended.error)) == ("failed", True)


def test_old_runs_are_forgotten() -> None:
    runs = Runs()
    for number in range(40):
        runs.start(str(number), lambda run: Ended("ready")).wait()
    assert runs.get("0") is None
    assert runs.get("39") is not None
