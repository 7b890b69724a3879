"""Answers streamed over HTTP."""

import time

import pytest

from selfrag.errors import ModelRefused, ModelUnreachable
from selfrag.models.openai import OpenAIBackend
from selfrag.ports import Meter
from tests.models.samples import passage
from selfrag.bench.openai_server import OpenAIServer, Reply, Request

STEAK = [passage("a", "The signature steak costs 35,000 won. It is grilled.")]


def test_an_answer_comes_in_pieces_and_its_tokens_are_counted(server: OpenAIServer, backend: OpenAIBackend) -> None:
    meter = Meter()
    pieces = list(backend.writer(meter).write("What does it cost?", STEAK))
    assert "".join(pieces) == "The signature steak costs 35,000 won. [1]"
    assert len(pieces) > 5
    assert meter.chat == 1
    assert meter.tokens > len(pieces)
    assert server.requests[0].body["stream"] is True


def test_the_first_piece_does_not_wait_for_the_last(server: OpenAIServer, backend: OpenAIBackend) -> None:
    backend.warm()
    server.token_latency = 0.1
    began = time.monotonic()
    next(backend.writer(Meter()).write("What does it cost?", STEAK))
    assert time.monotonic() - began < 0.3


@pytest.mark.parametrize("text", ["<think>35,000? [9]</think>\n\nIt costs 35,000 won. [1]", "It costs 35,000 won. [1]"])
def test_thoughts_are_not_shown(server: OpenAIServer, backend: OpenAIBackend, text: str) -> None:
    server.rule = lambda _: text
    assert "".join(backend.writer(Meter()).write("q", STEAK)) == "It costs 35,000 won. [1]"


def test_closing_the_iterator_hangs_up(server: OpenAIServer, backend: OpenAIBackend) -> None:
    server.token_latency = 0.05
    server.rule = lambda _: "word " * 200
    pieces = backend.writer(Meter()).write("q", STEAK)
    assert next(pieces) == "word"
    pieces.close()  # type: ignore[attr-defined]
    deadline = time.monotonic() + 2
    while not server.requests[0].aborted and time.monotonic() < deadline:
        time.sleep(0.02)
    assert server.requests[0].aborted


def test_an_answer_cut_in_the_middle_is_a_failure_after_what_came(server: OpenAIServer, backend: OpenAIBackend) -> None:
    server.rule = lambda _: Reply("one two three four", cut=2)
    pieces = backend.writer(Meter()).write("q", STEAK)
    assert [next(pieces), next(pieces)] == ["one", " two"]
    with pytest.raises(ModelUnreachable, match="did not answer"):
        next(pieces)


def test_an_error_in_the_middle_of_a_stream_is_told(server: OpenAIServer, backend: OpenAIBackend) -> None:
    raw = 'data: {"error": {"message": "overloaded"}}\n\n'
    server.rule = lambda _: Reply(raw=raw, headers={"Content-Type": "text/event-stream"})
    with pytest.raises(ModelRefused, match="failed in the middle: “overloaded”"):
        list(backend.writer(Meter()).write("q", STEAK))


def test_an_answer_that_ends_without_an_end_is_a_failure(server: OpenAIServer, backend: OpenAIBackend) -> None:
    server.rule = lambda _: Reply("one two", finish=None)
    with pytest.raises(ModelUnreachable, match="the answer broke off"):
        list(backend.writer(Meter()).write("q", STEAK))


@pytest.mark.parametrize("text", ["", "<think>hm</think>", "<think>hm"])
def test_an_empty_answer_is_a_failure(server: OpenAIServer, backend: OpenAIBackend, text: str) -> None:
    server.rule = lambda _: text
    with pytest.raises(ModelRefused, match="wrote nothing"):
        list(backend.writer(Meter()).write("q", STEAK))


def test_a_server_without_stream_options_still_streams(server: OpenAIServer, backend: OpenAIBackend) -> None:
    def old(request: Request) -> Reply | None:
        return Reply(status=400, message="unknown field stream_options") if "stream_options" in request.body else None

    server.rule = old
    assert "".join(backend.writer(Meter()).answer_directly("hi", [])) == "Hello."


@pytest.mark.parametrize(
    ("reply", "query"),
    [
        ("signature steak price", "signature steak price"),
        ('"signature steak price"\n', "signature steak price"),
        ("<think>hm</think>Query: steak price", "steak price"),
        ("검색어: 스테이크 가격", "스테이크 가격"),
        ("STEAK?\nsteak cost", "steak cost"),
        ("steak?", "What does it cost?"),
        ("", "What does it cost?"),
        ("menu: steak: price", "menu: steak: price"),
    ],
)
def test_a_rewritten_query_is_one_new_line(
    server: OpenAIServer, backend: OpenAIBackend, reply: str, query: str
) -> None:
    server.rule = lambda _: reply
    assert backend.writer(Meter()).rewrite("What does it cost?", [], ["steak?"]) == query


def test_braces_and_markup_reach_the_model_as_they_are(server: OpenAIServer, backend: OpenAIBackend) -> None:
    text = 'Use {question} and {0}, <b>bold</b>, $5, "quotes" ![x](http://attacker.invalid/x.png)'
    list(backend.writer(Meter()).write("What is {0}? {{x}}", [passage("a", text)]))
    request = server.requests[0]
    assert request.data("passage") == [f"Menu.pdf, page 1\n{text}"]
    assert request.data("question") == ["What is {0}? {{x}}"]
