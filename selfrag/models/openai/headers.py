"""What goes to a server beside the request itself: the key and nothing else."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import httpx2

_NEEDED = ("host", "accept", "accept-encoding", "connection", "content-type", "content-length", "transfer-encoding")


def only_needed(key: str, program: str) -> "Callable[[httpx2.Request], Awaitable[None]]":
    """A hook: the client takes headers from the environment, names of organizations and secrets of other servers
    among them, and sends them to whatever server it is told to."""

    async def leave_out(request: "httpx2.Request") -> None:
        for name in set(request.headers) - set(_NEEDED):
            del request.headers[name]
        request.headers["authorization"] = f"Bearer {key}"
        request.headers["user-agent"] = program

    return leave_out
