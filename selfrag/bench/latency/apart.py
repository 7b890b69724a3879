"""The stand-in server in a process of its own, so that its work is not taken for the work of who asks it."""

from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.managers import BaseManager
from typing import Any, Protocol

from selfrag.bench.latency.script import Script
from selfrag.bench.openai_server import OpenAIServer


class ServerApart(Protocol):
    """What the benchmark asks of the server; each call crosses to the other process."""

    def url(self) -> str:
        """Where it answers."""

    def slow(self, latency: float, token: float, grader_token: float) -> None:
        """Seconds for a call, for each streamed token after the first, and for each token of a whole reply."""

    def forget(self) -> None:
        """Begin to count anew."""

    def kinds(self) -> list[str]:
        """The kinds of all requests since then."""


class _Hosted:
    """Lives in the other process, for as long as its manager does."""

    def __init__(self, answer_tokens: int) -> None:
        self._server = OpenAIServer(Script(answer_tokens).rule)
        self._server.__enter__()

    def url(self) -> str:
        return self._server.url

    def slow(self, latency: float, token: float, grader_token: float) -> None:
        server = self._server
        server.latency, server.token_latency, server.whole_token_latency = latency, token, grader_token

    def forget(self) -> None:
        self._server.requests.clear()

    def kinds(self) -> list[str]:
        return [request.kind for request in self._server.requests]


class _Manager(BaseManager):
    """Starts and ends the process."""


_Manager.register("hosted", _Hosted)


@contextmanager
def server_apart(answer_tokens: int) -> Iterator[ServerApart]:
    """A server that gives answers of so many tokens; it ends with the block."""
    with _Manager(ctx=get_context("spawn")) as manager:
        hosted: Any = manager
        yield hosted.hosted(answer_tokens)
