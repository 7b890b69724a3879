"""Retrieve by the threshold, where the model tells a probability."""

import pytest

from selfrag.errors import RunStopped
from selfrag.ports import Limits, RetrieveVerdict
from tests.fakes import shelf
from tests.graph.threads import TO_REVIEW, A, B, Thread

DIRECTLY = ["decide_retrieval", "search", "gather_evidence", "answer_directly", "finish"]


@pytest.mark.parametrize(
    ("said", "probability", "threshold", "expected"),
    [
        ("yes", None, 0.2, "yes"),
        ("no", None, 0.2, "no"),
        ("no", 0.2, 0.2, "yes"),
        ("no", 0.19, 0.2, "no"),
        ("yes", 0.19, 0.2, "no"),
        ("yes", 0.6, 0.7, "no"),
        ("unknown", 0.1, 0.2, "unknown"),
        ("unknown", 0.3, 0.2, "yes"),
    ],
)
def test_the_threshold_decides_on_yes(
    said: RetrieveVerdict, probability: float | None, threshold: float, expected: RetrieveVerdict
) -> None:
    ports = shelf(A)
    ports.reflector.retrieve, ports.reflector.probability = said, probability
    thread = Thread(ports, Limits(retrieve_threshold=threshold))
    assert thread.ask() == (DIRECTLY if expected == "no" else TO_REVIEW)
    assert (thread.state["retrieve"], thread.state["retrieve_probability"]) == (expected, probability)
    assert thread.found("decide_retrieval") == [
        {
            "retrieve": expected,
            "probability": probability,
            "reason": "scripted",
            "query": "What stands here?",
            "sources": 1,
            "offered": 1,
            "fallback": "",
        }
    ]


@pytest.mark.parametrize(("probability", "offered"), [(0.1, [B]), (0.4, [A, B])])
def test_a_follow_up_goes_on_only_below_the_threshold(probability: float, offered: list[str]) -> None:
    ports = shelf(A, B)
    thread = Thread(ports)
    thread.ask()
    thread.decide("approve", [B])
    ports.reflector.retrieve, ports.reflector.probability = "continue", probability
    thread.ask("Say more")
    assert [item["passage_id"] for item in thread.review["evidence"]] == offered


def test_the_next_question_starts_undecided() -> None:
    ports = shelf(A)
    ports.reflector.retrieve, ports.reflector.probability = "no", 0.05
    thread = Thread(ports)
    thread.ask("Hello")
    thread.stop_at = lambda kind, facts: facts.get("node") == "decide_retrieval"
    with pytest.raises(RunStopped):
        thread.ask("And this?")
    state = thread.state
    assert (state["retrieve"], state["retrieve_probability"]) == ("unknown", None)
