"""What a policy approves by itself, and how much of it is read."""

from typing import Any

import pytest

from selfrag.graph.nodes.approve import approve_by_policy
from selfrag.graph.state import Evidence, Policy, State, Strip, Verdict
from selfrag.graph.verdicts import is_settled
from selfrag.ports import Limits
from tests.fakes import shelf
from tests.graph.plays import A, B, by_id, short
from tests.graph.threads import Thread


def strips(*kept: bool) -> list[Strip]:
    return [Strip(start=n, end=n + 1, score=0.5, kept=each) for n, each in enumerate(kept)]


def item(passage_id: str, verdict: Verdict | None, kept: bool, **more: Any) -> Evidence:
    evidence = Evidence(passage_id=passage_id, is_rel=verdict, score=0.5, reason="", kept=kept, change="new")
    return {**evidence, **more}  # type: ignore[typeddict-item]


def approved(policy: Policy, *evidence: Evidence) -> State:
    return approve_by_policy(State(policy=policy, evidence=list(evidence), attempt=0, reviewed=[]))


def kept_strips(update: State) -> list[list[bool] | None]:
    """Of every passage which of its strips are kept; None where it has none."""
    told = [item.get("strips") for item in update["evidence"]]
    return [None if each is None else [strip["kept"] for strip in each] for each in told]


def test_approve_all_reads_nothing_of_what_has_no_kept_strip() -> None:
    update = approved(
        "approve_all",
        item(A, "correct", True, strips=strips(True, False)),
        item(B, "correct", False, strips=strips(False, False)),
        item("cccc:1:0", "incorrect", False),
    )
    assert update["approved"] == [A, "cccc:1:0"]
    assert kept_strips(update) == [[True, False], [False, False], None]


def test_never_keeps_what_the_strategy_kept() -> None:
    update = approved(
        "never",
        item(A, "correct", True, strips=strips(True, False)),
        item(B, "correct", False, strips=strips(False, False)),
    )
    assert update["approved"] == [A]
    assert kept_strips(update) == [[True, False], [False, False]]
    assert update["decision"] == {"action": "approve", "by": "policy", "policy": "never", "keep": [A]}


@pytest.mark.parametrize("strategy", ["corrective", "combined"])
def test_the_writer_reads_nothing_of_what_has_no_strip_under_approve_all(strategy: str) -> None:
    ports = shelf(A, B)
    ports.reflector.strips = lambda strip: "relevant" if A in strip else "irrelevant"
    thread = Thread(ports, Limits(rewrites=0, web=0), strategy=strategy)
    thread.ask(policy="approve_all")
    assert ports.writer.texts == [[f"Fact {A} stands here."]]
    assert [strip["kept"] for each in thread.state["evidence"] for strip in each["strips"]] == [True, False]


@pytest.mark.parametrize(
    ("told", "settled"),
    [
        (item(A, "ambiguous", True, strips=strips(False, True)), True),
        (item(A, "ambiguous", True, strips=strips(False, False)), False),
        (item(A, "ambiguous", True), False),
        (item(A, "ambiguous", False, strips=strips(True)), False),
        (item(A, "unknown", True, strips=strips(True)), False),
        (item(A, "incorrect", True, strips=strips(True)), False),
        (item(A, "relevant", True), True),
        (item(A, "correct", False), False),
        (item(A, "incorrect", True, change="kept"), True),
        (item(A, "incorrect", False, change="kept"), False),
    ],
)
def test_what_a_policy_may_answer_from(told: Evidence, settled: bool) -> None:
    assert is_settled(told) is settled
    assert approved("never", told)["approved"] == ([A] if settled else [])


@pytest.mark.parametrize("strategy", ["corrective", "combined"])
def test_never_answers_from_what_is_ambiguous_by_its_strips(strategy: str) -> None:
    ports = shelf(A)
    ports.reflector.rel = by_id("ambiguous")
    thread = Thread(ports, strategy=strategy)
    written = "write reflect finish" if strategy == "combined" else "write finish"
    assert short(thread.ask(policy="never")).endswith(f"search gather grade refine policy {written}")
    assert (thread.state["approved"], thread.state["outcome"]) == ([A], "answered")
    assert ports.writer.texts == [[f"Fact {A} stands here."]]


@pytest.mark.parametrize("strategy", ["self", "adaptive"])
def test_never_answers_from_nothing_that_is_ambiguous_as_a_whole(strategy: str) -> None:
    ports = shelf(A)
    ports.reflector.rel = by_id("ambiguous")
    thread = Thread(ports, strategy=strategy)
    thread.ask(policy="never")
    assert (thread.state["approved"], thread.state["outcome"], ports.writer.texts) == ([], "no_evidence", [])
