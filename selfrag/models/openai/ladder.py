"""Asks for a JSON object in the strictest form that the server knows: schema, function, JSON mode, or plain text."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from selfrag.models.openai.failures import RequestRefused
from selfrag.models.openai.server import Reply, Server
from selfrag.models.prompts import Message
from selfrag.ports import Meter

RUNGS = ("json_schema", "function", "json_object", "text")
MAX_TOKENS = 1024
"""Bounds a grader that does not stop; reasoning models count their thoughts too."""


class Form(NamedTuple):
    """The object asked for: its name and the JSON schema of each field, in the order of writing."""

    name: str
    fields: dict[str, dict[str, Any]]


def ask(server: Server, meter: Meter, messages: Sequence[Message], form: Form) -> Reply:
    """The reply on the first rung that the server accepts and answers, which is remembered.

    Raises ModelUnreachable or ModelRefused; RequestRefused only when it refuses plain text too.
    """
    for rung in range(server.rung, len(RUNGS)):
        last = rung == len(RUNGS) - 1
        try:
            reply = server.complete(
                meter, messages, {"max_completion_tokens": MAX_TOKENS, **_options(RUNGS[rung], form)}
            )
        except RequestRefused:
            if last:
                raise
            continue
        if last or reply.text.strip() or reply.refusal or reply.cut:
            break
    server.remember(rung)
    return reply


def _options(rung: str, form: Form) -> dict[str, Any]:
    schema = {
        "type": "object",
        "properties": form.fields,
        "required": list(form.fields),
        "additionalProperties": False,
    }
    match rung:
        case "json_schema":
            named = {"name": form.name, "strict": True, "schema": schema}
            return {"response_format": {"type": "json_schema", "json_schema": named}}
        case "function":
            function = {"name": form.name, "description": "Give the verdict.", "parameters": schema}
            choice = {"type": "function", "function": {"name": form.name}}
            return {"tools": [{"type": "function", "function": function}], "tool_choice": choice}
        case "json_object":
            return {"response_format": {"type": "json_object"}}
    return {}
