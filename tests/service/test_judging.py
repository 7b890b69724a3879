"""Sentences struck from final answers, and thumbs: kept as opinions, and the stored answer stays as it was."""

from collections.abc import Callable
from typing import Any

import pytest

from selfrag.errors import DecisionInvalid, UnknownThread
from selfrag.service import Service
from tests.fakes import FakePorts, shelf

A, B = "aaaa:1:0", "bbbb:2:0"
Serve = Callable[[FakePorts], Service]
WRITTEN = "The inn is old. [1] It has rooms. [2] Dogs may stay. [1]"


def answered(serve: Serve, answer: str = WRITTEN, **more: Any) -> tuple[Service, str, str]:
    """A service with an answered question, its thread and its id."""
    ports = shelf(A, B)
    ports.writer.pieces = lambda passages: [answer]
    service = serve(ports)
    run = service.ask("What stands here?", policy="never", **more)
    run.wait()
    view = service.show(run.key)
    return service, run.key, view["question_id"]


def cited(view: dict[str, Any]) -> list[tuple[int, str]]:
    return [(each["n"], each["passage_id"]) for each in view["citations"]]


@pytest.mark.parametrize("strategy", ["self", "adaptive", "corrective", "combined"])
def test_a_struck_sentence_is_no_part_of_the_answer_and_can_come_back(serve: Serve, strategy: str) -> None:
    service, thread, question = answered(serve, strategy=strategy)
    record = service.desk.catalog.question(thread, question).record
    service.strike(thread, question, 1, True, "Kim")
    view = service.show(thread)
    assert (view["answer"], view["answer_as_written"]) == ("The inn is old. [1] Dogs may stay. [1]", WRITTEN)
    assert [(each["sentence"], each["who"]) for each in view["struck"]] == [(1, "Kim")]
    assert view["struck"][0]["at"] > 0
    assert cited(view) == [(1, A)]
    assert view["sentences"] == ["The inn is old.", "It has rooms.", "Dogs may stay."]
    graded = [each["struck"] for each in view["reflection"]["sentences"]]
    assert graded == ([False, True, False] if strategy in ("self", "combined") else [])
    assert service.desk.catalog.question(thread, question).record == record
    service.strike(thread, question, 1, False, "Lee")
    view = service.show(thread)
    assert (view["answer"], view["struck"], cited(view)) == (WRITTEN, [], [(1, A), (2, B)])


def test_all_sentences_may_be_struck(serve: Serve) -> None:
    service, thread, question = answered(serve)
    for number in range(3):
        service.strike(thread, question, number, True)
    view = service.show(thread)
    assert (view["answer"], view["answer_as_written"], view["citations"]) == ("", WRITTEN, [])


def test_the_history_has_what_show_has(serve: Serve) -> None:
    service, thread, question = answered(serve)
    service.ask("And then?", thread_id=thread, policy="never").wait()
    service.strike(thread, question, 0, True)
    first, second = service.history(thread)
    assert first == service.show(thread, question)
    assert (len(first["struck"]), first["thumb"], len(second["struck"])) == (1, 0, 0)
    assert second["answer"] == WRITTEN


def test_opinions_are_read_once_for_a_thread(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    service, thread, _ = answered(serve)
    for n in range(3):
        service.ask(f"And {n}?", thread_id=thread, policy="never").wait()
    read: list[str] = []
    of_thread = service.desk.feedback.of_thread
    monkeypatch.setattr(
        type(service.desk.feedback), "of_thread", lambda self, given: read.append(given) or of_thread(given)
    )
    assert len(service.history(thread)) == 4
    assert read == [thread]


def test_the_last_thumb_holds_and_the_same_again_is_no_news(serve: Serve) -> None:
    service, thread, question = answered(serve)
    for value in (1, 1, -1, -1):
        service.thumb(thread, question, value, "Kim")
    assert service.show(thread)["thumb"] == -1
    service.thumb(thread, question, 0)
    service.strike(thread, question, 2, True)
    service.strike(thread, question, 2, True, "Lee")
    service.strike(thread, question, 1, False)
    assert service.show(thread)["thumb"] == 0
    kept = [(mark.kind, mark.value, mark.who) for mark in service.desk.feedback.of_thread(thread)]
    assert kept == [("thumb", 1, "Kim"), ("thumb", -1, "Kim"), ("thumb", 0, ""), ("strike", 1, "")]


@pytest.mark.parametrize("number", [3, -1, True])
def test_a_number_that_is_no_sentence_is_refused(serve: Serve, number: int) -> None:
    service, thread, question = answered(serve)
    with pytest.raises(DecisionInvalid, match=r"^The answer has no sentence .*; they count from 0\.$"):
        service.strike(thread, question, number, True)
    with pytest.raises(DecisionInvalid, match=r"^A thumb is 1, -1 or 0, and not 2\.$"):
        service.thumb(thread, question, 2)
    assert service.desk.feedback.of_thread(thread) == []


def test_what_has_no_final_answer_is_not_judged(serve: Serve) -> None:
    service = serve(shelf(A))
    run = service.ask("What stands here?", draft_review=True)
    run.wait()
    thread, question = run.key, service.show(run.key)["question_id"]
    for _ in range(2):  # at the review of the evidence, and at that of the draft
        for judge in (lambda: service.strike(thread, question, 0, True), lambda: service.thumb(thread, question, 1)):
            with pytest.raises(DecisionInvalid, match=r"^This question has no final answer"):
                judge()
        if service.show(thread)["review"]["kind"] == "chunk_review":
            given = {"review_id": f"{question}.1", "action": "approve", "keep": [A]}
            service.resume(thread, given).wait()
    service.resume(thread, {"review_id": f"{question}.draft1", "action": "accept"}).wait()
    service.strike(thread, question, 0, True)
    assert service.show(thread)["answer"] == ""
    with pytest.raises(UnknownThread):
        service.strike(thread, "another", 0, True)
    with pytest.raises(UnknownThread):
        service.thumb("another", question, 1)


def test_a_name_is_kept_as_it_shows(serve: Serve) -> None:
    service, thread, question = answered(serve)
    service.strike(thread, question, 0, True, " \x1b[31mKim\u202e\n" + "x" * 200)
    who = service.show(thread)["struck"][0]["who"]
    assert (who[:8], len(who)) == ("[31mKim ", 80)
