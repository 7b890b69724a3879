"""Asks for a JSON object in the strictest form that the server knows: schema, function, JSON mode, or plain text."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from selfrag.models.openai.refused import RequestRefused
from selfrag.models.openai.replies import Reply

RUNGS = ("json_schema", "tools", "json_object", "text")
MAX_TOKENS = 1024
"""Bounds a grader that does not stop; reasoning models count their thoughts too."""


class Form(NamedTuple):
    """The object asked for: its name and the JSON schema of each field, in the order of writing."""

    name: str
    fields: dict[str, dict[str, Any]]


Send = Callable[[dict[str, Any]], Awaitable[Reply]]


class Ladder:
    """Remembers the rung that a model's server takes; until one is found, one request at a time looks for it."""

    def __init__(self) -> None:
        self._from = 0
        self._found = False
        self._finding = asyncio.Lock()

    @property
    def rung(self) -> str:
        """The name of the rung, empty while none is known to work."""
        return RUNGS[self._from] if self._found else ""

    async def ask(self, send: Send, form: Form) -> Reply:
        """The reply on the first rung that the server accepts and answers.

        Raises ModelUnreachable or ModelRefused; RequestRefused only when it refuses plain text too.
        """
        if not self._found:
            async with self._finding:
                if not self._found:
                    return await self._climb_down(send, form)
        return await self._climb_down(send, form)

    async def _climb_down(self, send: Send, form: Form) -> Reply:
        reply, lowest = Reply(""), self._from
        for rung in range(self._from, len(RUNGS)):
            try:
                reply = await send(_options(RUNGS[rung], form))
            except RequestRefused:
                if rung == len(RUNGS) - 1:
                    raise
                lowest = rung + 1 if rung == lowest else lowest
                continue
            if reply.text.strip() or reply.refusal or reply.cut:
                self._remember(lowest if self._found else rung)
                break
        return reply

    def _remember(self, rung: int) -> None:
        """A form that worked once is given up where it is refused, not for an empty reply."""
        self._from, self._found = max(self._from, rung), True


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
        case "tools":
            function = {"name": form.name, "description": "Give the verdict.", "parameters": schema}
            choice = {"type": "function", "function": {"name": form.name}}
            return {"tools": [{"type": "function", "function": function}], "tool_choice": choice}
        case "json_object":
            return {"response_format": {"type": "json_object"}}
    return {}
