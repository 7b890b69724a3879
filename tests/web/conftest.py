"""A fake provider, a store on a real file, and searches with each provider."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine

from selfrag.ports import Meter
from selfrag.web.provider import Provider
from selfrag.web.search import WebSearch
from selfrag.web.searxng import SearXNG
from selfrag.web.store import WebStore
from selfrag.web.tavily import Tavily
from selfrag.wiring import open_engine
from tests.web.server import WebServer

KEY = "tvly-MARKER-0123456789"
TIMEOUT = 20.0

Make = Callable[..., Provider]


def tavily(url: str, timeout: float = TIMEOUT) -> Provider:
    return Tavily(KEY, url, timeout)


def searxng(url: str, timeout: float = TIMEOUT) -> Provider:
    return SearXNG(url, timeout)


@pytest.fixture
def server() -> Iterator[WebServer]:
    with WebServer() as running:
        yield running


@pytest.fixture(params=[tavily, searxng])
def make(request: pytest.FixtureRequest) -> Make:
    """Makes a provider at an address; each test runs with both."""
    made: Make = request.param
    return made


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    engine = open_engine(tmp_path / "catalog.sqlite")
    yield engine
    engine.dispose()


@pytest.fixture
def store(engine: Engine) -> WebStore:
    return WebStore(engine)


@pytest.fixture
def search(make: Make, server: WebServer, store: WebStore) -> WebSearch:
    return WebSearch(make(server.url), store, Meter(), TIMEOUT)
