"""Bounds on what a server may send back, so that one that never ends fills no memory."""

from collections.abc import AsyncGenerator
from typing import TYPE_CHECKING

from selfrag.models.openai.failures import Endless

if TYPE_CHECKING:
    import httpx2

REPLY_BYTES = 32_000_000
"""Above 64 vectors of 8192 numbers, and above a long answer's token probabilities."""
ANSWER_CHARS = 200_000


async def bound(response: "httpx2.Response") -> None:
    """A hook: let whoever reads the response, an error's too, meet Endless after so many bytes, once unpacked."""
    unbounded = response.aiter_bytes

    async def bounded(chunk_size: int | None = None) -> AsyncGenerator[bytes, None]:
        size = 0
        async for chunk in unbounded(chunk_size):
            size += len(chunk)
            if size > REPLY_BYTES:
                await response.aclose()
                raise Endless
            yield chunk

    response.aiter_bytes = bounded  # type: ignore[method-assign]  # all ways of reading end in this one
