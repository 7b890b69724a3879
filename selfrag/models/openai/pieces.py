"""A streamed reply, read piece by piece."""

from typing import TYPE_CHECKING, Any

from selfrag.models.openai.bounds import ANSWER_CHARS
from selfrag.models.openai.failures import BrokenOff, Endless, UnreadableReply
from selfrag.models.openai.loop import hand_over
from selfrag.models.openai.replies import Reply, Usage, parsed, read_event, read_reply, read_usage

if TYPE_CHECKING:
    import openai

PATH = "/chat/completions"


class Pieces:
    """A streamed reply on its way to the thread that waits for it."""

    def __init__(self) -> None:
        self.begun = False
        self._chars = 0
        self.usage = Usage()

    async def follow(self, client: "openai.AsyncOpenAI", body: dict[str, Any]) -> Reply:
        """Hands over the pieces; the reply at the end holds no text. Raises BrokenOff where none of it says so.

        Raises Endless where it says too much.
        """
        from openai import AsyncStream

        stream = await client.post(PATH, cast_to=object, body=body, stream=True, stream_cls=AsyncStream[object])
        refusal = finish = ""
        seen = False
        async with stream:
            if "json" in stream.response.headers.get("content-type", ""):
                return self._whole(await stream.response.aread())
            async for data in stream:
                seen, event = True, read_event(data)
                self.usage = event.usage or self.usage  # some servers tell the sum so far with every piece
                refusal, finish = refusal + event.refusal, event.finish or finish
                self._hand_over(event.text)
        if not seen:
            raise UnreadableReply(None)
        if not finish:
            raise BrokenOff
        return Reply("", refusal=refusal)

    def _whole(self, body: bytes) -> Reply:
        """Some servers do not stream, though asked to."""
        answer = parsed(body)
        self.usage = read_usage(answer)
        reply = read_reply(answer)
        self._hand_over(reply.text)
        return Reply("", refusal=reply.refusal)

    def _hand_over(self, text: str) -> None:
        if text:
            self.begun = True
            self._chars += len(text)
            if self._chars > ANSWER_CHARS:
                raise Endless
            hand_over(text)
