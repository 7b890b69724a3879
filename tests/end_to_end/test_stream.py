"""What a person sees growing is the answer, and nothing that a grader said."""

import re
from typing import Any

import pytest

from selfrag.bench.openai_server import OpenAIServer, Request
from selfrag.bench.openai_server.default_rule import sensible
from selfrag.runs import NodeStarted, Token
from tests.end_to_end.asking import QUESTION, Open, ended

ANSWERS = [
    "The screen is rinsed when it looks dirty to whoever passes by [1].",
    "Every 30 hours the screen is rinsed [1].",
]
GRADERS = ("retrieve", "is_rel", "is_sup", "is_use")


@pytest.mark.parametrize("logprobs", [False, True])
@pytest.mark.parametrize("grading", ["each", "together"])
def test_only_the_answers_text_is_streamed(open_at: Open, model: OpenAIServer, grading: str, logprobs: bool) -> None:
    def marked(request: Request) -> Any:
        """The first answer is found useless, so that another query and another answer are written."""
        asked = [each.kind for each in model.requests]
        if request.kind == "write":
            return ANSWERS[asked.count("write") - 1]
        if request.kind == "rewrite":
            return "MARKER screen rinsed often"
        if request.kind == "is_use":
            return {"reason": "MARKER", "verdict": 1 if asked.count("is_use") == 1 else 5}
        said = sensible(request)
        return _with_marker(said) if request.kind in GRADERS else None

    model.rule, model.logprobs = marked, logprobs
    service = open_at(SELFRAG_GRADING=grading)
    run = service.ask(QUESTION, policy="never")
    assert ended(run) == "answered"
    view = service.show(run.key)
    assert (view["answer"], view["tried"][-1]) == (ANSWERS[1], "MARKER screen rinsed often")
    assert "MARKER" in view["evidence"][0]["reason"] + view["reflection"]["reason"]
    pieces = [event.text for event in run.events() if isinstance(event, Token)]
    assert "MARKER" not in "".join(pieces)
    assert "".join(pieces) == "".join(ANSWERS)
    assert len(pieces) > 12
    assert {request.kind for request in model.requests if request.body.get("stream")} == {"write"}
    writing = ""
    for event in run.events():
        writing = event.node if isinstance(event, NodeStarted) else writing
        assert not isinstance(event, Token) or writing == "write_answer"


def _with_marker(said: Any) -> Any:
    if isinstance(said, dict):
        return {key: "MARKER" if key == "reason" else _with_marker(value) for key, value in said.items()}
    return [_with_marker(each) for each in said] if isinstance(said, list) else said


def test_a_piece_is_told_while_the_model_still_writes(open_at: Open, model: OpenAIServer) -> None:
    model.rule = lambda request: " ".join(f"word{n}" for n in range(200)) + " [1]." if request.kind == "write" else None
    model.token_latency = 0.1  # twenty seconds in all, which no machine sleeps through
    run = open_at().ask(QUESTION, policy="never")
    next(event for event in run.follow() if isinstance(event, Token))
    [write] = [request for request in model.requests if request.kind == "write"]
    assert write.ended is None
    run.stop()
    assert ended(run) == "stopped"
    assert re.fullmatch(r"(word\d+ ?)+", run.text())
