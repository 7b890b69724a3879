"""Scores and what they rest on, as they are stored."""

from tests.fakes import shelf
from tests.graph.threads import A, B, C, Thread


def test_scores_are_stored_with_what_they_rest_on() -> None:
    ports = shelf(A, B)
    ports.reflector.basis = "logprobs"
    ports.reflector.rel_scores = {A: 0.81234, B: 0.4}
    ports.reflector.sup = lambda claim: "fully" if "aaaa" in claim["text"] else "partially"
    ports.reflector.use = lambda answer: 4
    thread = Thread(ports)
    thread.ask()
    assert [(item["score"], item["basis"]) for item in thread.review["evidence"]] == [
        (0.812, "logprobs"),
        (0.4, "logprobs"),
    ]
    thread.decide("approve", [A, B])
    reflection = thread.draft["reflection"]
    assert [(s["score"], s["basis"]) for s in reflection["sentences"]] == [(1.0, "logprobs"), (0.5, "logprobs")]
    assert (reflection["is_use"], reflection["use_score"], reflection["basis"]) == (4, 0.5, "logprobs")
    assert reflection["score"] == 1.606, "(.812 + .4) / 2 + (1 + .5) / 2 + .5 * .5"


def test_only_the_cited_passages_count_and_all_that_were_read_where_none_is_cited() -> None:
    scores = []
    for answer in ("Fact. [2]", "Fact."):
        ports = shelf(A, B, C)
        ports.reflector.rel_scores = {A: 0.9, B: 0.5, C: 0.1}
        ports.writer.pieces = lambda passages, answer=answer: [answer]
        thread = Thread(ports)
        thread.ask()
        thread.decide("approve", [A, B])
        scores.append(thread.draft["reflection"]["score"])
    assert scores == [0.5 + 1.0 + 0.5, 0.7 + 1.0 + 0.5]


def test_a_direct_reply_has_no_score() -> None:
    ports = shelf(A)
    ports.reflector.retrieve = "no"
    thread = Thread(ports)
    thread.ask("Hello")
    reflection = thread.draft["reflection"]
    assert (reflection["score"], reflection["use_score"], reflection["basis"]) == (None, None, None)


def test_a_carried_over_verdict_keeps_what_it_rests_on() -> None:
    ports = shelf(A)
    ports.reflector.basis = "coverage"
    ports.reflector.rel = lambda question, passage: "irrelevant"
    thread = Thread(ports)
    thread.ask()
    assert thread.state["counters"]["rewrites"] == 2
    assert [item["basis"] for item in thread.review["evidence"]] == ["coverage"]
