"""The stand-in server answers as OpenAI does, read by OpenAI's own client."""

import json
import math
from collections.abc import Iterator
from typing import Any

import httpx
import openai
import pytest

from selfrag.bench.openai_server import OpenAIServer, Reply, Request, vector
from selfrag.models import prompts
from tests.models.samples import passage

SCHEMA = {
    "type": "object",
    "properties": {"verdict": {"type": "string"}},
    "required": ["verdict"],
    "additionalProperties": False,
}
SAID = [{"role": "user", "content": "Reply in JSON."}]
GRADE: Any = prompts.grade_passage("What does the steak cost?", passage("a", "The steak costs 35,000 won."))


@pytest.fixture(scope="module")
def running() -> Iterator[tuple[OpenAIServer, openai.OpenAI]]:
    with OpenAIServer() as server, openai.OpenAI(base_url=server.url, api_key="k", max_retries=0) as client:
        yield server, client


@pytest.fixture
def server(running: tuple[OpenAIServer, openai.OpenAI]) -> OpenAIServer:
    running[0].reset()
    return running[0]


@pytest.fixture
def client(running: tuple[OpenAIServer, openai.OpenAI], server: OpenAIServer) -> openai.OpenAI:
    return running[1]


def ask(client: openai.OpenAI, messages: Any = None, **options: Any) -> Any:
    return client.chat.completions.create(model="fake-model", messages=messages or SAID, **options)


def json_schema(schema: dict[str, Any] = SCHEMA) -> dict[str, Any]:
    return {"type": "json_schema", "json_schema": {"name": "v", "strict": True, "schema": schema}}


def nested(schema: dict[str, Any]) -> dict[str, Any]:
    return {**SCHEMA, "properties": {"verdict": {"type": "array", "items": schema}}}


TOOLS = [{"type": "function", "function": {"name": "verdict", "parameters": SCHEMA}}]


def test_every_form_of_a_reply(client: openai.OpenAI, server: OpenAIServer) -> None:
    server.rule = lambda _: {"verdict": "relevant"}
    text = '{"verdict": "relevant"}'
    assert ask(client).choices[0].message.content == text
    assert ask(client, response_format=json_schema()).choices[0].message.content == text
    assert ask(client, response_format={"type": "json_object"}).choices[0].message.content == text
    called = ask(client, tools=TOOLS).choices[0].message
    assert (called.content, called.tool_calls[0].function.name) == (None, "verdict")
    assert called.tool_calls[0].function.arguments == text
    assert [request.form for request in server.requests] == ["text", "json_schema", "json_object", "tools"]
    assert [(request.model, request.status) for request in server.requests] == [("fake-model", 200)] * 4


def test_streams_of_text_thoughts_arguments_and_refusals(client: openai.OpenAI, server: OpenAIServer) -> None:
    server.rule = lambda _: Reply("It costs 35,000 won.", reasoning="Hm, the menu.", refusal="Or not.")
    chunks = list(ask(client, stream=True, stream_options={"include_usage": True}))
    deltas = [chunk.choices[0].delta for chunk in chunks if chunk.choices]
    assert "".join(delta.content or "" for delta in deltas) == "It costs 35,000 won."
    assert "".join(getattr(delta, "reasoning_content", "") for delta in deltas) == "Hm, the menu."
    assert "".join(delta.refusal or "" for delta in deltas) == "Or not."
    assert chunks[-2].choices[0].finish_reason == "stop"
    assert chunks[-1].usage.total_tokens == server.requests[0].tokens
    server.rule = lambda _: {"verdict": "no"}
    calls = [chunk.choices[0].delta.tool_calls for chunk in ask(client, stream=True, tools=TOOLS)]
    assert "".join(call[0].function.arguments for call in calls if call) == '{"verdict": "no"}'


def test_probabilities_are_told_where_asked_for_and_known(client: openai.OpenAI, server: OpenAIServer) -> None:
    asked = {"logprobs": True, "top_logprobs": 2}
    assert ask(client, GRADE, **asked).choices[0].logprobs is None
    server.logprobs = True
    assert ask(client, GRADE).choices[0].logprobs is None
    reply = ask(client, GRADE, **asked).choices[0]
    assert "".join(token.token for token in reply.logprobs.content) == reply.message.content
    (verdict,) = [token for token in reply.logprobs.content if token.token == "relevant"]
    assert math.exp(verdict.logprob) == pytest.approx(0.9)
    assert [top.token for top in verdict.top_logprobs] == ["relevant", "ambiguous"]
    assert math.exp(verdict.top_logprobs[1].logprob) == pytest.approx(0.05)
    assert reply.logprobs.content[0].top_logprobs[0].logprob == 0.0


def test_probabilities_may_be_scripted_token_by_token(client: openai.OpenAI, server: OpenAIServer) -> None:
    server.rule = lambda _: Reply(
        "irrelevant, irrelevant",
        tokens=("ir", "relevant", ",", " ir", "relevant"),
        alternatives={"ir": [{"ir": 0.6, "relevant": 0.4}, {"ir": 1.0}]},
    )
    tokens = ask(client, logprobs=True, top_logprobs=5).choices[0].logprobs.content
    assert [round(math.exp(token.logprob), 3) for token in tokens] == [0.6, 1.0, 1.0, 1.0, 1.0]
    assert {top.token: round(math.exp(top.logprob), 3) for top in tokens[0].top_logprobs} == {
        "ir": 0.6,
        "relevant": 0.4,
    }


def test_joint_prompts_get_a_verdict_for_each(client: openai.OpenAI) -> None:
    passages = [passage("a", "The steak costs 35,000 won."), passage("b", "Closed on Mondays.")]
    graded = ask(client, prompts.grade_passages("What does the steak cost?", passages)).choices[0].message.content
    verdicts = {n: each["verdict"] for n, each in json.loads(graded).items()}
    assert verdicts == {"1": "relevant", "2": "irrelevant"}
    claims: Any = [{"text": "Closed.", "passage_ids": ["b"]}, {"text": "x", "passage_ids": []}]
    judged = ask(client, prompts.grade_support(claims, passages)).choices[0].message.content
    assert json.loads(judged) == {"1": "fully", "2": "fully", "why": ""}


def test_a_router_gets_the_sources_that_share_words_or_all(client: openai.OpenAI, server: OpenAIServer) -> None:
    sources: Any = [
        {"id": "m", "title": "Menu", "description": "Steak and pasta."},
        {"id": "w", "title": "Wines", "description": "스테이크 와인"},
    ]
    history: Any = [{"question": "a", "answer": "b"}]
    said = [
        json.loads(ask(client, prompts.decide_retrieval(question, past, sources)).choices[0].message.content)
        for question, past in (("What does the steak cost?", []), ("와인 가격은?", history), ("Why?", []))
    ]
    assert said == [
        {"verdict": "yes", "sources": [1]},
        {"query": "와인 가격은?", "verdict": "yes", "sources": [2]},
        {"verdict": "yes", "sources": [1, 2]},
    ]
    assert server.kinds() == ["retrieve"] * 3


def test_strips_are_relevant_where_they_share_words(client: openai.OpenAI, server: OpenAIServer) -> None:
    server.logprobs = True
    strips: Any = prompts.grade_strips("What does the steak cost?", ["The steak is good.", "Closed.", "A cost."])
    reply = ask(client, strips, logprobs=True, top_logprobs=3).choices[0]
    assert json.loads(reply.message.content) == {"1": "relevant", "2": "irrelevant", "3": "relevant"}
    sure = [token for token in reply.logprobs.content if token.token in ("relevant", "irrelevant")]
    assert [round(math.exp(token.logprob), 2) for token in sure] == [0.9, 0.9, 0.9]
    none: Any = prompts.grade_strips("Wine?", ["The steak is good.", "Closed."])
    assert json.loads(ask(client, none).choices[0].message.content) == {"1": "irrelevant", "2": "irrelevant"}
    assert server.kinds() == ["strips", "strips"]


def test_embeddings_as_numbers_and_in_base64(client: openai.OpenAI, server: OpenAIServer) -> None:
    for more in ({}, {"encoding_format": "float"}):
        answer = client.embeddings.create(model="e", input=["a steak", "a wine"], **more)  # type: ignore[call-overload]
        assert [item.embedding for item in answer.data] == [pytest.approx(vector(t)) for t in ("a steak", "a wine")]
    packed = {"model": "e", "input": "a steak", "encoding_format": "base64"}
    assert isinstance(httpx.post(f"{server.url}/embeddings", json=packed).json()["data"][0]["embedding"], str)
    server.embedding_tokens = 3
    with pytest.raises(openai.BadRequestError, match="Requested 4 tokens, max 3 tokens per request"):
        client.embeddings.create(model="e", input=["a steak", "a wine"])
    server.embeddings = False
    with pytest.raises(openai.NotFoundError):
        client.embeddings.create(model="e", input="x")


def test_models_are_listed_or_not(client: openai.OpenAI, server: OpenAIServer) -> None:
    server.models, server.strict = ("one", "two"), True
    assert [model.id for model in client.models.list()] == ["one", "two"]
    with pytest.raises(openai.NotFoundError, match="`fake-model` does not exist"):
        ask(client)
    server.models = None
    with pytest.raises(openai.NotFoundError, match="Unknown request URL"):
        client.models.list()


@pytest.mark.parametrize(
    ("refused", "options", "param"),
    [
        ("json_schema", {"response_format": json_schema()}, "response_format"),
        ("tools", {"tools": TOOLS}, "tools"),
        ("json_object", {"response_format": {"type": "json_object"}}, "response_format"),
        ("logprobs", {"logprobs": True}, "logprobs"),
        ("top_logprobs", {"logprobs": True, "top_logprobs": 6}, "top_logprobs"),
        ("temperature", {"temperature": 0}, "temperature"),
        ("", {"response_format": json_schema({**SCHEMA, "required": []})}, "response_format"),
        ("", {"response_format": json_schema(nested({**SCHEMA, "additionalProperties": True}))}, "response_format"),
        ("", {"response_format": {"type": "json_object"}, "messages": [{"role": "user", "content": "x"}]}, "messages"),
    ],
)
def test_what_is_refused_is_named(
    client: openai.OpenAI, server: OpenAIServer, refused: str, options: dict[str, Any], param: str
) -> None:
    server.refuse = (refused,)
    with pytest.raises(openai.BadRequestError) as caught:
        ask(client, **options)
    assert caught.value.param == param
    assert "top_logprobs" in server.refuse or ask(client).choices[0].message.content == "Hello."


def test_five_alternatives_are_taken_where_six_are_not(client: openai.OpenAI, server: OpenAIServer) -> None:
    server.refuse = ("top_logprobs",)
    assert ask(client, logprobs=True, top_logprobs=5).choices[0].finish_reason == "stop"


def test_a_context_that_is_too_long_is_told_by_its_code(client: openai.OpenAI, server: OpenAIServer) -> None:
    server.context_tokens = 5
    assert ask(client).choices[0].message.content == "Hello."
    with pytest.raises(openai.BadRequestError, match="maximum context length is 5 tokens") as caught:
        ask(client, [{"role": "user", "content": "one two three four five six"}])
    assert caught.value.code == "context_length_exceeded"


def test_failures_that_were_asked_for(client: openai.OpenAI, server: OpenAIServer) -> None:
    server.fail(429, kind="chat", message="slow down", code="rate_limit_exceeded", retry_after="7")
    client.models.list()
    with pytest.raises(openai.RateLimitError, match="slow down") as caught:
        ask(client)
    assert caught.value.response.headers["Retry-After"] == "7"
    assert caught.value.code == "rate_limit_exceeded"
    assert ask(client).choices[0].message.content == "Hello."


def test_a_share_of_the_requests_fails_the_same_way_each_time(server: OpenAIServer) -> None:
    def statuses() -> list[int]:
        server.reset()
        server.fail_share(0.2, seed=3)
        with httpx.Client() as client:
            return [client.get(f"{server.url}/models").status_code for _ in range(100)]

    first = statuses()
    assert first == statuses()
    assert set(first) == {200, 429, 500}
    assert 10 < sum(status != 200 for status in first) < 30


@pytest.mark.parametrize("stream", [True, False])
def test_a_reply_cut_in_the_middle(client: openai.OpenAI, server: OpenAIServer, stream: bool) -> None:
    server.rule = lambda _: Reply("one two three four", cut=2)
    pieces = []
    with pytest.raises((httpx.RemoteProtocolError, openai.APIConnectionError)):
        for chunk in ask(client, stream=True) if stream else [ask(client)]:
            pieces.append(chunk.choices[0].delta.content)
    assert pieces == (["one", " two"] if stream else [])
    assert not server.requests[0].aborted


def test_who_hangs_up_is_noticed_while_the_server_still_thinks(client: openai.OpenAI, server: OpenAIServer) -> None:
    server.latency = 60
    with pytest.raises(openai.APITimeoutError):
        ask(client, timeout=0.2)
    server.wait_for(lambda: server.requests[0].ended)
    assert server.requests[0].aborted


def test_what_is_no_answer(client: openai.OpenAI, server: OpenAIServer) -> None:
    server.rule = lambda _: Reply(raw="<html>Sign in</html>", headers={"Content-Type": "text/html"})
    assert ask(client) == "<html>Sign in</html>"
    server.rule = lambda _: Reply(raw="{")
    with pytest.raises(json.JSONDecodeError):
        ask(client)
    server.rule = lambda _: Reply(raw="data: {oops\n\n", headers={"Content-Type": "text/event-stream"})
    with pytest.raises(json.JSONDecodeError):
        list(ask(client, stream=True))


def test_a_refused_key(server: OpenAIServer, client: openai.OpenAI) -> None:
    server.key = "another"
    with pytest.raises(openai.AuthenticationError, match="Incorrect API key"):
        ask(client)


def test_requests_are_on_record(client: openai.OpenAI, server: OpenAIServer) -> None:
    def slow(request: Request) -> Reply:
        return Reply("x", delay=0.05)

    server.rule = slow
    ask(client, GRADE)
    (request,) = server.requests
    assert (request.kind, request.status, request.aborted) == ("is_rel", 200, False)
    assert request.ended is not None
    assert request.ended - request.started >= 0.05
    assert (server.kinds(), server.most_open) == (["is_rel"], 1)
