"""Streams as servers write them: how they end, and other shapes of the same answer."""

import json
import socket
import struct
from collections.abc import Callable, Iterator
from threading import Event, Thread

import pytest

from selfrag.bench.openai_server import OpenAIServer, Reply
from selfrag.errors import ModelRefused, ModelUnreachable
from selfrag.models.openai.characters import Characters
from selfrag.ports import CUT, RESTART, Meter, joined
from tests.models.conftest import Backend, Connect

DONE = "data: [DONE]\n\n"
ENDED = {"choices": [{"delta": {}, "finish_reason": "stop"}]}
USAGE = {"choices": [], "usage": {"prompt_tokens": 5, "completion_tokens": 7}}
WHOLE = {"choices": [{"message": {"content": "one two"}, "finish_reason": "stop"}], "usage": USAGE["usage"]}


def piece(text: str) -> dict[str, object]:
    return {"choices": [{"delta": {"content": text}}]}


def lines(*events: object) -> str:
    return "".join(event if isinstance(event, str) else f"data: {json.dumps(event)}\n\n" for event in events)


def streamed(*events: object) -> Reply:
    return Reply(raw=lines(*events), headers={"Content-Type": "text/event-stream"})


def written(backend: Backend, meter: Meter | None = None) -> str:
    return "".join(backend.writer(meter or Meter()).write("q", []))


@pytest.mark.parametrize(
    "events",
    [
        (piece("one"), piece(" two"), DONE),
        (piece("one"), piece(" two"), ENDED),
        (piece("one"), piece(" two"), ENDED, DONE),
        (piece("one"), {"choices": [{"delta": {"content": " two"}, "finish_reason": "stop"}]}),
        ("data: null\n\n", "data: []\n\n", 'data: "x"\n\n', piece("one"), piece(" two"), ENDED),
        (": hello\n\n", "event: x\nid: 1\n", piece("one"), piece(" two"), DONE),
        (lines(piece("one"), piece(" two"), ENDED).replace("\n", "\r\n"),),
        (lines(piece("one"), piece(" two"), ENDED).replace("\n", "\r"),),
        (lines(piece("one"), piece(" two")), "data:" + json.dumps(ENDED)),
        (lines(piece("one"), piece(" two")), 'data: {"choices":\ndata: [{"finish_reason": "stop"}]}\n\n'),
        (WHOLE,),
        (piece("one"), piece(" two"), WHOLE),
        (json.dumps(WHOLE),),
        ("\ufeff\n" + json.dumps(WHOLE, indent=1),),
    ],
)
@pytest.mark.parametrize("kind", ["text/event-stream", "application/json", "text/plain"])
def test_an_answer_is_read_in_all_shapes(
    server: OpenAIServer, backend: Backend, events: tuple[object, ...], kind: str
) -> None:
    server.rule = lambda _: Reply(raw=lines(*events), headers={"Content-Type": kind})
    assert written(backend) == "one two"
    assert len(server.requests) == 1


@pytest.mark.parametrize("events", [(json.dumps(WHOLE),), (piece("one"), piece(" two"), ENDED, USAGE, DONE)])
def test_what_it_cost_is_counted_after_the_end(
    server: OpenAIServer, backend: Backend, events: tuple[object, ...]
) -> None:
    server.rule = lambda _: streamed(*events)
    meter = Meter()
    assert written(backend, meter) == "one two"
    assert (meter.prompt_tokens, meter.completion_tokens) == (5, 7)


def test_text_without_any_end_broke_off(server: OpenAIServer, backend: Backend) -> None:
    server.rule = lambda _: streamed(piece("one"), piece(" two"))
    with pytest.raises(ModelUnreachable, match="the answer broke off"):
        written(backend)


@pytest.mark.parametrize("whole", [True, False])
def test_an_answer_that_was_cut_at_the_limit_says_so_at_its_end(
    server: OpenAIServer, backend: Backend, whole: bool
) -> None:
    server.rule = lambda _: Reply(
        "It costs <thi",
        finish="length",
        raw=json.dumps({"choices": [{"message": {"content": "It costs <thi"}, "finish_reason": "length"}]})
        if whole
        else None,
    )
    writer = backend.writer(Meter())
    for pieces in (list(writer.write("q", [])), list(writer.answer_directly("q", []))):
        assert pieces[-1] == CUT
        assert pieces.count(CUT) == 1
        assert joined(pieces) == "It costs <thi"


def test_thoughts_that_were_cut_are_no_answer(server: OpenAIServer, backend: Backend) -> None:
    server.rule = lambda _: Reply("<think>It costs", finish="length")
    with pytest.raises(ModelRefused, match="wrote nothing"):
        written(backend)


def test_a_model_cannot_say_what_only_a_writer_says(server: OpenAIServer, backend: Backend) -> None:
    server.rule = lambda _: streamed(piece("one"), piece(RESTART), piece(CUT), piece(" two"), ENDED)
    assert list(backend.writer(Meter()).write("q", [])) == ["one", " two"]


def test_an_error_in_the_place_of_a_stream_is_told(server: OpenAIServer, backend: Backend) -> None:
    server.rule = lambda _: streamed(json.dumps({"error": {"message": "no such thing", "code": 400}}))
    with pytest.raises(ModelRefused, match="400: “no such thing”"):
        written(backend)


@pytest.mark.parametrize(
    ("pieces", "text"),
    [
        (["Fee \ud83d", "\ude00 is 30."], "Fee \U0001f600 is 30."),
        (["Fee \ud83d\ude00"], "Fee \U0001f600"),
        (["Fee\ud83d", " is 30."], "Fee\ufffd is 30."),
        (["Fee \ude00", " 30 \ud83d"], "Fee \ufffd 30 \ufffd"),
        (["a\x00b\x1b[0m\x07\x85c\td\n", "e"], "ab[0mc\td\ne"),
    ],
)
def test_characters_are_whole_and_none_controls(
    server: OpenAIServer, backend: Backend, pieces: list[str], text: str
) -> None:
    server.rule = lambda _: streamed(*map(piece, pieces), ENDED)
    assert written(backend) == text


def test_a_half_character_is_held_until_its_other_half_comes() -> None:
    characters = Characters()
    assert [characters.feed("a\ud83d"), characters.feed(""), characters.feed("\ude00b")] == ["a", "", "\U0001f600b"]
    assert characters.finish() == ""


def hang(connection: socket.socket, read: Event, over: Event) -> None:
    over.wait(20)


def hang_up(connection: socket.socket, read: Event, over: Event) -> None:
    connection.shutdown(socket.SHUT_RDWR)


def reset(connection: socket.socket, read: Event, over: Event) -> None:
    read.wait(20)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


Ending = Callable[[socket.socket, Event, Event], None]


class OneStream:
    """A server that sends these events to its first connection, in one chunk, and then ends badly."""

    def __init__(self) -> None:
        self.read, self.over = Event(), Event()
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listening.getsockname()[1]}/v1"

    def start(self, said: str, end: Ending) -> None:
        Thread(target=self._serve, args=(said, end), daemon=True).start()

    def _serve(self, said: str, end: Ending) -> None:
        connection, _ = self.listening.accept()
        with connection:
            connection.recv(65536)
            head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
            connection.sendall(f"{head}{len(said):x}\r\n{said}\r\n".encode())
            end(connection, self.read, self.over)


@pytest.fixture
def one_stream() -> Iterator[OneStream]:
    stream = OneStream()
    yield stream
    stream.over.set()
    stream.listening.close()


def read_from(one_stream: OneStream, backend: Backend) -> Iterator[str]:
    for text in backend.writer(Meter()).write("q", []):
        one_stream.read.set()
        yield text


@pytest.mark.parametrize("end", [hang, hang_up, reset])
@pytest.mark.parametrize("last", [lines(ENDED), DONE])
def test_what_becomes_of_the_connection_after_the_end_does_not_matter(
    one_stream: OneStream, connect: Connect, last: str, end: Ending
) -> None:
    one_stream.start(lines(piece("one"), piece(" two")) + last, end)
    assert "".join(read_from(one_stream, connect(one_stream.url, timeout=20))) == "one two"


@pytest.mark.parametrize("end", [hang_up, reset])
def test_a_connection_that_ends_before_the_answer_does_breaks_it_off(
    one_stream: OneStream, connect: Connect, end: Ending
) -> None:
    one_stream.start(lines(piece("one"), piece(" two")), end)
    with pytest.raises(ModelUnreachable, match="the answer broke off"):
        list(read_from(one_stream, connect(one_stream.url)))
