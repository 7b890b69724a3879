"""Failures in our own words, without the key."""

import asyncio
import gzip
import json
import logging
import socket
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import httpx2
import pytest

from selfrag.bench.openai_server import OpenAIServer, Reply
from selfrag.errors import ContextTooLong, ModelRefused, ModelUnreachable
from selfrag.models.openai import Server, bounds, refusals
from selfrag.models.openai.failures import Endless, inert
from selfrag.ports import Meter
from tests.models.conftest import KEY, Backend, Connect

TRIES = [
    (429, 6),
    (500, 6),
    (503, 6),
    (501, 1),
    (408, 2),
    (409, 6),
    (425, 6),
    (402, 1),
    (400, 1),
    (401, 1),
    (403, 1),
    (404, 1),
    (422, 1),
]
TOO_LONG = [
    (400, {"error": {"message": "no", "code": "context_length_exceeded"}}),
    (400, {"error": {"message": "This model's maximum context length is 8192 tokens. However, you requested 9000."}}),
    (400, {"object": "error", "message": "This model's maximum context length is 4096 tokens.", "code": 400}),
    (400, {"error": {"code": 400, "type": "exceed_context_size_error", "message": "request (5000 tokens)"}}),
    (500, {"error": {"code": 500, "message": "the request exceeds the available context size"}}),
    (400, {"error": "Trying to keep the first 5031 tokens when context the overflows."}),
    (422, {"error": "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000"}),
    (400, {"message": "Prompt contains 33000 tokens, too large for model with 32768 maximum context length"}),
    (400, {"type": "error", "error": {"message": "prompt is too long: 210000 tokens > 200000 maximum"}}),
    (400, {"error": {"message": "input length and `max_tokens` exceed context limit: 199000 + 4096 > 200000"}}),
    (400, {"error": {"message": "Input is too long for requested model."}}),
    (400, [{"error": {"message": "The input token count (1200000) exceeds the maximum number of tokens allowed"}}]),
    (400, {"message": "too many tokens: size limit exceeded by 900 tokens."}),
    (400, {"detail": [{"loc": ["body"], "msg": "Range of input length should be [1, 30720]"}]}),
    (400, "The input (10000 tokens) is longer than the model's context length (8192 tokens)."),
    (413, "<html><head><title>413</title></head><body>Request Entity Too Large</body></html>"),
]


@pytest.mark.parametrize(
    ("status", "error", "words"),
    [
        (400, ModelRefused, "refused the request (400: “no”): change what it names, or choose another model"),
        (401, ModelRefused, "refused the key: check OPENAI_API_KEY"),
        (402, ModelRefused, "is used up (“no”): check its plan and billing"),
        (408, ModelUnreachable, "did not answer (408: “no”)"),
        (409, ModelUnreachable, "did not answer (409: “no”)"),
        (425, ModelUnreachable, "did not answer (425: “no”)"),
        (403, ModelRefused, "does not allow this (“no”): check what OPENAI_API_KEY may use"),
        (404, ModelRefused, "or does not know the model “fake-model” (“no”): check"),
        (405, ModelRefused, "refused the request (405: “no”)"),
        (429, ModelRefused, "takes no more requests for now (“no”)"),
        (500, ModelUnreachable, "did not answer (500: “no”). Check its address in the settings and that it runs"),
        (503, ModelUnreachable, "did not answer (503: “no”)"),
    ],
)
@pytest.mark.parametrize("call", ["grade", "write", "embed"])
def test_each_status_has_its_sentence(
    backend: Backend, server: OpenAIServer, *, call: str, status: int, error: type[Exception], words: str
) -> None:
    server.fail(status, times=9, retry_after_ms="1")
    calls: dict[str, Callable[[], object]] = {
        "grade": lambda: backend.reflector(Meter()).grade_usefulness("q", "a"),
        "write": lambda: list(backend.writer(Meter()).write("q", [])),
        "embed": lambda: backend.embedder().embed_query("q"),
    }
    with pytest.raises(error) as caught:
        calls[call]()
    model = "fake-embedding" if call == "embed" else "fake-model"
    assert f" at {server.url[7:-3]} " in str(caught.value)
    assert words.replace("fake-model", model) in str(caught.value)


@pytest.mark.parametrize(("status", "tries"), TRIES)
@pytest.mark.parametrize("call", ["rewrite", "write"])
def test_only_what_may_pass_is_tried_again(
    server: OpenAIServer, backend: Backend, call: str, status: int, tries: int
) -> None:
    server.fail(status, times=9, retry_after_ms="1")
    meter = Meter()
    with pytest.raises((ModelRefused, ModelUnreachable)):
        if call == "write":
            list(backend.writer(meter).write("q", []))
        else:
            backend.writer(meter).rewrite("q", [], [])
    assert len(server.requests) == meter.chat == tries


@pytest.mark.parametrize(
    ("status", "message", "code", "words"),
    [
        (429, "You exceeded your current quota, please check your plan", "insufficient_quota", "used up"),
        (
            402,
            "Insufficient credits. Add more using https://example.invalid/credits",
            None,
            "check its plan and billing",
        ),
        (400, "Your credit balance is too low to access this API.", None, "check its plan and billing"),
        (429, "Request too large for gpt-4o on tokens per min (TPM): Limit 30000, Requested 45000.", None, "no more"),
        (413, "Request too large on tokens per minute (TPM): Limit 6000, reduce the length", None, "no more requests"),
        (400, "API key not valid. Please pass a valid API key.", None, "refused the key"),
        (400, "invalid model ID", None, "does not know the model “fake-model”"),
        (404, 'model "fake-model" not found, try pulling it first', None, "does not know the model “fake-model”"),
        (404, "The model `gpt-4.1` does not exist", "model_not_found", "does not know the model “fake-model”"),
        (404, "Not Found", None, "has nothing at this address"),
    ],
)
def test_what_asking_again_cannot_mend_is_told_at_once(
    server: OpenAIServer, backend: Backend, *, status: int, message: str, code: str | None, words: str
) -> None:
    server.fail(status, times=9, message=message, code=code, retry_after_ms="1")
    with pytest.raises(ModelRefused, match=words) as caught:
        backend.reflector(Meter()).grade_usefulness("q", "a")
    assert not isinstance(caught.value, ContextTooLong)
    assert len(server.requests) == 1


def test_no_server(connect: Connect, hurried: None) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}/v1"
    meter = Meter()
    with pytest.raises(ModelUnreachable, match=r"127\.0\.0\.1:\d+ did not answer \(.*refused.*Check its address"):
        connect(url).embedder(meter).embed_query("q")
    assert meter.embed == 3


def test_a_server_that_is_too_slow(server: OpenAIServer, connect: Connect) -> None:
    server.rule = lambda _: Reply("late", delay=1)
    for call in ("write", "rewrite"):
        server.requests.clear()
        writer = connect(server.url, timeout=0.1).writer(Meter())
        with pytest.raises(ModelUnreachable, match="no reply in time"):
            list(writer.write("q", [])) if call == "write" else writer.rewrite("q", [], [])
        server.wait_for(lambda: len(server.requests) == 2)  # it may look at the second after that was given up


@pytest.mark.parametrize(("status", "body"), TOO_LONG)
@pytest.mark.parametrize("call", ["complete", "stream"])
def test_a_context_that_is_too_long_is_told_as_that(
    server: OpenAIServer, backend: Backend, call: str, status: int, body: object
) -> None:
    server.rule = lambda _: Reply(raw=body if isinstance(body, str) else json.dumps(body), status=status)
    with pytest.raises(ContextTooLong, match=r"“fake-model” cannot read so much at once .*keep fewer passages"):
        if call == "stream":
            list(backend.writer(Meter()).write("q", []))
        else:
            backend.writer(Meter()).rewrite("q", [], [])
    without_limit = call == "complete" and "max_tokens`" in str(body)
    assert len(server.requests) == (2 if without_limit else 1)


@pytest.mark.parametrize(
    ("words", "share"),
    [
        ("This model's maximum context length is 4096 tokens. However, you requested 8192 tokens (7192 in", 0.5),
        ("maximum context length is 4096 tokens. However, your messages resulted in 5120 tokens. Please", 0.8),
        ("context length is only 4096 tokens. However, your request has 8192 input tokens", 0.5),
        ("Prompt contains 65536 tokens, too large for model with 32768 maximum context length", 0.5),
        ("prompt is too long: 400000 tokens > 200000 maximum", 0.5),
        ("400 request (8192 tokens) exceeds the available context size (4096 tokens), try increasing it", 0.5),
        ("`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 8192", 0.5),
        ("The input (10000 tokens) is longer than the model's context length (8000 tokens).", 0.8),
        ("input length and `max_tokens` exceed context limit: 199000 + 4096 > 200000", None),
        ("maximum context length is 8192 tokens. However, you requested 4000.", None),
        ("maximum context length is 0 tokens. However, you requested 4000.", None),
        ("maximum context length is 8192 tokens.", None),
        ("400 The prompt is too long", None),
    ],
)
def test_how_much_has_room_is_read_where_a_refusal_tells_it(words: str, share: float | None) -> None:
    assert refusals.about_context(words)
    assert refusals.share_with_room(words) == share


@pytest.mark.parametrize("call", ["complete", "stream"])
def test_how_much_has_room_comes_with_the_error(server: OpenAIServer, backend: Backend, call: str) -> None:
    server.context_tokens = 40
    with pytest.raises(ContextTooLong) as told:
        _calls(backend)["rewrite" if call == "complete" else "write"]()
    assert told.value.share == 40 / server.requests[-1].size


@pytest.mark.parametrize(
    "message",
    [
        "'response_format' of type 'json_schema' is not supported with this model.",
        "Unsupported value: 'temperature' does not support 0.0 with this model.",
        "Rate limit reached on tokens per min (TPM). Please reduce the length of your prompt.",
        "Invalid value for 'top_logprobs': must be less than or equal to 5.",
        "tool_choice is not supported",
    ],
)
def test_other_refusals_are_not_about_the_context_or_the_model(message: str) -> None:
    assert not refusals.about_context(message)
    assert not refusals.about_model(message)
    assert not refusals.about_key(message)


def _calls(backend: Backend) -> dict[str, Callable[[], object]]:
    return {
        "write": lambda: list(backend.writer(Meter()).write("q", [])),
        "rewrite": lambda: backend.writer(Meter()).rewrite("q", [], []),
        "embed": lambda: backend.embedder().embed_query("q"),
        "models": lambda: backend.server.models(Meter()),
    }


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize("call", ["write", "rewrite", "embed", "models"])
def test_nothing_is_sent_on_to_another_address(server: OpenAIServer, backend: Backend, call: str, status: int) -> None:
    with OpenAIServer() as stranger:
        server.rule = lambda request: Reply(
            status=status, headers={"Location": request.path.replace("/v1", stranger.url)}, raw=""
        )
        with pytest.raises(ModelRefused, match="sends requests on to another address: check its address"):
            _calls(backend)[call]()
        assert stranger.requests == []
    assert len(server.requests) == 1


def test_the_variable_that_a_key_comes_from_is_named() -> None:
    with OpenAIServer(key="another") as fake:
        server = Server(api_key=KEY, url=fake.url, timeout=5, parallel=16, attempts=6, key_name="SELFRAG_EMBEDDING_KEY")
        with pytest.raises(ModelRefused, match="refused the key: check SELFRAG_EMBEDDING_KEY"):
            server.models(Meter())
        fake.key = None
        fake.fail(403)
        with pytest.raises(ModelRefused, match="check what SELFRAG_EMBEDDING_KEY may use"):
            server.models(Meter())
        server.close()


@pytest.mark.parametrize("call", ["write", "rewrite", "embed", "models"])
@pytest.mark.parametrize("status", [200, 400])
def test_a_reply_that_does_not_end_is_given_up(
    server: OpenAIServer, backend: Backend, monkeypatch: pytest.MonkeyPatch, call: str, status: int
) -> None:
    monkeypatch.setattr(bounds, "REPLY_BYTES", 10_000)
    headers = {"Content-Type": "text/event-stream"}
    server.rule = lambda _: Reply(raw=": still here\n\n" * 1000, status=status, headers=headers)
    with pytest.raises(ModelUnreachable, match="its reply does not end"):
        _calls(backend)[call]()
    assert len(server.requests) == 1


def test_what_unpacks_to_more_than_any_reply_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "REPLY_BYTES", 10_000)
    packed = gzip.compress(b" " * 1_000_000)
    response = httpx2.Response(200, headers={"Content-Encoding": "gzip"}, stream=httpx2.ByteStream(packed))

    async def read() -> bytes:
        await bounds.bound(response)
        try:
            return await response.aread()
        finally:
            await response.aclose()

    assert len(packed) < 10_000
    with ThreadPoolExecutor(1) as pool, pytest.raises(Endless):  # a browser's loop may run in this thread
        pool.submit(lambda: asyncio.run(read())).result()


def test_what_a_refusal_repeats_of_the_request_says_nothing(server: OpenAIServer, backend: Backend) -> None:
    echo = {"detail": [{"loc": ["body", "x"], "msg": "no", "input": "too many tokens; invalid api key; temperature"}]}
    server.rule = lambda _: Reply(raw=json.dumps(echo), status=422)
    with pytest.raises(ModelRefused, match=r"refused the request \(422: “no”\)") as caught:
        backend.writer(Meter()).rewrite("q", [], [])
    assert not isinstance(caught.value, ContextTooLong)
    assert len(server.requests) == 1


def test_a_reply_that_is_cut_is_asked_for_again(server: OpenAIServer, backend: Backend, hurried: None) -> None:
    cuts = [0, 10, 40, None]
    server.rule = lambda _: Reply("steak price", cut=cuts.pop(0))
    meter = Meter()
    assert backend.writer(meter).rewrite("q", [], []) == "steak price"
    assert meter.chat == 4


def test_a_reply_that_is_always_cut_is_told(server: OpenAIServer, backend: Backend, hurried: None) -> None:
    server.rule = lambda _: Reply("steak price", cut=10)
    with pytest.raises(ModelUnreachable, match="the connection broke"):
        backend.writer(Meter()).rewrite("q", [], [])
    assert len(server.requests) == 6


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("https://{host}/v1", "no encrypted connection: .*Check its address"),
        ("http://nosuch.invalid/v1", r"nosuch\.invalid did not answer \(no computer has that name\)"),
    ],
)
def test_an_address_that_cannot_be_reached(
    server: OpenAIServer, connect: Connect, hurried: None, url: str, words: str
) -> None:
    with pytest.raises(ModelUnreachable, match=words):
        connect(url.format(host=server.url[7:-3])).writer(Meter()).rewrite("q", [], [])


@pytest.mark.parametrize(
    "raw", ["", "<html>Sign in</html>", "[]", "null", '{"choices": null}', '{"error": {"message": "x"}}', "{"]
)
def test_something_that_is_no_chat_server(server: OpenAIServer, backend: Backend, raw: str) -> None:
    server.rule = lambda _: Reply(raw=raw)
    with pytest.raises(ModelUnreachable, match="its reply"):
        backend.reflector(Meter()).grade_usefulness("q", "a")
    with pytest.raises((ModelUnreachable, ModelRefused)):
        list(backend.writer(Meter()).write("q", []))


def test_lone_surrogates_do_not_stop_a_request(server: OpenAIServer, backend: Backend) -> None:
    assert backend.reflector(Meter()).grade_usefulness("a\ud800b", "a")["verdict"] == 5
    assert len(backend.embedder().embed_query("a\udcffb")) > 0
    assert server.requests[0].data("question") == ["a?b"]


def test_the_server_s_words_are_short_and_inert(server: OpenAIServer, backend: Backend) -> None:
    server.fail(400, times=5, message="![x](http://attacker.invalid/x.png) <script>\n`$x$`" + "y" * 500)
    with pytest.raises(ModelRefused) as caught:
        backend.reflector(Meter()).grade_usefulness("q", "a")
    message = str(caught.value)
    assert not set("<>[]`$\n") & set(message)
    assert "!(x)" in message
    assert len(message) < 400


@pytest.mark.parametrize("call", ["grade", "write", "embed"])
def test_the_key_shows_nowhere(
    connect: Connect, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str], call: str
) -> None:
    caplog.set_level(logging.DEBUG)
    with OpenAIServer(key="another") as server:
        backend = connect(server.url)
        for failing in (401, 400):
            if failing == 400:
                server.fail(400, times=5, message=f"Bad request with Authorization: Bearer {KEY} and {KEY}")
            with pytest.raises(ModelRefused) as caught:
                if call == "grade":
                    backend.reflector(Meter()).grade_usefulness("q", "a")
                elif call == "write":
                    list(backend.writer(Meter()).write("q", []))
                else:
                    backend.embedder().embed_query("q")
            shown = "".join(traceback.format_exception(caught.value)) + repr(caught.value)
            assert "MARKER" not in shown
    assert server.requests[0].headers["authorization"] == f"Bearer {KEY}"
    assert "MARKER" not in caplog.text
    assert "MARKER" not in "".join(capfd.readouterr())
    assert "MARKER" not in repr(backend) + repr(vars(backend)) + repr(backend.writer(Meter()))
    assert "MARKER" not in repr(backend.server) + repr(backend.server.asked("m", "chat"))


def test_a_key_of_any_form_is_cut_out_of_a_server_s_words() -> None:
    assert (
        inert("the key hunter2hunter2 and Bearer abc are wrong", "hunter2hunter2")
        == "the key (key) and (key) are wrong"
    )
    assert inert("none of these", "none") == "none of these"  # too short for a key: it may be any word


def test_tracing_by_environment_stays_off(
    server: OpenAIServer, backend: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    from langchain_core.tracers.langchain import wait_for_all_tracers
    from langsmith.utils import get_env_var

    with OpenAIServer() as stranger:
        for prefix in ("LANGSMITH", "LANGCHAIN"):
            monkeypatch.setenv(f"{prefix}_TRACING_V2", "true")
            monkeypatch.setenv(f"{prefix}_API_KEY", "lsv2_x")
            monkeypatch.setenv(f"{prefix}_ENDPOINT", stranger.url)
        monkeypatch.setenv("OPENAI_API_BASE", stranger.url)
        get_env_var.cache_clear()
        list(backend.writer(Meter()).write("q", []))
        wait_for_all_tracers()
        get_env_var.cache_clear()
        assert stranger.requests == []
    assert len(server.requests) == 1
