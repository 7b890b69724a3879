"""Reflection tokens over HTTP."""

import time

from selfrag.models.openai import OpenAIBackend
from selfrag.ports import Claim, Meter, Turn
from tests.models.samples import passage
from selfrag.bench.openai_server import OpenAIServer, Reply, Request

HISTORY = [Turn(question="What does the steak cost?", answer="35,000 won.")]


def test_a_first_question_is_its_own_query(server: OpenAIServer, backend: OpenAIBackend) -> None:
    server.rule = lambda _: {"reason": "A fact.", "verdict": "yes", "query": "something else"}
    decided = backend.reflector(Meter()).decide_retrieval("What does the steak cost?", [])
    assert decided == {"verdict": "yes", "query": "What does the steak cost?", "reason": "A fact."}


def test_a_first_question_cannot_continue(server: OpenAIServer, backend: OpenAIBackend) -> None:
    server.rule = lambda _: {"reason": "?", "verdict": "continue"}
    assert backend.reflector(Meter()).decide_retrieval("And the wine?", [])["verdict"] == "unknown"


def test_a_follow_up_gets_its_query_in_the_same_call(server: OpenAIServer, backend: OpenAIBackend) -> None:
    server.rule = lambda _: {"reason": "r", "query": "Is the steak grilled?", "verdict": "continue"}
    decided = backend.reflector(Meter()).decide_retrieval("Is it grilled?", HISTORY)
    assert decided == {"verdict": "continue", "query": "Is the steak grilled?", "reason": "r"}
    assert len(server.requests) == 1
    assert server.requests[0].data("conversation") == ["User: What does the steak cost?\nAnswer: 35,000 won."]


def test_passages_are_graded_at_once_and_come_back_in_order(server: OpenAIServer, backend: OpenAIBackend) -> None:
    def slow_first(request: Request) -> Reply:
        n = int(request.data("passage")[0].split()[-1])
        return Reply(f'{{"reason": "{n}", "verdict": "relevant"}}', delay=0.3 - n / 50)

    backend.warm()
    server.rule = slow_first
    began = time.monotonic()
    graded = backend.reflector(Meter()).grade_passages("q", [passage(str(n), f"text {n}") for n in range(12)])
    assert [verdict["reason"] for verdict in graded] == [str(n) for n in range(12)]
    assert server.most_open == 8
    assert time.monotonic() - began < 1.2


def test_a_claim_is_judged_by_the_passages_that_it_cites(server: OpenAIServer, backend: OpenAIBackend) -> None:
    passages = [passage("a", "one"), passage("b", "two"), passage("c", "three")]
    claims = [Claim(text="x", passage_ids=["c", "a"]), Claim(text="y", passage_ids=[])]
    graded = backend.reflector(Meter()).grade_support(claims, passages)
    assert [verdict["passage_ids"] for verdict in graded] == [["a", "c"], []]
    judged = {request.data("claim")[0]: len(request.data("passage")) for request in server.requests}
    assert judged == {"x": 2, "y": 3}


def test_nothing_carries_a_claim_that_is_not_supported(server: OpenAIServer, backend: OpenAIBackend) -> None:
    server.rule = lambda _: {"reason": "Another price.", "verdict": "no"}
    graded = backend.reflector(Meter()).grade_support([Claim(text="x", passage_ids=["a"])], [passage("a", "one")])
    assert graded == [{"verdict": "no", "passage_ids": [], "reason": "Another price."}]


def test_without_passages_nothing_is_supported_and_nothing_is_asked(
    server: OpenAIServer, backend: OpenAIBackend
) -> None:
    graded = backend.reflector(Meter()).grade_support([Claim(text="x", passage_ids=[])], [])
    assert graded[0]["verdict"] == "no"
    assert server.requests == []


def test_a_refusal_is_unknown_and_says_so(server: OpenAIServer, backend: OpenAIBackend) -> None:
    server.rule = lambda _: Reply(None, refusal="I can't assist\nwith that.")
    reflector = backend.reflector(Meter())
    assert reflector.grade_passages("q", [passage("a", "one")]) == [
        {"verdict": "unknown", "score": 0.5, "reason": "The model refused: I can't assist with that."}
    ]
    assert reflector.grade_usefulness("q", "a") == {
        "verdict": None,
        "reason": "The model refused: I can't assist with that.",
    }
    assert reflector.decide_retrieval("q", [])["verdict"] == "unknown"
    assert len(server.requests) == 3


def test_a_model_that_thinks_until_its_tokens_end_is_unknown(server: OpenAIServer, backend: OpenAIBackend) -> None:
    server.rule = lambda _: Reply(None, finish="length")
    graded = backend.reflector(Meter()).grade_usefulness("q", "a")
    assert graded == {"verdict": None, "reason": "The model did not come to a verdict within 1024 tokens."}
    assert len(server.requests) == 1


def test_what_was_spent_is_counted(server: OpenAIServer, backend: OpenAIBackend) -> None:
    meter = Meter()
    backend.reflector(meter).grade_passages("q", [passage("a", "one"), passage("b", "two")])
    backend.embedder(meter).embed_query("steak price")
    "".join(backend.writer(meter).write("q", [passage("a", "one")]))
    assert (meter.chat, meter.embed) == (3, 1)
    assert meter.tokens == sum(request.tokens for request in server.requests) > 300
