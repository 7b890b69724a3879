"""A local server and the backend that speaks to it."""

from collections.abc import Callable, Iterator

import pytest

from selfrag.models.openai import OpenAIBackend
from selfrag.bench.openai_server import OpenAIServer

KEY = "sk-test-MARKER"


@pytest.fixture(scope="session")
def running_server() -> Iterator[OpenAIServer]:
    """One server for all tests: clients for a known address are built much faster."""
    with OpenAIServer() as running:
        yield running


@pytest.fixture
def server(running_server: OpenAIServer) -> OpenAIServer:
    """An OpenAI-compatible server on loopback, as new."""
    running_server.reset()
    return running_server


@pytest.fixture
def connect() -> Callable[..., OpenAIBackend]:
    """A backend for a server's address."""

    def backend(url: str, timeout: float = 5, **settings: str | None) -> OpenAIBackend:
        named = {"api_key": KEY, "chat_model": "fake-model", "embedding_model": "fake-embedding", **settings}
        return OpenAIBackend(base_url=url, timeout=timeout, **named)

    return backend


@pytest.fixture
def backend(server: OpenAIServer, connect: Callable[..., OpenAIBackend]) -> OpenAIBackend:
    """A backend of `server`."""
    return connect(server.url)
