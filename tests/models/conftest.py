"""A local server, and a backend that speaks to it."""

from collections.abc import Callable, Iterator

import pytest

from selfrag.bench.openai_server import OpenAIServer
from selfrag.models.openai import (
    OpenAIChat,
    OpenAIEmbedder,
    OpenAIEmbeddings,
    OpenAIReflector,
    OpenAIWriter,
    Server,
    retries,
)
from selfrag.ports import Meter

KEY = "sk-test-MARKER"


class Backend:
    """The chat and the embedding model of one server."""

    def __init__(self, url: str, *, timeout: float = 15, parallel: int = 16, together: bool = False) -> None:
        self.server = Server(api_key=KEY, url=url, timeout=timeout, parallel=parallel, attempts=6)
        self.chat = OpenAIChat(self.server, "fake-model", together=together)
        self.embeddings = OpenAIEmbeddings(self.server, "fake-embedding")

    def warm(self) -> None:
        self.chat.warm()

    def reflector(self, meter: Meter) -> OpenAIReflector:
        return self.chat.reflector(meter)

    def writer(self, meter: Meter) -> OpenAIWriter:
        return self.chat.writer(meter)

    def embedder(self, meter: Meter | None = None) -> OpenAIEmbedder:
        return self.embeddings.embedder(meter or Meter())


Connect = Callable[..., Backend]


@pytest.fixture(scope="session")
def running_server() -> Iterator[OpenAIServer]:
    """One server for all tests."""
    with OpenAIServer() as running:
        yield running


@pytest.fixture
def server(running_server: OpenAIServer) -> OpenAIServer:
    """An OpenAI-compatible server on loopback, as new."""
    running_server.reset()
    return running_server


@pytest.fixture
def connect() -> Iterator[Connect]:
    """A backend for a server's address, closed after the test."""
    made: list[Backend] = []

    def backend(url: str, **settings: float) -> Backend:
        made.append(Backend(url, **settings))  # type: ignore[arg-type]
        return made[-1]

    yield backend
    for each in made:
        each.server.close()


@pytest.fixture
def backend(server: OpenAIServer, connect: Connect) -> Backend:
    """A backend of `server`."""
    return connect(server.url)


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pauses between attempts are a hundredth of what they are."""
    monkeypatch.setattr(retries, "FIRST_PAUSE", retries.FIRST_PAUSE / 100)
    monkeypatch.setattr(retries, "LONGEST_PAUSE", retries.LONGEST_PAUSE / 100)
