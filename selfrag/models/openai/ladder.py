"""Asks for a JSON object in the strictest form that the server knows: schema, function, JSON mode, or plain text."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from itertools import takewhile
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


class _Doubt(NamedTuple):
    """Why a request was not answered on a rung, empty where it was refused by name; and which request that was."""

    why: str
    asked: int


_EMPTY = "empty"
Send = Callable[[dict[str, Any]], Awaitable[Reply]]


class Ladder:
    """Remembers the rung that a model's server takes; until one is found, one request at a time looks for it.

    A rung is given up where it is refused by name, or where two different requests in a row were not answered on it:
    one request alone may be odd. A form that worked once is not given up for empty replies.
    """

    def __init__(self) -> None:
        self._from = 0
        self._found = False
        self._silent = False
        self._doubts: dict[int, _Doubt] = {}
        self._finding = asyncio.Lock()

    @property
    def rung(self) -> str:
        """The name of the rung, empty while none is known to work."""
        return RUNGS[self._from] if self._found else ""

    async def ask(self, send: Send, form: Form, asked: int) -> Reply:
        """The reply on the first rung that the server accepts and answers; `asked` tells requests apart.

        Raises ModelUnreachable or ModelRefused; RequestRefused only when it refuses plain text too.
        """
        if not self._found:
            async with self._finding:
                if not self._found:
                    return await self._climb_down(send, form, asked)
        return await self._climb_down(send, form, asked)

    async def _climb_down(self, send: Send, form: Form, asked: int) -> Reply:
        reply, first = Reply(""), self._from
        passed: list[_Doubt] = []
        for rung in range(first, len(RUNGS)):
            try:
                reply = await send(_options(RUNGS[rung], form))
            except RequestRefused as error:
                if rung == len(RUNGS) - 1:
                    raise
                passed.append(_Doubt(error.why, asked))
                continue
            if reply.text.strip() or reply.refusal or reply.cut:
                self._silent = False
                self._remember(first, passed)
                return reply
            if self._silent:
                return reply
            passed.append(_Doubt(_EMPTY, asked))
        self._silent = True
        self._remember(first, list(takewhile(lambda doubt: not doubt.why, passed)))
        return reply

    def _remember(self, first: int, passed: Sequence[_Doubt]) -> None:
        """The rung behind those that were passed by, as far as these are to be given up."""
        lowest = first
        for rung, doubt in enumerate(passed, first):
            if lowest == rung and self._gives_up(rung, doubt):
                lowest = rung + 1
            elif doubt.why:
                self._doubts[rung] = doubt
        taken = first + len(passed)
        self._doubts.pop(taken, None)
        self._from = max(self._from, lowest)
        self._found = self._found or self._from >= taken

    def _gives_up(self, rung: int, doubt: _Doubt) -> bool:
        if not doubt.why:
            return True
        if doubt.why == _EMPTY and self._found:
            return False
        before = self._doubts.get(rung)
        return before is not None and before.why == doubt.why and before.asked != doubt.asked


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
