"""One pause at a time, in every strategy: a decision meets the pause it was made for, once, or none."""

from collections.abc import Sequence
from typing import Any

import pytest

from selfrag.graph.strategies import STRATEGIES
from selfrag.ports import WEB, Limits
from tests.graph.plays import A, B, C, Play, W, by_id, calls, stage
from tests.graph.threads import Thread, nodes

ALL = ("c1", "c2", "c3", WEB)
APPROVE_ALL = {"action": "approve", "keep": [A, B, C, W]}


def started(strategy: str, sources: Sequence[str] = ALL) -> Thread:
    """A thread with three collections and the web, which waits for consent."""
    ports = stage(Play("", web=[W]))
    ports.reflector.sources = list(sources)
    thread = Thread(ports, Limits(web=2), strategy=strategy)
    thread.ask(sources=sources)
    return thread


def pending(thread: Thread) -> list[str]:
    config: Any = {"configurable": {"thread_id": "t1"}}
    return [each.value["kind"] for each in thread.graph.get_state(config, subgraphs=True).interrupts]


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_four_branches_end_in_one_review(strategy: str) -> None:
    thread = started(strategy)
    assert pending(thread) == ["web_consent"]
    thread.decide("allow")
    assert pending(thread) == ["chunk_review"]
    assert sorted(thread.offered) == sorted([A, B, C, W])
    thread.decide(**APPROVE_ALL)
    assert pending(thread) == []


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_resume_runs_nothing_paid_again(strategy: str) -> None:
    thread = started(strategy)
    before = calls(thread.ports)
    grades = len(thread.ports.called("grade_passages"))
    thread.decide("allow")
    after = calls(thread.ports)
    assert {name: after[name] - before[name] for name in after if after[name] != before[name]} == {
        "collections": 3,
        WEB: 1,
    }
    assert len(thread.ports.called("grade_passages")) == grades + 1
    strips = len(thread.ports.called("grade_strips"))
    thread.decide(**APPROVE_ALL)
    done = calls(thread.ports)
    assert {name for name in done if done[name] != after[name]} - {"grade_usefulness"} == {"write"}
    assert len(thread.ports.called("grade_passages")) == grades + 1
    assert len(thread.ports.called("grade_strips")) == strips


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_an_answered_pause_takes_no_second_answer(strategy: str) -> None:
    thread = started(strategy)
    consent = thread.session.waiting()
    assert consent is not None
    thread.decide("skip")
    review, before = thread.session.waiting(), calls(thread.ports)
    assert review is not None
    assert review.interrupt_id != consent.interrupt_id
    late = {"review_id": "q1.0.web1", "action": "allow"}
    assert nodes(thread.session.resume(consent.interrupt_id, late)) == []
    assert (thread.session.waiting(), calls(thread.ports)) == (review, before)
    thread.decide("approve", [A])
    answer, before = thread.draft["answer"], calls(thread.ports)
    for old, decision in ((consent, late), (review, {"review_id": "q1.1", "action": "reject"})):
        assert nodes(thread.session.resume(old.interrupt_id, decision)) == []
    assert (thread.draft["answer"], thread.state["outcome"], calls(thread.ports)) == (answer, "answered", before)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_an_answer_meant_for_the_last_question_is_not_taken_for_this_one(strategy: str) -> None:
    thread = started(strategy)
    old = [thread.session.waiting()]
    thread.decide("allow")
    old.append(thread.session.waiting())
    thread.decide(**APPROVE_ALL)
    for kind in ("web_consent", "chunk_review"):
        if kind == "web_consent":
            thread.ask("And then?", sources=ALL)
        else:
            thread.decide("skip")
        now = thread.session.waiting()
        for earlier in old:
            assert earlier is not None
            decision = {"review_id": earlier.review["review_id"], "action": "reject"}
            assert nodes(thread.session.resume(earlier.interrupt_id, decision)) == []
        assert (thread.session.waiting(), pending(thread)) == (now, [kind])


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_going_on_answers_no_pause(strategy: str) -> None:
    thread = started(strategy)
    for decision in ({"action": "allow"}, APPROVE_ALL):
        now, before = thread.session.waiting(), calls(thread.ports)
        assert thread.go_on() == []
        assert (thread.session.waiting(), calls(thread.ports)) == (now, before)
        thread.decide(**decision)  # type: ignore[arg-type]
    assert thread.state["outcome"] == "answered"


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_every_question_and_every_search_pauses_anew(strategy: str) -> None:
    thread = started(strategy)
    seen = [thread.review["review_id"]]
    thread.decide("allow")
    seen.append(thread.review["review_id"])
    thread.decide("edit", [A], question="Something else?")
    seen.append(thread.review["review_id"])
    thread.decide("allow")
    seen.append(thread.review["review_id"])
    thread.decide("approve", [A])
    thread.ask("And then?", sources=ALL)
    seen.append(thread.review["review_id"])
    assert seen == ["q1.0.web1", "q1.1", "q1.1.web2", "q1.2", "q2.0.web1"]


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("more", [{"search_again": True}, {"question": "Something else?"}])
def test_what_was_kept_is_still_offered_when_nothing_is_left_to_search(strategy: str, more: dict[str, Any]) -> None:
    ports = stage(Play("", web=[W]))
    thread = Thread(ports, strategy=strategy)
    thread.ask(sources=[WEB])
    thread.decide("allow")
    thread.decide("edit", [W], **more)
    if thread.review["kind"] == "web_consent":
        thread.decide("skip")
    [item] = thread.review["evidence"]
    assert (item["passage_id"], item["change"], item["kept"]) == (W, "kept", True)


@pytest.mark.parametrize("begins", STRATEGIES)
@pytest.mark.parametrize("goes_on", STRATEGIES)
def test_a_thread_goes_on_with_another_strategy(begins: str, goes_on: str) -> None:
    thread = Thread(stage(Play("")), strategy=begins)
    thread.ports.reflector.rel = by_id(a="ambiguous")
    thread.ask()
    thread.decide("approve", [A])
    thread.take(goes_on)
    thread.ask("And then?")
    assert thread.state["strategy"] == goes_on
    assert thread.review["review_id"] == "q2.1"
    assert ("strips" in thread.review["evidence"][0]) == (goes_on in ("corrective", "combined"))
    thread.decide("approve", [A])
    assert [turn["question"] for turn in thread.state["history"]] == ["What stands here?", "And then?"]
