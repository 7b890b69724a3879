"""Answers streamed over HTTP."""

import json

import pytest

from selfrag.bench.openai_server import OpenAIServer, Reply, Request, tokens
from selfrag.errors import ContextTooLong, ModelRefused, ModelUnreachable
from selfrag.models.openai import pieces
from selfrag.ports import RESTART, Meter, joined
from tests.models.conftest import Backend, Connect
from tests.models.samples import passage

STEAK = [passage("a", "The signature steak costs 35,000 won. It is grilled.")]


def test_an_answer_comes_in_pieces_and_its_tokens_are_counted(server: OpenAIServer, backend: Backend) -> None:
    meter = Meter()
    pieces = list(backend.writer(meter).write("What does it cost?", STEAK))
    assert "".join(pieces) == "The signature steak costs 35,000 won. [1]"
    assert len(pieces) > 5
    assert meter.chat == 1
    assert meter.tokens > len(pieces)
    assert server.requests[0].body["stream"] is True


def test_the_first_piece_does_not_wait_for_the_last(server: OpenAIServer, backend: Backend) -> None:
    server.token_latency = 1.0
    pieces = backend.writer(Meter()).write("What does it cost?", STEAK)
    next(pieces)
    assert server.requests[0].ended is None  # the last comes after 10 s
    pieces.close()  # type: ignore[attr-defined]


@pytest.mark.parametrize("text", ["<think>35,000? [9]</think>\n\nIt costs 35,000 won. [1]", "It costs 35,000 won. [1]"])
def test_thoughts_are_not_shown(server: OpenAIServer, backend: Backend, text: str) -> None:
    server.rule = lambda _: text
    assert "".join(backend.writer(Meter()).write("q", STEAK)) == "It costs 35,000 won. [1]"


def test_a_thought_without_its_opening_tag_is_taken_back(server: OpenAIServer, backend: Backend) -> None:
    server.rule = lambda _: "35,000? [9] </think> It costs 35,000 won. [1]"
    writer = backend.writer(Meter())
    for said in (list(writer.write("q", STEAK)), list(writer.answer_directly("q", []))):
        assert said[0] != RESTART
        assert said.count(RESTART) == 1
        assert joined(said) == "It costs 35,000 won. [1]"


def test_closing_the_iterator_hangs_up(server: OpenAIServer, backend: Backend) -> None:
    server.token_latency = 0.2
    server.rule = lambda _: "word " * 200
    pieces = backend.writer(Meter()).write("q", STEAK)
    assert next(pieces) == "word"
    pieces.close()  # type: ignore[attr-defined]
    server.wait_for(lambda: server.requests[0].aborted, 20)  # the last would come after 40 s


def test_an_answer_cut_in_the_middle_is_a_failure_after_what_came(server: OpenAIServer, backend: Backend) -> None:
    server.rule = lambda _: Reply("one two three four", cut=2)
    pieces = backend.writer(Meter()).write("q", STEAK)
    assert [next(pieces), next(pieces)] == ["one", " two"]
    with pytest.raises(ModelUnreachable, match="did not answer"):
        next(pieces)


def test_an_error_in_the_middle_of_a_stream_is_told(server: OpenAIServer, backend: Backend) -> None:
    raw = 'data: {"error": {"message": "overloaded"}}\n\n'
    server.rule = lambda _: Reply(raw=raw, headers={"Content-Type": "text/event-stream"})
    with pytest.raises(ModelRefused, match="failed in the middle: “overloaded”"):
        list(backend.writer(Meter()).write("q", STEAK))


@pytest.mark.parametrize("text", ["", "<think>hm</think>", "<think>hm", "hm hm </think>", "hm hm </think> \n"])
def test_an_empty_answer_is_a_failure(server: OpenAIServer, backend: Backend, text: str) -> None:
    server.rule = lambda _: text
    with pytest.raises(ModelRefused, match="wrote nothing"):
        list(backend.writer(Meter()).write("q", STEAK))


def test_a_server_without_stream_options_still_streams(server: OpenAIServer, backend: Backend) -> None:
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
def test_a_rewritten_query_is_one_new_line(server: OpenAIServer, backend: Backend, reply: str, query: str) -> None:
    server.rule = lambda _: reply
    assert backend.writer(Meter()).rewrite("What does it cost?", [], ["steak?"]) == query


def test_braces_and_markup_reach_the_model_as_they_are(server: OpenAIServer, backend: Backend) -> None:
    text = 'Use {question} and {0}, <b>bold</b>, $5, "quotes" ![x](http://attacker.invalid/x.png)'
    list(backend.writer(Meter()).write("What is {0}? {{x}}", [passage("a", text)]))
    request = server.requests[0]
    assert request.data("passage") == [f"Menu.pdf, page 1\n{text}"]
    assert request.data("question") == ["What is {0}? {{x}}"]


def test_reasoning_is_not_shown(server: OpenAIServer, backend: Backend) -> None:
    server.rule = lambda _: Reply("It costs 35,000 won. [1]", reasoning="35,000? [9]")
    assert "".join(backend.writer(Meter()).write("q", STEAK)) == "It costs 35,000 won. [1]"


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        (Reply(None, refusal="I can't help with <b>that</b>."), "I can't help with ‹b›that‹/b›."),
        (Reply(None, finish="content_filter"), "its output was filtered"),
        (Reply("one two", finish="content_filter"), "its output was filtered"),
        (Reply(status=400, message="It was filtered.", code="content_filter"), "“It was filtered.”"),
    ],
)
def test_a_refusal_is_told_as_one(server: OpenAIServer, backend: Backend, reply: Reply, why: str) -> None:
    server.rule = lambda _: reply
    with pytest.raises(ModelRefused) as caught:
        list(backend.writer(Meter()).write("q", STEAK))
    assert str(caught.value) == f"The model refused: {why} (ask in other words, or choose another model)."
    assert len(server.requests) == 1


@pytest.mark.parametrize("reasoning", [None, "hm hm hm"])
def test_a_stream_that_breaks_before_its_first_piece_is_asked_for_again(
    server: OpenAIServer, backend: Backend, hurried: None, reasoning: str | None
) -> None:
    cut = [0 if reasoning is None else 2, None]
    server.rule = lambda _: Reply("one two", reasoning=reasoning, cut=cut.pop(0))
    meter = Meter()
    assert "".join(backend.writer(meter).write("q", STEAK)) == "one two"
    assert (len(server.requests), meter.chat) == (2, 2)


def test_a_stream_that_broke_after_its_first_piece_is_not_asked_for_again(
    server: OpenAIServer, backend: Backend, hurried: None
) -> None:
    server.rule = lambda _: Reply("one two three four", cut=2)
    with pytest.raises(ModelUnreachable, match="the answer broke off"):
        list(backend.writer(Meter()).write("q", STEAK))
    assert len(server.requests) == 1


def test_an_answer_that_does_not_end_is_given_up_after_what_came(
    server: OpenAIServer, backend: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pieces, "ANSWER_CHARS", 30)
    server.rule = lambda _: "word " * 100
    said: list[str] = []
    with pytest.raises(ModelUnreachable, match="its reply does not end"):
        for piece in backend.writer(Meter()).write("q", STEAK):
            said.append(piece)
    assert "".join(said) == "word " * 5 + "word"
    assert len(server.requests) == 1


def test_silence_after_the_first_piece_is_a_broken_answer(server: OpenAIServer, connect: Connect) -> None:
    server.token_latency = 20
    server.rule = lambda _: Reply("one two three")
    pieces = connect(server.url, timeout=2).writer(Meter()).write("q", STEAK)
    assert next(pieces) == "one"
    with pytest.raises(ModelUnreachable, match="the answer broke off"):
        next(pieces)
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("error", "requests"),
    [({"message": "overloaded", "code": 503}, 2), ({"message": "slow down", "code": "429"}, 2), ({"code": 400}, 1)],
)
def test_an_error_event_before_the_first_piece_counts_as_its_status(
    server: OpenAIServer, backend: Backend, hurried: None, error: dict[str, object], requests: int
) -> None:
    raw = f"data: {json.dumps({'error': error})}\n\n"
    replies = [Reply(raw=raw, headers={"Content-Type": "text/event-stream"}), Reply("fine")]
    server.rule = lambda _: replies.pop(0)
    if requests == 1:
        with pytest.raises(ModelRefused, match="refused the request"):
            list(backend.writer(Meter()).write("q", STEAK))
    else:
        assert "".join(backend.writer(Meter()).write("q", STEAK)) == "fine"
    assert len(server.requests) == requests


def test_an_error_event_after_the_first_piece_is_told_and_nothing_is_repeated(
    server: OpenAIServer, backend: Backend, hurried: None
) -> None:
    events = [{"choices": [{"delta": {"content": "one"}}]}, {"error": {"message": "overloaded", "code": 503}}]
    raw = "".join(f"data: {json.dumps(event)}\n\n" for event in events)
    server.rule = lambda _: Reply(raw=raw, headers={"Content-Type": "text/event-stream"})
    pieces = backend.writer(Meter()).write("q", STEAK)
    assert next(pieces) == "one"
    with pytest.raises(ModelUnreachable, match="503: “overloaded”"):
        next(pieces)
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    "error",
    [
        {"message": "The request exceeds the available context size", "type": "exceed_context_size_error", "code": 400},
        {"message": "Trying to keep the first 5000 tokens when context the overflows."},
        "The prompt is too long",
    ],
)
def test_a_context_that_is_too_long_may_be_told_inside_the_stream(
    server: OpenAIServer, backend: Backend, error: object
) -> None:
    raw = f"data: {json.dumps({'error': error})}\n\n"
    server.rule = lambda _: Reply(raw=raw, headers={"Content-Type": "text/event-stream"})
    with pytest.raises(ContextTooLong, match="“fake-model” cannot read so much"):
        list(backend.writer(Meter()).write("q", STEAK))
    assert len(server.requests) == 1


@pytest.mark.parametrize("raw", ["data: {\n\n", "data: [1]\n\n", "hello\n\n", "", "data: [[[[[\n\n"])
def test_a_stream_that_cannot_be_read_is_told(server: OpenAIServer, backend: Backend, raw: str) -> None:
    server.rule = lambda _: Reply(raw=raw, headers={"Content-Type": "text/event-stream"})
    with pytest.raises(ModelUnreachable, match="its reply is not what a model server sends"):
        list(backend.writer(Meter()).write("q", STEAK))
    assert len(server.requests) == 1


def test_a_server_that_does_not_stream_still_answers(server: OpenAIServer, backend: Backend) -> None:
    choice = {"message": {"content": "It costs 35,000 won. [1]"}, "finish_reason": "stop"}
    usage = {"prompt_tokens": 5, "completion_tokens": 7}
    server.rule = lambda _: Reply(raw=json.dumps({"choices": [choice], "usage": usage}))
    meter = Meter()
    assert "".join(backend.writer(meter).write("q", STEAK)) == "It costs 35,000 won. [1]"
    assert (meter.prompt_tokens, meter.completion_tokens) == (5, 7)


def test_odd_events_are_read_as_far_as_they_go(server: OpenAIServer, backend: Backend) -> None:
    events: list[object] = [
        {"choices": []},
        {"choices": None},
        {"choices": [{"delta": None}]},
        {"choices": [{"delta": {"content": None}}]},
        {"choices": [{"delta": {"content": [{"type": "thinking", "thinking": []}, {"type": "text", "text": "one"}]}}]},
        {"choices": [{"delta": {"content": " two"}, "finish_reason": "stop"}]},
    ]
    raw = "".join(f"data: {json.dumps(event)}\n\n" for event in events) + "data: [DONE]\n\n"
    server.rule = lambda _: Reply(raw=raw, headers={"Content-Type": "text/event-stream"})
    meter = Meter()
    assert "".join(backend.writer(meter).write("q", STEAK)) == "one two"
    assert meter.tokens == 0


def test_what_was_read_and_written_is_counted_apart(server: OpenAIServer, backend: Backend) -> None:
    meter = Meter()
    list(backend.writer(meter).write("What does it cost?", STEAK))
    assert meter.prompt_tokens == server.requests[0].size
    assert meter.completion_tokens == len(tokens("The signature steak costs 35,000 won. [1]"))
    assert meter.tokens == server.requests[0].tokens
