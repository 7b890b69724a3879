"""Failures in our own words, without the key."""

import logging
import socket
import traceback
from collections.abc import Callable

import pytest

from selfrag.errors import ModelRefused, ModelUnreachable
from selfrag.models.openai import OpenAIBackend
from selfrag.ports import Meter
from tests.models.conftest import KEY
from selfrag.bench.openai_server import OpenAIServer, Reply

Connect = Callable[..., OpenAIBackend]


@pytest.mark.parametrize(
    ("status", "error", "words"),
    [
        (400, ModelRefused, "refused the request (400: “no”)"),
        (401, ModelRefused, "refused the key: check OPENAI_API_KEY"),
        (403, ModelRefused, "refused the key: check OPENAI_API_KEY"),
        (404, ModelRefused, "does not know the model “fake-model” (“no”)"),
        (405, ModelRefused, "refused the request (405: “no”)"),
        (429, ModelRefused, "takes no more requests for now (“no”)"),
        (500, ModelUnreachable, "did not answer (500: “no”). Check OPENAI_BASE_URL and that the server runs"),
        (503, ModelUnreachable, "did not answer (503: “no”)"),
    ],
)
@pytest.mark.parametrize("call", ["grade", "write", "embed"])
def test_each_status_has_its_sentence(
    backend: OpenAIBackend, server: OpenAIServer, *, call: str, status: int, error: type[Exception], words: str
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
    assert f"The model server at {server.url[7:-3]} {words.replace('fake-model', model)}" in str(caught.value)


@pytest.mark.parametrize(("status", "tries"), [(429, 3), (500, 3), (408, 3), (400, 4), (401, 1), (404, 1)])
def test_only_what_may_pass_is_tried_again(
    server: OpenAIServer, backend: OpenAIBackend, status: int, tries: int
) -> None:
    server.fail(status, times=9, retry_after_ms="1")
    with pytest.raises((ModelRefused, ModelUnreachable)):
        backend.reflector(Meter()).grade_usefulness("q", "a")
    assert len(server.requests) == tries  # 400: once for each form


def test_retry_after_is_honoured(server: OpenAIServer, backend: OpenAIBackend) -> None:
    backend.warm()
    server.fail(429, retry_after_ms="300")
    assert backend.reflector(Meter()).grade_usefulness("q", "a")["verdict"] == 5
    first, second = server.requests
    assert 0.29 < second.started - first.started < 0.45


def test_no_server(connect: Connect) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}/v1"
    with pytest.raises(ModelUnreachable, match=r"127\.0\.0\.1:\d+ did not answer \(.*refused.*Check OPENAI_BASE_URL"):
        connect(url).embedder().embed_query("q")


def test_a_server_that_is_too_slow(server: OpenAIServer, connect: Connect) -> None:
    server.rule = lambda _: Reply("late", delay=1)
    with pytest.raises(ModelUnreachable, match="no reply in time"):
        list(connect(server.url, timeout=0.1).writer(Meter()).write("q", []))


@pytest.mark.parametrize(
    "raw", ["", "<html>Sign in</html>", "[]", "null", '{"choices": null}', '{"error": {"message": "x"}}', "{"]
)
def test_something_that_is_no_chat_server(server: OpenAIServer, backend: OpenAIBackend, raw: str) -> None:
    server.rule = lambda _: Reply(raw=raw)
    with pytest.raises(ModelUnreachable, match="its reply"):
        backend.reflector(Meter()).grade_usefulness("q", "a")
    with pytest.raises((ModelUnreachable, ModelRefused)):
        list(backend.writer(Meter()).write("q", []))


def test_lone_surrogates_do_not_stop_a_request(server: OpenAIServer, backend: OpenAIBackend) -> None:
    assert backend.reflector(Meter()).grade_usefulness("a\ud800b", "a")["verdict"] == 5
    assert len(backend.embedder().embed_query("a\udcffb")) > 0
    assert server.requests[0].data("question") == ["a?b"]


def test_the_server_s_words_are_short_and_inert(server: OpenAIServer, backend: OpenAIBackend) -> None:
    server.fail(400, times=4, message="![x](http://attacker.invalid/x.png) <script>\n`$x$`" + "y" * 500)
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
                server.fail(400, times=4, message=f"Bad request with Authorization: Bearer {KEY} and {KEY}")
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


def test_tracing_by_environment_stays_off(
    server: OpenAIServer, backend: OpenAIBackend, monkeypatch: pytest.MonkeyPatch
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
