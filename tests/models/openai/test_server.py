"""What a person who waits for a server can rely on: stops, bounds, retries, models, the end."""

import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from email.utils import formatdate
from typing import Any

import pytest

from selfrag.bench.openai_server import OpenAIServer, Reply, Request
from selfrag.errors import ModelRefused, ModelUnreachable, RunStopped
from selfrag.models.openai import Server, retries
from selfrag.models.openai.loop import hand_over
from selfrag.models.openai.waits import asked_wait, in_words
from selfrag.ports import Meter
from tests.models.conftest import KEY, Backend, Connect

Call = Callable[[Backend, Meter], object]
CALLS: dict[str, Call] = {
    "grade": lambda backend, meter: backend.reflector(meter).grade_usefulness("q", "a"),
    "write": lambda backend, meter: list(backend.writer(meter).write("q", [])),
    "rewrite": lambda backend, meter: backend.writer(meter).rewrite("q", [], []),
    "embed": lambda backend, meter: backend.embedder(meter).embed_query("q"),
    "models": lambda backend, meter: backend.server.models(meter),
}


class Person:
    """Presses Stop as soon as `when` holds."""

    def __init__(self, when: Callable[[], object]) -> None:
        self.when = when
        self.pressed: float | None = None
        self.waits: list[float] = []
        self.threads: set[int] = set()
        self.meter = Meter(self)

    def __call__(self, kind: str, **facts: Any) -> None:
        self.threads.add(threading.get_ident())
        if kind == "waiting":
            self.waits.append(facts["seconds"])
        if self.pressed is None and self.when():
            self.pressed = time.monotonic()
            raise RunStopped

    def stops(self, call: Callable[[Meter], object]) -> float:
        """How long the call went on after that."""
        with pytest.raises(RunStopped):
            call(self.meter)
        assert self.pressed
        return time.monotonic() - self.pressed


@pytest.mark.parametrize("name", CALLS)
def test_a_stop_before_the_reply_aborts_the_request(server: OpenAIServer, backend: Backend, name: str) -> None:
    server.latency = 30
    person = Person(lambda: server.requests)
    assert person.stops(lambda meter: CALLS[name](backend, meter)) < 2
    server.wait_for(lambda: server.requests[0].aborted, 20)
    assert person.threads == {threading.get_ident()}


@pytest.mark.parametrize("said", [0, 3])
def test_a_stop_between_pieces_aborts_the_request(server: OpenAIServer, backend: Backend, said: int) -> None:
    server.token_latency = 0.01
    server.rule = lambda _: Reply("word " * 1000) if said else Reply("late", reasoning="hm " * 1000)
    pieces: list[str] = []
    person = Person(lambda: server.requests and len(pieces) >= said)

    def write(meter: Meter) -> None:
        for piece in backend.writer(meter).write("q", []):
            pieces.append(piece)

    assert person.stops(write) < 2
    assert bool(pieces) == bool(said)
    server.wait_for(lambda: server.requests[0].aborted, 5)


def test_a_stop_while_the_server_is_silent_in_the_middle(server: OpenAIServer, backend: Backend) -> None:
    server.token_latency = 30
    server.rule = lambda _: Reply("one two")
    pieces: list[str] = []

    def write(meter: Meter) -> None:
        for piece in backend.writer(meter).write("q", []):
            pieces.append(piece)

    assert Person(lambda: pieces).stops(write) < 2
    assert pieces == ["one"]
    server.wait_for(lambda: server.requests[0].aborted, 5)


def test_closing_the_stream_aborts_the_request(server: OpenAIServer, backend: Backend) -> None:
    server.token_latency = 0.05
    server.rule = lambda _: "word " * 200
    pieces: Any = backend.writer(Meter()).write("q", [])
    assert next(pieces) == "word"
    pieces.close()
    server.wait_for(lambda: server.requests[0].aborted, 5)


def test_a_stop_while_the_server_asked_to_wait(server: OpenAIServer, backend: Backend) -> None:
    server.fail(429, retry_after="60")
    person = Person(lambda: person.waits)
    assert person.stops(lambda meter: CALLS["grade"](backend, meter)) < 2
    assert person.waits == [60.0]
    assert len(server.requests) == 1


def test_a_stop_while_others_hold_all_places(server: OpenAIServer, connect: Connect) -> None:
    backend = connect(server.url, parallel=1)
    server.rule = lambda _: Reply("late", delay=30)
    first, second = Person(lambda: second.pressed), Person(lambda: server.requests)
    with ThreadPoolExecutor() as pool:
        held = pool.submit(first.stops, lambda meter: CALLS["write"](backend, meter))
        server.wait_for(lambda: server.requests)
        assert second.stops(lambda meter: CALLS["rewrite"](backend, meter)) < 2
        held.result()
    assert (len(server.requests), second.meter.chat) == (1, 0)


@pytest.fixture
def deaf() -> Iterator[str]:
    """An address that takes no more connections and does not refuse them."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(0)
        address = listening.getsockname()
        waiting = [socket.socket() for _ in range(4)]
        for each in waiting:
            each.setblocking(False)
            each.connect_ex(address)
        yield f"http://127.0.0.1:{address[1]}/v1"
        for each in waiting:
            each.close()


def test_a_stop_while_connecting(connect: Connect, deaf: str) -> None:
    person = Person(lambda: person.meter.embed)
    assert person.stops(lambda meter: CALLS["embed"](connect(deaf, timeout=30), meter)) < 2


def test_no_more_requests_are_open_than_allowed_and_those_that_wait_do_not_time_out(
    server: OpenAIServer, connect: Connect
) -> None:
    backend = connect(server.url, parallel=3, timeout=3)
    server.latency = 0.75  # four and a half seconds in all
    with ThreadPoolExecutor(18) as pool:
        queries = list(pool.map(lambda n: backend.writer(Meter()).rewrite(f"q{n}", [], []), range(18)))
    assert queries == [f"q{n} details" for n in range(18)]
    assert server.most_open == 3
    assert len(server.requests) == 18


def test_a_wait_that_the_server_asks_for_is_kept_and_told(
    server: OpenAIServer, backend: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retries, "TOLD_FROM", 0.2)
    server.fail(429, retry_after_ms="100")
    server.fail(503, retry_after="0.4")
    person = Person(lambda: False)
    assert backend.writer(person.meter).rewrite("q", [], []) == "q details"
    started = [request.started for request in server.requests]
    assert started[1] - started[0] >= 0.1
    assert started[2] - started[1] >= 0.4
    assert person.waits == [0.4]
    assert person.threads == {threading.get_ident()}
    assert person.meter.chat == 3


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "7"}, 7),
        ({"retry-after": "0.25"}, 0.25),
        ({"retry-after-ms": "1500", "retry-after": "9"}, 1.5),
        ({"retry-after-ms": "soon", "retry-after": "9"}, 9),
        ({"retry-after": "inf"}, float("inf")),
        *(({"retry-after": value}, None) for value in ("", "0", "-1", "nan", "soon", "Mon, 99 Foo 9999")),
        ({}, None),
    ],
)
def test_waits_in_every_form(headers: dict[str, str], seconds: float | None) -> None:
    assert asked_wait(headers) == seconds


@pytest.mark.parametrize(("later", "seconds"), [(3600, pytest.approx(3600, abs=60)), (-3600, None)])
def test_a_wait_until_a_time(later: int, seconds: Any) -> None:
    assert asked_wait({"retry-after": formatdate(time.time() + later, usegmt=True)}) == seconds


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (20, "20 seconds"),
        (121, "3 minutes"),
        (7201, "3 hours"),
        (200_000, "more than a day"),
        (1e400, "more than a day"),
    ],
)
def test_waits_in_words(seconds: float, words: str) -> None:
    assert in_words(seconds) == words


@pytest.mark.parametrize(("status", "asks"), [(429, "121"), (503, "121"), (429, "86400")])
def test_a_wait_that_is_too_long_is_told_at_once(
    server: OpenAIServer, backend: Backend, status: int, asks: str
) -> None:
    server.fail(status, retry_after=asks)
    with pytest.raises(ModelRefused, match=r"asks to wait (3 minutes|24 hours), then try again"):
        CALLS["rewrite"](backend, Meter())
    assert len(server.requests) == 1


def test_pauses_grow_and_vary() -> None:
    class State:
        attempt_number = 0
        outcome: Any = None

    def pause(attempt: int) -> float:
        state: Any = State()
        state.attempt_number = attempt
        state.outcome = type("Outcome", (), {"result": lambda self: retries.Failure(ModelRefused("no"))})()
        return retries._pause(state)

    longest = [0.5, 1, 2, 4, 8, 8]
    for attempt, most in enumerate(longest, 1):
        pauses = {pause(attempt) for _ in range(50)}
        assert len(pauses) > 40
        assert most / 2 <= min(pauses) <= max(pauses) <= most


def test_the_models_are_listed_in_order(server: OpenAIServer, backend: Backend) -> None:
    server.models = ("qwen3", "gemma", "llama")
    assert backend.server.models(Meter()) == ["gemma", "llama", "qwen3"]
    for raw in ('{"models": [{"name": "b"}, {"id": "a"}]}', '["b", "a", "a", 3]'):
        server.rule = lambda _, raw=raw: Reply(raw=raw)
        assert backend.server.models(Meter()) == ["a", "b"]


def test_a_server_without_a_list_of_models_says_what_to_do(server: OpenAIServer, backend: Backend) -> None:
    server.models = None
    with pytest.raises(ModelRefused, match=r"lists no models \(.*\): type the model's name"):
        backend.server.models(Meter())


def test_a_page_instead_of_a_list_of_models(server: OpenAIServer, backend: Backend) -> None:
    server.rule = lambda _: Reply(raw="<html><head><title>x</title></head><body>Sign <b>in</b></body></html>")
    with pytest.raises(ModelUnreachable, match="its reply is not what a model server sends: Sign in"):
        backend.server.models(Meter())


def test_a_closed_server_takes_no_requests(server: OpenAIServer, backend: Backend) -> None:
    CALLS["grade"](backend, Meter())
    for _ in range(2):
        backend.server.close()
    for call in CALLS.values():
        with pytest.raises(ModelUnreachable, match="was closed"):
            call(backend, Meter())
    assert len(server.requests) == 1
    assert not any(thread.name == "models" and thread.is_alive() for thread in threading.enumerate())


def test_closing_aborts_what_is_open(server: OpenAIServer, backend: Backend) -> None:
    server.latency = 30
    with ThreadPoolExecutor() as pool:
        asking = [pool.submit(CALLS[name], backend, Meter()) for name in ("grade", "write", "embed")]
        server.wait_for(lambda: len(server.requests) == 3)
        backend.server.close()
        for each in asking:
            with pytest.raises(ModelUnreachable, match="was closed"):
                each.result(5)
    server.wait_for(lambda: all(request.aborted for request in server.requests), 5)


def test_a_server_that_was_never_asked_closes_too() -> None:
    Server(api_key=KEY, url=None, timeout=1, parallel=16, attempts=6).close()


def test_an_address_may_be_made_when_it_is_needed(server: OpenAIServer) -> None:
    made: list[int] = []

    def start() -> str:
        made.append(threading.get_ident())
        return server.url

    local = Server(api_key=KEY, url=start, timeout=5, parallel=16, attempts=6)
    local.warm()
    assert (made, local.host) == ([], "localhost")
    assert local.models(Meter()) == ["fake-model"]
    assert local.host == server.url[7:-3]
    assert threading.get_ident() not in made
    local.close()


def test_an_address_that_cannot_be_made_is_told(server: OpenAIServer) -> None:
    def start() -> str:
        raise ModelUnreachable("The file is gone.")

    local = Server(api_key=KEY, url=start, timeout=5, parallel=16, attempts=6)
    with pytest.raises(ModelUnreachable, match="The file is gone"):
        local.models(Meter())
    local.close()


@pytest.mark.parametrize(
    ("url", "key"), [("http://127.0.0.1:x", KEY), ("http://127.0.0.1:9", "키"), ("http://127.0.0.1:9", "k\n")]
)
def test_what_cannot_be_sent_is_told(url: str, key: str) -> None:
    odd = Server(api_key=key, url=url, timeout=5, parallel=16, attempts=6)
    odd.warm()
    with pytest.raises((ModelUnreachable, ModelRefused), match=r"no address|no key can have") as caught:
        odd.models(Meter())
    assert "키" not in str(caught.value)
    odd.close()


def test_pieces_come_before_the_result_and_in_order(backend: Backend) -> None:
    async def work() -> None:
        for n in range(100):
            hand_over(str(n))

    assert list(backend.server.follow(Meter(), work())) == [str(n) for n in range(100)]


def test_a_meter_beats_several_times_a_second_also_while_pieces_rush_by(server: OpenAIServer, backend: Backend) -> None:
    beats: list[str] = []
    server.token_latency = 0.005
    server.rule = lambda _: "word " * 200
    list(backend.writer(Meter(lambda kind, **_: beats.append(kind))).write("q", []))
    assert len(beats) >= 5


def test_requests_of_many_threads_share_connections(server: OpenAIServer, backend: Backend) -> None:
    def kinds(request: Request) -> None:
        assert request.headers["authorization"] == f"Bearer {KEY}"

    server.rule = kinds
    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(lambda n: backend.writer(Meter()).rewrite(str(n), [], []), range(64))) == {
            f"{n} details" for n in range(64)
        }
    assert server.most_open <= 16


def test_the_client_is_loaded_only_when_it_is_needed() -> None:
    code = "import sys, selfrag.models.openai; print({'openai', 'httpx2', 'tenacity'} & set(sys.modules))"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "set()"


def test_nothing_but_the_key_goes_to_the_server(
    server: OpenAIServer, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("ORG_ID", "PROJECT_ID", "ADMIN_KEY", "WEBHOOK_SECRET"):
        monkeypatch.setenv(f"OPENAI_{name}", "MARKER-private")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "X-Secret: MARKER-private\nAuthorization: Bearer MARKER-private")
    backend = connect(server.url)
    for call in CALLS.values():
        call(backend, Meter())
    assert len(server.requests) == len(CALLS)
    for request in server.requests:
        assert request.headers["authorization"] == f"Bearer {KEY}"
        assert "MARKER-private" not in str(request.headers)
        assert not any(name.startswith(("x-", "openai")) for name in request.headers)
