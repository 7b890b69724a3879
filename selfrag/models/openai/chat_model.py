"""One chat model of a server: whole replies for graders, pieces for the writer."""

from collections.abc import Awaitable, Callable, Generator, Sequence
from dataclasses import replace
from typing import Any

from selfrag.errors import ContextTooLong
from selfrag.models.openai.accepted import TOP_LOGPROBS, Accepted, without_limit
from selfrag.models.openai.failures import Asked, Failure, inert
from selfrag.models.openai.ladder import MAX_TOKENS, Form, Ladder
from selfrag.models.openai.loop import hand_over
from selfrag.models.openai.pieces import PATH, Pieces
from selfrag.models.openai.reasoned import said_at_last
from selfrag.models.openai.refused import ContentRefused, RequestRefused
from selfrag.models.openai.replies import Reply, Usage, read_reply, read_usage
from selfrag.models.openai.server import Server
from selfrag.models.prompts import Message
from selfrag.ports import CUT, Meter

_Options = dict[str, Any]
_Send = Callable[[_Options], Awaitable[Reply | Failure]]
_GRADERS: _Options = {"temperature": 0.0, "logprobs": True, "top_logprobs": TOP_LOGPROBS}
_WRITER: _Options = {"temperature": 0.0, "stream_options": {"include_usage": True}}


class ChatModel:
    """Remembers the rung of the ladder and the optional parameters that its server refuses.

    Every method raises ModelUnreachable or ModelRefused, of these ContextTooLong where the text does not fit.
    """

    def __init__(self, server: Server, name: str) -> None:
        self.server = server
        self.name = name
        self._ladder = Ladder()
        self._accepted = Accepted()

    @property
    def rung(self) -> str:
        """How verdicts are asked for: json_schema, tools, json_object or text; empty while that is not known."""
        return self._ladder.rung

    async def ask(
        self, meter: Meter, messages: Sequence[Message], form: Form, *, max_tokens: int = MAX_TOKENS
    ) -> Reply:
        """The reply to a request for an object, in the strictest form that the server takes."""
        options = {**_GRADERS, "max_completion_tokens": max_tokens}

        async def send(shape: _Options) -> Reply:
            return _judged(await self._whole(meter, messages, shape, options))

        try:
            return await self._ladder.ask(send, form, hash(tuple(message["content"] for message in messages)))
        except RequestRefused as error:
            refused, sent = error, self._accepted.of(options)
        if not sent:
            raise refused
        reply = await self._whole(meter, messages, {}, {})
        self._accepted.leave_out(sent)  # it is one of these that the server refused, without naming it
        return _judged(reply)

    async def complete(self, meter: Meter, messages: Sequence[Message]) -> Reply:
        """A whole reply in plain text."""
        options = {"temperature": 0.0, "max_completion_tokens": MAX_TOKENS}
        return await self._whole(meter, messages, {}, options)

    def stream(self, meter: Meter, messages: Sequence[Message]) -> Generator[str, None, None]:
        """The reply in pieces as they come, then `CUT` where it was cut; closing the generator aborts the request."""
        yield from self.server.follow(meter, self._streamed(meter, messages))

    async def _whole(self, meter: Meter, messages: Sequence[Message], shape: _Options, options: _Options) -> Reply:
        def read(answer: object) -> Reply:
            _count(meter, read_usage(answer))
            return read_reply(answer)

        async def send(body: _Options) -> Reply | Failure:
            return await self.server.post(meter, asked, PATH, {**body, **shape}, read)

        asked = replace(self._asked, shaped=bool(shape))
        reply = await self._persuaded(send, messages, options)
        if isinstance(reply, Reply):
            return reply
        if isinstance(reply.error, ContentRefused):
            return Reply("", refusal=reply.error.why)
        raise reply.error

    async def _persuaded(self, send: _Send, messages: Sequence[Message], options: _Options) -> Reply | Failure:
        """What comes back once the server names no optional parameter or role any more that it refuses."""
        while True:
            sent, given = self._accepted.of(options), self._accepted.messages(messages)
            body = {"model": self.name, "messages": given}
            result = await send({**body, **sent})
            if not isinstance(result, Failure):
                return result
            if isinstance(result.error, ContextTooLong):
                fewer = without_limit(sent, result.words)
                return result if fewer == sent else await send({**body, **fewer})
            if not isinstance(result.error, RequestRefused):
                return result
            self._accepted.learn(sent, result.words)
            if self._accepted.of(options) == sent and self._accepted.messages(messages) == given:
                return result

    async def _streamed(self, meter: Meter, messages: Sequence[Message]) -> None:
        async def send(body: _Options) -> Reply | Failure:
            pieces = Pieces()
            try:
                return await self.server.send(
                    meter,
                    self._asked,
                    lambda client: pieces.follow(client, {**body, "stream": True}),
                    lambda: pieces.begun,
                )
            finally:
                _count(meter, pieces.usage)

        reply = await self._persuaded(send, messages, _WRITER)
        if isinstance(reply, Failure):
            raise reply.error
        if reply.refusal:
            raise ContentRefused(inert(reply.refusal, self._asked.key))
        if reply.cut:
            hand_over(CUT)

    @property
    def _asked(self) -> Asked:
        return self.server.asked(self.name, "chat")


def _judged(reply: Reply) -> Reply:
    """Some servers take all that a reasoning model says for its thoughts."""
    if reply.text.strip() or reply.cut:
        return reply
    return reply._replace(text=said_at_last(reply.thoughts), tokens=())


def _count(meter: Meter, usage: Usage) -> None:
    meter.add(prompt_tokens=usage.prompt, completion_tokens=usage.completion)
