"""What became of a question, in the order in which it happened."""

from collections.abc import Callable
from typing import Any

import pytest

from selfrag.errors import UnknownThread
from selfrag.service import Service
from selfrag.service.timeline import in_order
from tests.fakes import FakePorts, FakeWeb, shelf
from tests.service.test_forking import QUESTION, A, B, W, approve, asked, decide, forked

Serve = Callable[[FakePorts], Service]


def kinds(events: list[dict[str, Any]]) -> list[str]:
    return [event["kind"] for event in events]


def test_a_reviewed_question_from_its_beginning_to_its_end(serve: Serve) -> None:
    service = serve(shelf(A, B))
    waiting = asked(service)
    thread = waiting["thread_id"]
    assert kinds(service.timeline(thread))[-1] == "waits"
    decision = {"review_id": waiting["review"]["review_id"], "action": "approve", "keep": [A], "note": "Checked."}
    service.resume(thread, decision, "Ada").wait()
    events = service.timeline(thread)
    assert kinds(events) == [
        *("asked", "decided", "searched", "gathered", "graded", "reviewed", "written", "checked", "finished"),
    ]
    review = events[5]
    assert (review["who"], review["by"], review["note"], review["action"]) == ("Ada", "person", "Checked.", "approve")
    assert (review["offered"], review["kept"], review["dropped"], review["added"]) == (2, [A], [B], [])
    assert review["review_id"] == waiting["review"]["review_id"]
    assert review["shown_at"] <= review["at"]
    times = [event["at"] for event in events]
    assert times == sorted(times)
    assert events[0]["question"] == waiting["question"]


def test_a_policy_and_an_edit_say_who_and_what(serve: Serve) -> None:
    ports = shelf(A, B)
    ports.search.by_query = {QUESTION: [A], "Other?": [B]}
    service = serve(ports)
    first = asked(service)
    second = decide(service, first, action="edit", question="Other?", search_again=True, keep=[A])
    approve(service, second, B)
    reviews = [event for event in service.timeline(first["thread_id"]) if event["kind"] == "reviewed"]
    assert [review["action"] for review in reviews] == ["edit", "approve"]
    assert (reviews[0]["asked"], reviews[0]["question"]) == (first["question"], "Other?")
    service.ask("And there?", thread_id=first["thread_id"], policy="never").wait()
    (by_policy,) = (event for event in service.timeline(first["thread_id"]) if event["kind"] == "reviewed")
    assert (by_policy["by"], by_policy["policy"], by_policy["who"]) == ("policy", "never", "")
    older = service.timeline(first["thread_id"], first["question_id"])
    assert [event["kind"] for event in older if event["kind"] == "reviewed"] == ["reviewed", "reviewed"]


def test_what_left_for_the_web(serve: Serve) -> None:
    ports = shelf(A, W)
    ports.search.ids, ports.web = [A], FakeWeb([W])
    ports.reflector.rel = lambda question, passage: "relevant" if passage["id"] == W else "irrelevant"
    service = serve(ports)
    consent = asked(service, strategy="corrective")
    review = decide(service, consent, action="allow", query="other words")
    approve(service, review, W)
    events = service.timeline(consent["thread_id"])
    (gave,) = (event for event in events if event["kind"] == "consented")
    assert (gave["action"], gave["query"], gave["review_kind"]) == ("allow", "other words", "web_consent")
    assert kinds(events).index("consented") < kinds(events).index("reviewed")


def test_what_people_made_of_it_afterwards(serve: Serve) -> None:
    service = serve(shelf(A, B))
    first = asked(service)
    thread, question = first["thread_id"], first["question_id"]
    approve(service, first, A)
    service.desk.feedback.add(thread, question, "thumb", value=1, who="Ada")
    service.desk.feedback.add(thread, question, "strike", value=1, who="Bea", sentence=0)
    fork = forked(service, thread, first["review"]["review_id"], action="approve", keep=[B])
    service.desk.comments.add(thread, None, "Bea", "Is that so?")
    service.desk.feedback.add(thread, question, "thumb", value=0, who="Ada")
    second = asked(service, "And there?", thread_id=thread)
    service.desk.comments.add(thread, second["review"]["review_id"], "Ada", "Yours?")
    events = service.timeline(thread, question)
    assert kinds(events)[-5:] == ["thumbed", "struck", "forked", "commented", "thumbed"]
    thumb, strike, what_if, comment, taken_back = events[-5:]
    assert [event["who"] for event in (thumb, strike, what_if, comment)] == ["Ada", "Bea", "", "Bea"]
    assert (thumb["value"], strike["sentence"], comment["text"], taken_back["value"]) == (1, 0, "Is that so?", 0)
    assert (what_if["thread_id"], what_if["question_id"]) == (fork["thread_id"], fork["question_id"])
    assert what_if["review_id"] == first["review"]["review_id"]
    later = service.timeline(thread)
    assert [event["text"] for event in later if event["kind"] == "commented"] == ["Yours?"]
    assert "forked" not in kinds(later)


def test_a_fork_tells_what_it_inherited_and_from_where(serve: Serve) -> None:
    service = serve(shelf(A, B))
    waiting = asked(service)
    approve(service, waiting, A)
    fork = forked(service, waiting["thread_id"], waiting["review"]["review_id"], action="approve", keep=[B])
    events = service.timeline(fork["thread_id"])
    assert kinds(events) == [
        *("asked", "decided", "searched", "gathered", "graded", "forked_from"),
        *("reviewed", "written", "checked", "finished"),
    ]
    assert [event["step"].get("inherited", False) for event in events if "step" in event] == [True] * 4 + [False] * 4
    assert events[5]["thread_id"] == waiting["thread_id"]


def test_a_failure_and_a_stop_are_told(serve: Serve) -> None:
    ports = shelf(A)
    ports.search.failing = {"c1"}
    service = serve(ports)
    failed = asked(service)
    assert kinds(service.timeline(failed["thread_id"]))[-1] == "failed"
    assert service.timeline(failed["thread_id"])[-1]["error"] == failed["error"] != None  # noqa: E711


def test_records_without_times_keep_their_order() -> None:
    events = [{"kind": kind, "at": at} for kind, at in [("a", 1.0), ("b", None), ("c", None), ("d", 5.0), ("e", 3.0)]]
    assert kinds(in_order(events)) == ["a", "b", "c", "e", "d"]
    assert [event["at"] for event in in_order(events)] == [1.0, None, None, 3.0, 5.0]


def test_a_thread_that_is_not_there(serve: Serve) -> None:
    service = serve(shelf(A))
    with pytest.raises(UnknownThread):
        service.timeline("nobody")
