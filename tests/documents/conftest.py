"""A library in a fresh folder."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import create_engine, event

from selfrag.documents.library import Library
from selfrag.ports import Embedder, Limits
from tests.fakes import FakeEmbedder

LIMITS = Limits()
Open = Callable[..., Library]


@contextmanager
def opened(folder: Path, embedder: Embedder, limits: Limits = LIMITS) -> Iterator[Library]:
    """The library in a folder, as a new process would open it."""
    engine = create_engine(f"sqlite:///{folder / 'catalog.sqlite'}", connect_args={"timeout": 10})
    event.listen(engine, "connect", lambda connection, _: connection.execute("PRAGMA foreign_keys=ON"))
    library = Library(engine, folder, embedder, limits)
    yield library
    library.close()
    engine.dispose()


@pytest.fixture
def embedder() -> FakeEmbedder:
    return FakeEmbedder()


@pytest.fixture
def open_library(tmp_path: Path, embedder: FakeEmbedder) -> Iterator[Open]:
    """Opens the library of the test's folder."""
    with ExitStack() as stack:
        yield lambda own=embedder, limits=LIMITS: stack.enter_context(opened(tmp_path, own, limits))


@pytest.fixture
def library(open_library: Open) -> Library:
    return open_library()
