"""Models without a role for rules."""

import pytest

from selfrag.bench.openai_server import OpenAIServer, Reply, Request
from selfrag.errors import ModelRefused
from selfrag.models import prompts
from selfrag.models.rules import ANSWER_DIRECTLY
from selfrag.ports import Meter, Turn
from tests.models.conftest import Backend

REFUSALS = [
    (400, "Developer instruction is not enabled for models/gemma-3-27b-it"),
    (400, "Unsupported value: 'messages[0].role' does not support 'system' with this model."),
    (400, "Conversation roles must alternate user/assistant/user/assistant/..."),
    (400, "Only user and assistant roles are supported!"),
    (500, "System role not supported"),
    (422, "messages.0.role: Input should be 'user' or 'assistant'"),
]
HISTORY = [Turn(question="Hi", answer="Hello.")]


def roles(request: Request) -> list[str]:
    return [message["role"] for message in request.body["messages"]]


@pytest.mark.parametrize(("status", "message"), REFUSALS)
def test_rules_go_before_the_data_where_they_have_no_role(
    server: OpenAIServer, backend: Backend, status: int, message: str
) -> None:
    def picky(request: Request) -> Reply:
        if "system" in roles(request):
            return Reply(status=status, message=message)
        return Reply("fine" if request.body.get("stream") else '{"verdict": 4}')

    server.rule = picky
    assert backend.reflector(Meter()).grade_usefulness("q", "a")["verdict"] == 4
    assert "".join(backend.writer(Meter()).answer_directly("And you?", HISTORY)) == "fine"
    assert [roles(request) for request in server.requests] == [
        ["system", "user"],
        ["user"],
        ["user", "assistant", "user"],
    ]
    rules, asked = prompts.grade_usefulness("q", "a")
    assert server.requests[1].body["messages"][0]["content"] == f"{rules['content']}\n\n{asked['content']}"
    assert [message["content"] for message in server.requests[2].body["messages"]] == [
        f"{ANSWER_DIRECTLY}\n\nHi",
        "Hello.",
        "And you?",
    ]
    assert backend.chat.rung == "json_schema"


def test_a_refused_role_is_found_while_streaming_too(server: OpenAIServer, backend: Backend) -> None:
    server.rule = lambda request: Reply(status=500, message=REFUSALS[4][1]) if "system" in roles(request) else "fine"
    assert "".join(backend.writer(Meter()).write("q", [])) == "fine"
    assert [roles(request) for request in server.requests] == [["system", "user"], ["user"]]


def test_roles_that_are_refused_however_they_are_is_told(server: OpenAIServer, backend: Backend) -> None:
    server.rule = lambda _: Reply(status=400, message="Conversation roles must alternate")
    with pytest.raises(ModelRefused, match="400: “Conversation roles must alternate”"):
        "".join(backend.writer(Meter()).write("q", []))
    assert len(server.requests) == 2
