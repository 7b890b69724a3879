"""Verdicts from servers that know more or less about structured output."""

import json
import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from selfrag.bench.openai_server import OpenAIServer, Reply, Request
from selfrag.errors import ContextTooLong, ModelRefused, RunStopped
from selfrag.models.openai import ChatModel
from selfrag.models.openai.forms import IS_USE
from selfrag.models.openai.replies import Reply as WholeReply
from selfrag.models.openai.replies import read_reply
from selfrag.models.probabilities import Token
from selfrag.models.prompts import grade_usefulness
from selfrag.ports import Meter
from tests.models.conftest import Backend, Connect
from tests.models.samples import passage

FORMS = ("json_schema", "tools", "json_object", "text")
STEAK = [passage("a", "The steak costs 35,000 won.")]


@pytest.mark.parametrize("refused", range(4))
def test_the_first_form_that_the_server_takes_is_used_and_remembered(
    server: OpenAIServer, backend: Backend, refused: int
) -> None:
    server.refuse = FORMS[:refused]
    for _ in range(2):
        graded = backend.reflector(Meter()).grade_passages("What does the steak cost?", STEAK)
        assert (graded[0]["verdict"], graded[0]["reason"]) == ("relevant", "Shared words: 1.")
    assert [request.form for request in server.requests] == [*FORMS[: refused + 1], FORMS[refused]]
    assert backend.chat.rung == FORMS[refused]


def test_a_server_that_answers_a_form_with_nothing_is_asked_in_the_next(server: OpenAIServer, backend: Backend) -> None:
    server.rule = lambda request: Reply(None) if request.form == "json_schema" else None
    assert backend.reflector(Meter()).grade_usefulness("q", "a")["verdict"] == 5
    assert [request.form for request in server.requests] == ["json_schema", "tools"]


def test_a_request_that_is_refused_in_every_form_is_told_and_nothing_is_remembered(
    server: OpenAIServer, backend: Backend
) -> None:
    server.fail(422, times=5, message="bad")
    meter = Meter()
    with pytest.raises(ModelRefused, match=r"refused the request \(422: “bad”\): change what it names"):
        backend.reflector(meter).grade_usefulness("q", "a")
    assert [request.form for request in server.requests] == [*FORMS, "text"]
    assert "temperature" not in server.requests[-1].body
    assert (meter.chat, backend.chat.rung) == (5, "")
    assert backend.reflector(Meter()).grade_usefulness("q", "a")["verdict"] == 5
    assert server.requests[-1].form == "json_schema"


def test_plain_words_are_read_where_a_server_ignores_the_form(server: OpenAIServer, backend: Backend) -> None:
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
    server: OpenAIServer, backend: Backend, message: dict[str, object]
) -> None:
    server.rule = lambda _: Reply(raw=json.dumps({"choices": [{"message": message, "finish_reason": "stop"}]}))
    assert backend.reflector(Meter()).grade_usefulness("q", "a")["verdict"] == 3


@pytest.mark.parametrize("name", ["temperature", "max_completion_tokens", "logprobs"])
def test_a_parameter_refused_by_name_is_left_out_from_then_on(
    server: OpenAIServer, backend: Backend, name: str
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


def test_graders_are_cold_short_and_not_streamed(server: OpenAIServer, backend: Backend) -> None:
    backend.reflector(Meter()).grade_passages("q", STEAK)
    body = server.requests[0].body
    assert (body["temperature"], body["max_completion_tokens"], body.get("stream")) == (0.0, 1024, None)
    schema = body["response_format"]["json_schema"]
    assert schema["name"] == "is_rel"
    assert list(schema["schema"]["properties"]) == schema["schema"]["required"] == ["reason", "verdict"]


def test_many_threads_share_one_backend(connect: Connect) -> None:
    with OpenAIServer(refuse=("json_schema",)) as server, ThreadPoolExecutor(8) as pool:
        backend = connect(server.url)
        graded = list(pool.map(lambda n: backend.reflector(Meter()).grade_usefulness("q", str(n)), range(16)))
    assert [use["verdict"] for use in graded] == [5] * 16


@pytest.mark.parametrize(
    "refuse",
    [
        lambda request: "this is a bad request" if "logprobs" in request.body else None,
        lambda request: "this is a bad request" if "temperature" in request.body else None,
    ],
)
def test_a_parameter_that_is_refused_without_its_name_is_found_too(
    server: OpenAIServer, backend: Backend, refuse: Callable[[Request], str | None]
) -> None:
    server.rule = lambda request: Reply(status=400, message=why) if (why := refuse(request)) else None
    for _ in range(2):
        assert backend.reflector(Meter()).grade_usefulness("q", "a")["verdict"] == 5
    assert [request.form for request in server.requests] == [*FORMS, "text", "json_schema"]
    assert backend.chat.rung == "json_schema"


def test_fewer_token_probabilities_are_asked_for_where_that_many_are_refused(
    server: OpenAIServer, backend: Backend
) -> None:
    server.refuse = ("top_logprobs",)
    for _ in range(2):
        assert backend.reflector(Meter()).grade_usefulness("q", "a")["verdict"] == 5
    assert [request.body.get("top_logprobs") for request in server.requests] == [20, 5, 5]
    assert all(request.body["logprobs"] for request in server.requests)


def test_servers_that_do_not_know_the_new_name_of_the_limit_get_the_old_one(
    server: OpenAIServer, backend: Backend
) -> None:
    server.refuse = ("max_completion_tokens",)
    for _ in range(2):
        assert backend.reflector(Meter()).grade_usefulness("q", "a")["verdict"] == 5
    assert [request.body.get("max_tokens") for request in server.requests] == [None, 1024, 1024]
    server.refuse = ("max_completion_tokens", "max_tokens")
    assert backend.reflector(Meter()).grade_usefulness("q", "a")["verdict"] == 5
    assert "max_tokens" not in server.requests[-1].body


def test_while_no_form_is_known_to_work_only_one_request_looks_for_it(server: OpenAIServer, backend: Backend) -> None:
    server.refuse = ("json_schema", "tools")
    server.latency = 0.05
    with ThreadPoolExecutor(8) as pool:
        graded = list(pool.map(lambda n: backend.reflector(Meter()).grade_usefulness("q", str(n)), range(8)))
    assert [use["verdict"] for use in graded] == [5] * 8
    assert [request.form for request in server.requests] == ["json_schema", "tools"] + ["json_object"] * 8
    assert server.most_open > 1  # the others, once it is found


def test_where_the_one_that_looks_is_stopped_another_goes_on(server: OpenAIServer, backend: Backend) -> None:
    server.rule = lambda request: Reply("", delay=30) if "first" in request.prompt else None
    stopped = Event()

    def stop(kind: str, **facts: object) -> None:
        if stopped.is_set():
            raise RunStopped

    with ThreadPoolExecutor() as pool:
        first = pool.submit(backend.reflector(Meter(stop)).grade_usefulness, "first", "a")
        server.wait_for(lambda: server.requests)
        second = pool.submit(backend.reflector(Meter()).grade_usefulness, "second", "a")
        stopped.set()
        with pytest.raises(RunStopped):
            first.result(5)
        assert second.result(5)["verdict"] == 5


def test_one_empty_reply_does_not_lower_a_form_that_worked(server: OpenAIServer, backend: Backend) -> None:
    backend.reflector(Meter()).grade_usefulness("q", "a")
    server.rule = lambda request: Reply("") if request.form == "json_schema" and "odd" in request.prompt else None
    assert backend.reflector(Meter()).grade_usefulness("odd", "a")["verdict"] == 5
    assert backend.reflector(Meter()).grade_usefulness("q", "a")["verdict"] == 5
    assert [request.form for request in server.requests] == ["json_schema", "json_schema", "tools", "json_schema"]


def test_a_form_that_worked_is_kept_when_the_next_is_refused_after_an_empty_reply(
    server: OpenAIServer, backend: Backend
) -> None:
    backend.reflector(Meter()).grade_usefulness("q", "a")
    server.refuse = ("tools",)
    server.rule = lambda request: Reply("") if request.form == "json_schema" and "odd" in request.prompt else None
    assert backend.reflector(Meter()).grade_usefulness("odd", "a")["verdict"] == 5
    assert backend.chat.rung == "json_schema"
    backend.reflector(Meter()).grade_usefulness("q", "a")
    assert server.requests[-1].form == "json_schema"


def test_a_form_that_is_refused_later_is_given_up_with_those_refused_after_it(
    server: OpenAIServer, backend: Backend
) -> None:
    backend.reflector(Meter()).grade_usefulness("q", "a")
    server.refuse = ("json_schema", "tools")
    assert backend.reflector(Meter()).grade_usefulness("q", "a")["verdict"] == 5
    assert backend.chat.rung == "json_object"


@pytest.mark.parametrize(
    ("status", "message", "forms"),
    [
        (500, "Internal error: grammar", ("json_schema", "tools", "json_object")),
        (500, "json_schema is not implemented", ("json_schema",)),
        (404, "No endpoints found that can handle the requested parameters.", ("json_schema", "json_object")),
        (404, "No endpoints found that support tool use.", ("json_schema", "tools")),
    ],
)
def test_other_ways_of_refusing_a_form_lead_to_the_next(
    server: OpenAIServer, backend: Backend, *, status: int, message: str, forms: tuple[str, ...]
) -> None:
    server.rule = lambda request: Reply(status=status, message=message) if request.form in forms else None
    taken = next(form for form in FORMS if form not in forms)
    for _ in range(2):
        assert backend.reflector(Meter()).grade_usefulness("q", "a")["verdict"] == 5
    assert backend.chat.rung == taken
    assert [request.form for request in server.requests] == [*FORMS[: FORMS.index(taken) + 1], taken]


def test_a_failure_of_the_server_names_no_form_where_none_was_asked_for(
    server: OpenAIServer, backend: Backend, hurried: None
) -> None:
    server.fail(500, times=1, message="the function timed out")
    assert backend.writer(Meter()).rewrite("What?", [], ["What?"]) == "What? details"
    assert [request.status for request in server.requests] == [500, 200]


def test_where_replies_are_empty_in_every_form_they_are_taken_as_they_are_until_one_is_not(
    server: OpenAIServer, backend: Backend
) -> None:
    server.rule = lambda _: Reply("")
    for question in ("one", "two"):
        assert backend.reflector(Meter()).grade_usefulness(question, "a")["verdict"] is None
    assert [request.form for request in server.requests] == [*FORMS, "json_schema"]
    assert backend.chat.rung == "json_schema"
    server.rule = None
    assert backend.reflector(Meter()).grade_usefulness("three", "a")["verdict"] == 5
    server.rule = lambda request: Reply("") if request.form == "json_schema" else None
    assert backend.reflector(Meter()).grade_usefulness("four", "a")["verdict"] == 5
    assert [request.form for request in server.requests[5:]] == ["json_schema", "json_schema", "tools"]


def test_empty_replies_are_waited_for_at_once(server: OpenAIServer, backend: Backend) -> None:
    server.latency = 0.05
    server.rule = lambda _: Reply("")
    graded = backend.reflector(Meter()).grade_passages("q", [passage(str(n), f"Passage {n}.") for n in range(6)])
    assert [rel["verdict"] for rel in graded] == ["unknown"] * 6
    assert len(server.requests) == len(FORMS) + 5
    assert server.most_open == 5


@pytest.mark.parametrize(
    ("reasoning", "verdict"),
    [
        ('{"verdict": 4}', 4),
        ('Is it 2? {"verdict": 2} No.\n```json\n{"verdict": 4}\n```', 4),
        ('It is {"verdict": 2}?</think>\n4', 4),
        ('It may be {"verdict": 2}, or not.', None),
        ("It is 2.", None),
        ({"verdict": 2}, None),
    ],
)
def test_a_verdict_among_the_thoughts_is_read_where_there_is_nothing_else(
    server: OpenAIServer, backend: Backend, reasoning: object, verdict: int | None
) -> None:
    message = {"content": "", "reasoning_content": reasoning}
    server.rule = lambda _: Reply(raw=json.dumps({"choices": [{"message": message, "finish_reason": "stop"}]}))
    assert backend.reflector(Meter()).grade_usefulness("q", "a")["verdict"] == verdict
    assert len(server.requests) == (len(FORMS) if verdict is None else 1)


def test_thoughts_that_were_cut_hold_no_verdict(server: OpenAIServer, backend: Backend) -> None:
    server.rule = lambda _: Reply("", reasoning='{"verdict": 4}', finish="length")
    assert backend.reflector(Meter()).grade_usefulness("q", "a")["verdict"] is None
    assert len(server.requests) == 1


def bad(request: Request, word: str = "odd") -> Reply | None:
    odd = word in request.prompt and request.form in ("json_schema", "tools")
    return Reply(status=400, message="Invalid request: text could not be processed") if odd else None


def test_a_form_that_worked_is_kept_where_one_request_alone_is_refused(server: OpenAIServer, backend: Backend) -> None:
    backend.reflector(Meter()).grade_usefulness("q", "a")
    server.rule = bad
    for question in ("odd", "odd", "q", "odd 2", "q"):
        assert backend.reflector(Meter()).grade_usefulness(question, "a")["verdict"] == 5
    odd = ["json_schema", "tools", "json_object"]
    forms = [request.form for request in server.requests]
    assert forms == ["json_schema", *odd, *odd, "json_schema", *odd, "json_schema"]
    assert backend.chat.rung == "json_schema"


def test_a_form_is_given_up_where_two_requests_in_a_row_are_refused_without_its_name(
    server: OpenAIServer, backend: Backend
) -> None:
    backend.reflector(Meter()).grade_usefulness("q", "a")
    server.rule = bad
    for question in ("odd 1", "odd 2", "q"):
        assert backend.reflector(Meter()).grade_usefulness(question, "a")["verdict"] == 5
    assert backend.chat.rung == "json_object"
    assert server.requests[-1].form == "json_object"


@pytest.mark.parametrize("refused", [bad, lambda request: Reply("") if request.form in FORMS[:2] else None])
def test_the_first_request_alone_does_not_lower_the_form(
    server: OpenAIServer, backend: Backend, refused: Callable[[Request], Reply | None]
) -> None:
    server.rule = refused
    backend.reflector(Meter()).grade_usefulness("odd", "a")
    assert backend.chat.rung == ""
    server.rule = None
    backend.reflector(Meter()).grade_usefulness("q", "a")
    assert [request.form for request in server.requests] == ["json_schema", "tools", "json_object", "json_schema"]
    assert backend.chat.rung == "json_schema"


@pytest.mark.parametrize("refused", [bad, lambda request: Reply("") if request.form in FORMS[:2] else None])
def test_the_second_request_that_is_not_answered_either_lowers_it(
    server: OpenAIServer, backend: Backend, refused: Callable[[Request], Reply | None]
) -> None:
    server.rule = refused
    for question in ("odd 1", "odd 2", "odd 3"):
        backend.reflector(Meter()).grade_usefulness(question, "a")
    down = ["json_schema", "tools", "json_object"]
    assert [request.form for request in server.requests] == [*down, *down, "json_object"]
    assert backend.chat.rung == "json_object"


def test_a_context_that_is_too_long_is_asked_about_once(server: OpenAIServer, backend: Backend) -> None:
    server.context_tokens = 10
    model = ChatModel(backend.server, "fake-model")
    with pytest.raises(ContextTooLong, match=r"“fake-model” cannot read so much at once .*keep fewer passages"):
        backend.server.run(Meter(), model.ask(Meter(), grade_usefulness("q", "a"), IS_USE))
    assert len(server.requests) == 1


def test_a_limit_of_the_reply_that_leaves_no_room_is_left_out_once(server: OpenAIServer, backend: Backend) -> None:
    message = "'max_completion_tokens' is too large: 1024. This model's maximum context length is 2048 tokens."
    server.fail(400, message=message)
    for _ in range(2):
        assert backend.reflector(Meter()).grade_usefulness("q", "a")["verdict"] == 5
    limits = [request.body.get("max_completion_tokens") for request in server.requests]
    assert limits == [1024, None, 1024]


def test_probabilities_of_tokens_are_told(server: OpenAIServer, backend: Backend) -> None:
    place = {"token": "yes", "logprob": math.log(0.7), "bytes": None}
    other = [{"token": "yes", "logprob": math.log(0.7)}, {"token": "no", "logprob": math.log(0.2)}]
    choice = {
        "message": {"content": "yes"},
        "finish_reason": "stop",
        "logprobs": {"content": [{**place, "top_logprobs": other}]},
    }
    server.rule = lambda _: Reply(raw=json.dumps({"choices": [choice]}))
    model = ChatModel(backend.server, "fake-model")
    reply = backend.server.run(Meter(), model.ask(Meter(), grade_usefulness("q", "a"), IS_USE, max_tokens=7))
    assert reply.text == "yes"
    assert reply.tokens == (Token("yes", {"yes": pytest.approx(0.7), "no": pytest.approx(0.2)}),)
    assert server.requests[0].body["max_completion_tokens"] == 7


@pytest.mark.parametrize(
    "logprobs",
    ["x", {}, {"content": None}, {"content": ["x"]}, {"content": [{"token": 1}]}, {"content": [{"logprob": 0}]}],
)
def test_odd_probabilities_are_none(logprobs: object) -> None:
    body = {"choices": [{"message": {"content": "yes"}, "logprobs": logprobs}]}
    assert read_reply(body) == WholeReply("yes")


@pytest.mark.parametrize(("logprob", "share"), [(10**400, None), (-(10**400), 0.0), (-math.inf, 0.0), (7, 1.0)])
def test_a_probability_without_bounds_is_none_or_nothing(logprob: float, share: float | None) -> None:
    place = {"token": "yes", "logprob": math.log(0.5), "top_logprobs": [{"token": "no", "logprob": logprob}]}
    reply = read_reply({"choices": [{"message": {"content": "yes"}, "logprobs": {"content": [place]}}]})
    assert reply.tokens[0].alternatives.get("no") == share


def test_a_filter_in_front_of_the_model_is_a_refusal(server: OpenAIServer, backend: Backend) -> None:
    server.fail(400, message="The response was filtered by our content management policy.", code="content_filter")
    graded = backend.reflector(Meter()).grade_usefulness("q", "a")
    assert graded["verdict"] is None
    assert "The model refused: “The response was filtered" in graded["reason"]
    assert len(server.requests) == 1
