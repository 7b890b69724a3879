"""A streamed reply, read piece by piece."""

import asyncio
from contextlib import aclosing
from typing import TYPE_CHECKING, Any

from selfrag.models.openai.bounds import ANSWER_CHARS
from selfrag.models.openai.characters import Characters
from selfrag.models.openai.events import DONE, events
from selfrag.models.openai.failures import BrokenOff, Endless, UnreadableReply
from selfrag.models.openai.loop import hand_over
from selfrag.models.openai.replies import Event, Reply, Usage, parsed, read_event, read_reply, read_usage

if TYPE_CHECKING:
    import openai

PATH = "/chat/completions"
SECONDS_AFTER_THE_END = 1.0
"""Of silence; what is still to come tells at most what the reply cost."""
SECONDS_AFTER_ALL = 0.1
"""Of silence; the connection may be used again where it ends in time."""


class Pieces:
    """A streamed reply on its way to the thread that waits for it."""

    def __init__(self) -> None:
        self.begun = False
        self.usage = Usage()
        self._chars = 0
        self._characters = Characters()
        self._refusal = self._finish = ""
        self._seen = self._done = False

    async def follow(self, client: "openai.AsyncOpenAI", body: dict[str, Any]) -> Reply:
        """Hands over the pieces; the reply at the end holds no text. Raises BrokenOff where none of it says so.

        Raises Endless where it says too much. A reason to end, or the sign that all was sent, is an end: whatever
        becomes of the connection then.
        """
        import httpx2
        from openai import AsyncStream

        stream = await client.post(PATH, cast_to=object, body=body, stream=True, stream_cls=AsyncStream[object])
        async with stream:
            try:
                await self._read(stream.response)
            except (httpx2.RequestError, TimeoutError):
                if not self._ended:
                    raise
        self._hand_over(self._characters.finish())
        if not self._seen:
            raise UnreadableReply(None)
        if not self._ended:
            raise BrokenOff
        return Reply("", refusal=self._refusal, cut=self._finish == "length")

    @property
    def _ended(self) -> bool:
        return bool(self._finish) or self._done

    async def _read(self, response: Any) -> None:
        now = asyncio.get_running_loop().time
        async with asyncio.timeout(None) as silence:
            async with aclosing(events(response.aiter_bytes())) as told:
                async for whole, data in told:
                    self._take(whole, data)
                    if self._ended:
                        silence.reschedule(now() + (SECONDS_AFTER_ALL if self._done else SECONDS_AFTER_THE_END))

    def _take(self, whole: bool, data: str) -> None:
        if whole:
            self._take_whole(parsed(data))
        elif data.strip().startswith(DONE):
            self._done = self._seen = True
        elif not self._done and isinstance(event := parsed(data), dict):
            self._take_event(read_event(event))

    def _take_event(self, event: Event) -> None:
        self._seen = True
        self.usage = event.usage or self.usage  # some servers tell the sum so far with every piece
        self._refusal, self._finish = self._refusal + event.refusal, event.finish or self._finish
        self._hand_over(self._characters.feed(event.text or ("" if self.begun else event.whole)))

    def _take_whole(self, answer: object) -> None:
        """Some servers do not stream, though asked to."""
        reply = read_reply(answer)
        self._seen = self._done = True
        self.usage, self._refusal, self._finish = read_usage(answer), reply.refusal, "length" if reply.cut else ""
        self._hand_over(self._characters.feed(reply.text))

    def _hand_over(self, text: str) -> None:
        if text:
            self.begun = True
            self._chars += len(text)
            if self._chars > ANSWER_CHARS:
                raise Endless
            hand_over(text)
