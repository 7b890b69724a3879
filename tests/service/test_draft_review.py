"""Answers that a person sees before they are final, on real stores."""

from collections.abc import Callable
from typing import Any

import pytest

from selfrag.errors import DecisionInvalid, ReviewAnswered, ReviewOutdated, ReviewWaiting
from selfrag.graph.strategies import STRATEGIES
from selfrag.service import Service
from tests.fakes import FakePorts, shelf

A, B = "aaaa:1:0", "bbbb:2:0"
Serve = Callable[[FakePorts], Service]
WRITTEN = "The inn is old. [1] It has rooms. [2]"


def drafted(serve: Serve, strategy: str = "self", **more: Any) -> tuple[Service, str]:
    """A service with a draft that waits, and its thread."""
    ports = shelf(A, B)
    ports.writer.pieces = lambda passages: [WRITTEN]
    service = serve(ports)
    run = service.ask("What stands here?", policy="never", draft_review=True, strategy=strategy, **more)
    run.wait()
    assert service.show(run.key)["review"]["kind"] == "draft_review"
    return service, run.key


def decide(service: Service, thread: str, action: str, who: str = "", **more: Any) -> dict[str, Any]:
    review_id = service.show(thread)["review"]["review_id"]
    service.resume(thread, {"review_id": review_id, "action": action, **more}, who).wait()
    return service.show(thread)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_draft_is_no_answer_until_it_is_accepted(serve: Serve, strategy: str) -> None:
    service, thread = drafted(serve, strategy)
    view = service.show(thread)
    assert (view["status"], view["outcome"], view["answer"], view["accepted"]) == ("waiting", None, "", None)
    assert (view["answer_as_written"], view["review"]["answer"]) == (WRITTEN, WRITTEN)
    assert [each["n"] for each in view["citations"]] == [1, 2]
    view = decide(service, thread, "accept", "Kim")
    assert (view["status"], view["answer"], view["accepted"]["action"]) == ("answered", WRITTEN, "accept")
    [by_policy, review] = service.desk.reviews.of_thread(thread)
    assert (by_policy.decided_by, review.payload["kind"], review.decided_name) == ("policy", "draft_review", "Kim")
    assert review.decision == {
        "review_id": f"{view['question_id']}.draft1", "action": "accept", "answer": None, "strike": [], "keep": None,
        "query": None, "note": "",
    }  # fmt: skip


def test_the_preference_holds_for_new_threads_and_the_flag_for_one_question(serve: Serve) -> None:
    service = serve(shelf(A))
    service.prefer("draft_review", "on")
    first = service.ask("What stands here?", policy="never")
    first.wait()
    assert service.show(first.key)["status"] == "waiting"
    second = service.ask("What stands here?", policy="never", draft_review=False)
    second.wait()
    assert (service.show(second.key)["status"], service.show(second.key)["draft_review"]) == ("answered", False)


def test_what_a_person_wrote_is_told_from_what_the_model_wrote(serve: Serve) -> None:
    service, thread = drafted(serve)
    view = decide(service, thread, "edit", answer="The inn is old. [1] It has nine rooms. [2]")
    assert (view["written_by"], view["answer_by_model"], view["outcome"]) == ("both", WRITTEN, "answered")
    assert [each.get("by") for each in view["reflection"]["sentences"]] == [None, "person"]
    assert "answer" not in view["accepted"]
    service, thread = drafted(serve)
    view = decide(service, thread, "edit", answer="All mine.")
    assert (view["written_by"], view["outcome"], view["citations"]) == ("person", "answered", [])
    assert view["status"] == "answered"


def test_an_edited_answer_can_be_struck_further(serve: Serve) -> None:
    service, thread = drafted(serve)
    view = decide(service, thread, "edit", answer="The inn is old. [1]\n\nIt has nine rooms. [2]")
    service.strike(thread, view["question_id"], 0, True)
    view = service.show(thread)
    assert (view["answer"], [each["struck"] for each in view["reflection"]["sentences"]]) == (
        "It has nine rooms. [2]", [True, False],
    )  # fmt: skip


def test_a_rejected_draft_stays_on_record_and_is_no_answer(serve: Serve) -> None:
    service, thread = drafted(serve)
    view = decide(service, thread, "reject", note="Not good enough.")
    assert (view["status"], view["outcome"], view["answer"], view["citations"]) == ("rejected", "rejected", "", [])
    assert service.desk.reviews.of_thread(thread)[-1].payload["answer"] == WRITTEN
    assert view["accepted"]["note"] == "Not good enough."


def test_the_first_decision_on_a_draft_stands(serve: Serve) -> None:
    service, thread = drafted(serve)
    review_id = service.show(thread)["review"]["review_id"]
    decide(service, thread, "write_again", note="Shorter.")
    with pytest.raises(ReviewAnswered):
        service.resume(thread, {"review_id": review_id, "action": "accept"})
    assert service.show(thread)["review"]["attempt"] == 2


def test_a_decision_of_another_kind_changes_nothing(serve: Serve) -> None:
    service, thread = drafted(serve)
    before = service.show(thread)
    review_id = before["review"]["review_id"]
    for given in (
        {"review_id": review_id, "action": "approve", "keep": [A]},
        {"review_id": review_id, "action": "allow"},
        {"review_id": review_id, "action": "edit", "answer": ""},
    ):
        with pytest.raises(DecisionInvalid):
            service.resume(thread, given)
    with pytest.raises(ReviewOutdated):
        service.resume(thread, {"review_id": "q9.1", "action": "accept"})
    with pytest.raises(ReviewWaiting):
        service.ask("And then?", thread_id=thread)
    assert service.show(thread) == before
    assert decide(service, thread, "accept")["status"] == "answered"


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_draft_that_waits_survives_a_restart(serve: Serve, strategy: str) -> None:
    service, thread = drafted(serve, strategy)
    before = service.show(thread)
    ports = shelf(A, B)
    service = serve(ports)
    assert service.show(thread) == before
    assert decide(service, thread, "accept")["answer"] == WRITTEN
    assert ports.called("write") == []


def test_a_decision_that_was_cut_off_is_taken_up_by_continuing(serve: Serve) -> None:
    """The process ended after the decision was kept and before the graph took it."""
    service, thread = drafted(serve)
    review_id = service.show(thread)["review"]["review_id"]
    value = {"review_id": review_id, "action": "accept", "strike": [0]}
    service.desk.reviews.decide(review_id, value, "Kim")
    service = serve(shelf(A, B))
    service.continue_(thread).wait()
    assert service.show(thread)["answer"] == "It has rooms. [2]"
