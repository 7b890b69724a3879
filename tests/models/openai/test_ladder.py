"""Verdicts from servers that know more or less about structured output."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from selfrag.errors import ModelRefused
from selfrag.models.openai import OpenAIBackend
from selfrag.ports import Meter
from tests.models.samples import passage
from selfrag.bench.openai_server import OpenAIServer, Reply, Request

FORMS = ("json_schema", "tools", "json_object", "text")
STEAK = [passage("a", "The steak costs 35,000 won.")]


@pytest.mark.parametrize("refused", range(4))
def test_the_first_form_that_the_server_takes_is_used_and_remembered(
    server: OpenAIServer, backend: OpenAIBackend, refused: int
) -> None:
    server.refuse = FORMS[:refused]
    for _ in range(2):
        graded = backend.reflector(Meter()).grade_passages("What does the steak cost?", STEAK)
        assert graded == [{"verdict": "relevant", "score": 1.0, "reason": "Shared words: 1."}]
    assert [request.form for request in server.requests] == [*FORMS[: refused + 1], FORMS[refused]]


def test_a_server_that_answers_a_form_with_nothing_is_asked_in_the_next(
    server: OpenAIServer, backend: OpenAIBackend
) -> None:
    server.rule = lambda request: Reply(None) if request.form == "json_schema" else None
    assert backend.reflector(Meter()).grade_usefulness("q", "a")["verdict"] == 5
    assert [request.form for request in server.requests] == ["json_schema", "tools"]


def test_a_request_that_is_refused_in_every_form_is_told_and_nothing_is_remembered(
    server: OpenAIServer, backend: OpenAIBackend
) -> None:
    server.fail(422, times=4, message="too long")
    with pytest.raises(ModelRefused, match=r"refused the request \(422: “too long”\)"):
        backend.reflector(Meter()).grade_usefulness("q", "a")
    assert backend.reflector(Meter()).grade_usefulness("q", "a")["verdict"] == 5
    assert server.requests[-1].form == "json_schema"


def test_plain_words_are_read_where_a_server_ignores_the_form(server: OpenAIServer, backend: OpenAIBackend) -> None:
    server.rule = lambda _: "<think>yes?</think>\n**Not relevant.**"
    assert backend.reflector(Meter()).grade_passages("q", STEAK)[0]["verdict"] == "irrelevant"
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    "message",
    [
        {"content": [{"type": "text", "text": '{"verdict":'}, {"type": "text", "text": " 3}"}]},
        {
            "content": "",
            "tool_calls": [{"id": "1", "type": "function", "function": {"name": "x", "arguments": {"verdict": 3}}}],
        },
        {"content": "3", "refusal": None, "reasoning_content": "5"},
    ],
)
def test_other_shapes_of_the_same_reply_are_read(
    server: OpenAIServer, backend: OpenAIBackend, message: dict[str, object]
) -> None:
    server.rule = lambda _: Reply(raw=json.dumps({"choices": [{"message": message, "finish_reason": "stop"}]}))
    assert backend.reflector(Meter()).grade_usefulness("q", "a")["verdict"] == 3


@pytest.mark.parametrize("name", ["temperature", "max_completion_tokens"])
def test_a_parameter_refused_by_name_is_left_out_from_then_on(
    server: OpenAIServer, backend: OpenAIBackend, name: str
) -> None:
    def picky(request: Request) -> Reply | None:
        return Reply(status=400, message=f"Unsupported value: '{name}'") if name in request.body else None

    server.rule = picky
    for _ in range(2):
        assert backend.reflector(Meter()).grade_usefulness("q", "a")["verdict"] == 5
    assert [(request.form, name in request.body) for request in server.requests] == [
        ("json_schema", True),
        ("json_schema", False),
        ("json_schema", False),
    ]


def test_graders_are_cold_short_and_not_streamed(server: OpenAIServer, backend: OpenAIBackend) -> None:
    backend.reflector(Meter()).grade_passages("q", STEAK)
    body = server.requests[0].body
    assert (body["temperature"], body["max_completion_tokens"], body.get("stream")) == (0.0, 1024, None)
    schema = body["response_format"]["json_schema"]
    assert schema["name"] == "is_rel"
    assert list(schema["schema"]["properties"]) == schema["schema"]["required"] == ["reason", "verdict"]


def test_many_threads_share_one_backend(connect: Callable[..., OpenAIBackend]) -> None:
    with OpenAIServer(refuse=("json_schema",)) as server, ThreadPoolExecutor(8) as pool:
        backend = connect(server.url)
        graded = list(pool.map(lambda n: backend.reflector(Meter()).grade_usefulness("q", str(n)), range(16)))
    assert [use["verdict"] for use in graded] == [5] * 16
