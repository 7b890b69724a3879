"""Threads stored before scores, what they rest on, and what was left out were stored."""

from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from selfrag.errors import RunStopped
from tests.fakes import FakePorts, shelf
from tests.graph.threads import ANSWERED, A, B, Thread

CHANNELS = {"left_out", "retrieve_probability"}
LATER = {"basis", "use_score", "left_out", "cut", "prompt_tokens", "completion_tokens", "embedding_tokens"}


def without(value: Any) -> Any:
    """The value as the version before stored it: only evidence had a score."""
    if isinstance(value, list | tuple):
        return type(value)(map(without, value))
    if not isinstance(value, dict):
        return value
    dropped = LATER if "is_rel" in value else LATER | {"score"}
    return {key: without(inner) for key, inner in value.items() if key not in dropped}


def age(saver: InMemorySaver) -> None:
    """Everything the saver holds, as the version before stored it."""
    for key, blob in list(saver.blobs.items()):
        if key[2] in CHANNELS or blob[0] == "empty":
            del saver.blobs[key]
        else:
            saver.blobs[key] = saver.serde.dumps_typed(without(saver.serde.loads_typed(blob)))


def test_a_review_that_waited_through_an_upgrade_is_answered() -> None:
    saver, ports = InMemorySaver(), shelf(A, B)
    thread = Thread(ports, saver=saver)
    thread.ask()
    age(saver)
    assert "basis" not in thread.state["evidence"][0]
    assert "left_out" not in thread.state
    assert thread.decide("approve", [A]) == ANSWERED
    assert (thread.state["outcome"], thread.state["left_out"]) == ("answered", [])
    assert thread.draft["reflection"]["score"] == 0.9 + 1.0 + 0.5


def test_a_search_in_other_words_after_an_upgrade_carries_the_old_verdicts_over() -> None:
    saver, ports = InMemorySaver(), shelf(A)
    ports.reflector.rel = lambda question, passage: "irrelevant"
    thread = Thread(ports, saver=saver)
    thread.stop_at = lambda kind, facts: facts.get("node") == "rewrite_question"
    with pytest.raises(RunStopped):
        thread.ask()
    age(saver)
    thread.stop_at = lambda kind, facts: False
    thread.go_on()
    assert [(item["is_rel"], item["basis"]) for item in thread.review["evidence"]] == [("irrelevant", None)]
    assert thread.decide("approve", [A]) == ANSWERED


@pytest.mark.parametrize(("second", "kept"), [("All wrong. [1]", "Half true. Fact. [1]"), ("Fact. [1]", "Fact. [1]")])
def test_a_draft_graded_before_an_upgrade_is_compared_with_one_after_it(second: str, kept: str) -> None:
    saver, ports = InMemorySaver(), shelf(A)
    thread = stopped_at_the_second_write(saver, ports, ["Half true. Fact. [1]", second])
    age(saver)
    assert "score" not in thread.draft["reflection"]
    assert thread.go_on() == ["write_answer", "reflect", "finish"]
    assert thread.draft["answer"] == kept


def test_an_answer_graded_before_an_upgrade_is_finished_after_it() -> None:
    saver, ports = InMemorySaver(), shelf(A)
    thread = stopped(saver, ports, "finish")
    age(saver)
    assert thread.go_on() == ["finish"]
    assert (thread.state["outcome"], thread.state["left_out"]) == ("answered", [])


def test_an_answer_written_before_an_upgrade_is_graded_after_it() -> None:
    saver, ports = InMemorySaver(), shelf(A)
    thread = stopped(saver, ports, "reflect")
    age(saver)
    assert thread.go_on() == ["reflect", "finish"]
    assert ports.called("grade_support") == [(["Fact aaaa:1:0 stands here."], [A])]


def stopped(saver: InMemorySaver, ports: FakePorts, node: str, times: int = 1) -> Thread:
    """A thread stopped as a node began for so many times."""
    begun = []
    thread = Thread(ports, saver=saver)
    thread.ask()

    def stop(kind: str, facts: dict[str, Any]) -> bool:
        if facts.get("node") == node:
            begun.append(node)
        return facts.get("node") == node and len(begun) == times

    thread.stop_at = stop
    with pytest.raises(RunStopped):
        thread.decide("approve", [A])
    thread.stop_at = lambda kind, facts: False
    return thread


def stopped_at_the_second_write(saver: InMemorySaver, ports: FakePorts, answers: list[str]) -> Thread:
    left = iter(answers)
    ports.writer.pieces = lambda passages: [next(left)]
    ports.reflector.sup = lambda claim: "fully" if claim["text"] == "Fact." else "no"
    return stopped(saver, ports, "write_answer", times=2)
