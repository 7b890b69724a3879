"""A model file behind llama.cpp's server: what is refused, and a real small model that starts, answers and stops."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import Any, get_args
from urllib.parse import urlsplit

import pytest

from selfrag.errors import ContextTooLong, RunStopped, SettingsError
from selfrag.models import gguf
from selfrag.models.gguf import LocalServer
from selfrag.models.openai import OpenAIChat, Server
from selfrag.ports import Meter, RelVerdict, RetrieveVerdict, SupVerdict, Turn
from tests.models.samples import claim, passage
from tests.needs import imported, model_file

psutil = imported("psutil")
imported("xllamacpp")

CONTEXT = 2048
QUESTION = "What does the signature steak cost?"
MENU = [
    passage("a", "The signature steak costs 35,000 won. It is grilled over oak.", page=2),
    passage("b", "The house wine comes from the Loire.", page=9),
]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "cannot be read (No such file or directory): correct SELFRAG_GGUF"),
        (b"", "is not a GGUF file: name a model file that ends in .gguf in SELFRAG_GGUF"),
        (b"%PDF-1.7 GGUF", "is not a GGUF file"),
    ],
)
def test_what_is_no_model_file_is_told_before_anything_starts(
    tmp_path: Path, content: bytes | None, message: str
) -> None:
    path = tmp_path / "model.gguf"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(SettingsError) as told:
        LocalServer(path, parallel=2)
    assert message in str(told.value)
    assert str(path) in str(told.value)


def test_the_missing_package_is_told_with_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gguf, "find_spec", lambda name: None)
    with pytest.raises(SettingsError, match=r"xllamacpp.*pip install -r requirements-gguf\.txt"):
        LocalServer(tmp_path / "model.gguf", parallel=2)


def test_a_damaged_model_is_told_with_the_reason(tmp_path: Path) -> None:
    path = tmp_path / "<b>model.gguf"
    path.write_bytes(b"GGUF" + b"\xff" * 100)
    server = LocalServer(path, parallel=2)
    with pytest.raises(SettingsError) as told:
        server.url()
    server.close()
    assert "cannot be loaded (" in str(told.value)
    assert "version" in str(told.value)


def test_a_closed_one_starts_nothing(tmp_path: Path) -> None:
    path = tmp_path / "model.gguf"
    path.write_bytes(b"GGUF")
    server = LocalServer(path, parallel=2)
    server.close()
    with pytest.raises(SettingsError, match=r"“model\.gguf” was put away"):
        server.url()


def test_lines_that_a_library_prints_are_no_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, talking = tmp_path / "model.gguf", tmp_path / "python"
    path.write_bytes(b"GGUF")
    said = ["ggml: loading", "", "[1]", "7", "{", '{"address": 7}', '{"address": "http://127.0.0.1:9"}', "later"]
    talking.write_text("#!/bin/sh\nread asked\n" + "".join(f"echo '{line}'\n" for line in said) + "cat > /dev/null\n")
    talking.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(talking))
    server = LocalServer(path, parallel=2)
    assert server.url() == "http://127.0.0.1:9/v1"
    server.close()


def get(url: str, path: str, key: str = "") -> tuple[int, Any]:
    connection = HTTPConnection(urlsplit(url).netloc, timeout=300)
    try:
        connection.request("GET", path, headers={"Authorization": f"Bearer {key}"})
        response = connection.getresponse()
        return response.status, json.loads(response.read())
    finally:
        connection.close()


def child() -> Any:
    [process] = [each for each in psutil.Process().children() if "selfrag.models.gguf_child" in each.cmdline()]
    return process


def wait_until_gone(pid: int) -> None:
    until = monotonic() + 60
    while psutil.pid_exists(pid) and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE:
        assert monotonic() < until
        sleep(0.05)


@pytest.mark.slow
def test_it_serves_on_loopback_with_a_key_and_stops() -> None:
    server = LocalServer(model_file(), parallel=2, context_tokens=CONTEXT)
    url = server.url()
    assert server.url() == url
    process = child()
    assert {each.laddr.ip for each in process.net_connections() if each.status == "LISTEN"} == {"127.0.0.1"}
    assert server.key not in " ".join(process.cmdline()) + str(process.environ())
    assert get(url, "/v1/models")[0] == 401
    status, models = get(url, "/v1/models", server.key)
    assert (status, [model["id"] for model in models["data"]]) == (200, [model_file().stem])
    server.close()
    assert not process.is_running()
    with pytest.raises(ConnectionRefusedError):
        get(url, "/health")
    again = LocalServer(model_file(), parallel=2, context_tokens=CONTEXT)
    assert get(again.url(), "/health") == (200, {"status": "ok"})
    assert again.key != server.key
    again.close()


@pytest.mark.slow
def test_it_starts_again_after_it_died() -> None:
    server = LocalServer(model_file(), parallel=2, context_tokens=CONTEXT)
    first = server.url()
    child().kill()
    until = monotonic() + 60
    while server.url() == first:  # its threads take a moment to die
        assert monotonic() < until
        sleep(0.05)
    assert get(server.url(), "/v1/models", server.key)[0] == 200
    server.close()


@pytest.mark.slow
def test_it_can_be_closed_in_the_middle_of_loading() -> None:
    server = LocalServer(model_file(), parallel=2, context_tokens=CONTEXT)
    errors: list[str] = []

    def start() -> None:
        try:
            server.url()
        except SettingsError as error:
            errors.append(str(error))

    starting = Thread(target=start)
    starting.start()
    while not [each for each in psutil.Process().children() if "selfrag.models.gguf_child" in each.cmdline()]:
        sleep(0.01)
    server.close()
    starting.join(60)
    assert len(errors) == 1
    assert "was put away" in errors[0]


def test_it_can_be_closed_before_there_is_a_process_to_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    server = LocalServer(model_file(), parallel=2, context_tokens=CONTEXT)
    begin = subprocess.Popen

    def closed_meanwhile(*given: Any, **named: Any) -> Any:
        server.close()
        return begin(*given, **named)

    monkeypatch.setattr(subprocess, "Popen", closed_meanwhile)
    with pytest.raises(SettingsError, match="was put away"):
        server.url()


@pytest.mark.slow
def test_it_ends_with_a_process_that_was_killed() -> None:
    code = (
        "import sys, pathlib; from selfrag.models.gguf import LocalServer\n"
        "server = LocalServer(pathlib.Path(sys.argv[1]), parallel=2, context_tokens=512)\n"
        "server.url(); print(server._child.pid, flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", code, str(model_file())]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as app:
        assert app.stdout
        pid = int(app.stdout.readline())
        assert psutil.pid_exists(pid)
        app.send_signal(signal.SIGKILL)
    wait_until_gone(pid)


@pytest.fixture(scope="module")
def chat() -> Iterator[OpenAIChat]:
    local = LocalServer(model_file(), parallel=2, context_tokens=CONTEXT)
    server = Server(api_key=local.key, url=local.url, timeout=600, parallel=2, attempts=6)
    yield OpenAIChat(server, model_file().stem)
    server.close()
    local.close()


@pytest.mark.slow
def test_every_verdict_is_one_of_the_allowed(chat: OpenAIChat) -> None:
    meter = Meter()
    reflector = chat.reflector(meter)
    history = [Turn(question=QUESTION, answer="It costs 35,000 won. [1]")]
    for past in ([], history):
        assert reflector.decide_retrieval(QUESTION, past)["verdict"] in get_args(RetrieveVerdict)
    relevance = reflector.grade_passages(QUESTION, MENU)
    assert len(relevance) == len(MENU)
    assert {each["verdict"] for each in relevance} <= set(get_args(RelVerdict))
    support = reflector.grade_support([claim("The steak costs 35,000 won.", "a"), claim("It is blue.")], MENU)
    assert len(support) == 2
    assert {each["verdict"] for each in support} <= set(get_args(SupVerdict))
    assert reflector.grade_usefulness(QUESTION, "35,000 won.")["verdict"] in (1, 2, 3, 4, 5, None)
    assert chat.rung == "json_schema"
    assert "logprobs" in {each["basis"] for each in [*relevance, *support]}
    assert meter.chat == 6
    assert meter.completion_tokens > 0


@pytest.mark.slow
def test_the_writer_streams_and_stops_at_once(chat: OpenAIChat) -> None:
    stopped = False

    def progress(kind: str, **facts: Any) -> None:
        if stopped:
            raise RunStopped

    pieces = chat.writer(Meter(progress)).write(QUESTION, MENU)
    assert "".join([next(pieces), next(pieces), next(pieces)])
    stopped = True
    began = monotonic()
    with pytest.raises(RunStopped):
        list(pieces)
    assert monotonic() - began < 2


@pytest.mark.slow
def test_a_context_that_is_too_long_is_told_as_such(chat: OpenAIChat) -> None:
    long = passage("long", "The steak costs 35,000 won. " * 500)
    with pytest.raises(ContextTooLong, match="cannot read so much at once"):
        list(chat.writer(Meter()).write(QUESTION, [long]))
