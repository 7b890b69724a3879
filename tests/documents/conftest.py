"""A library in a fresh folder."""

import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import create_engine, event

from selfrag.documents.library import Library
from selfrag.ports import Embedder, Limits
from tests.fakes import FakeEmbedder

LIMITS = Limits()
HOME = Path(__file__).parents[2]


class OneModelLibrary(Library):
    """A library whose caller always embeds with the same model."""

    embedder: Embedder

    def ingest(self, sources, collection, password=None, progress=None, **more):  # type: ignore[no-untyped-def, override]
        return super().ingest(sources, collection, self.embedder, password, progress, **more)

    def reindex(self, collection_id, progress):  # type: ignore[no-untyped-def, override]
        super().reindex(collection_id, self.embedder, progress)

    def nearest(self, collection_id: str, vector: list[float], limit: int) -> list[tuple[str, float]]:
        return self.vectors.nearest(collection_id, vector, limit, self.embedder.name)


@contextmanager
def opened(folder: Path, embedder: Embedder, limits: Limits = LIMITS) -> Iterator[OneModelLibrary]:
    """The library in a folder, as a new process would open it."""
    engine = create_engine(f"sqlite:///{folder / 'catalog.sqlite'}", connect_args={"timeout": 10})
    event.listen(engine, "connect", lambda connection, _: connection.execute("PRAGMA foreign_keys=ON"))
    library = OneModelLibrary(engine, folder, limits)
    library.embedder = embedder
    yield library
    library.close()
    engine.dispose()


Open = Callable[..., OneModelLibrary]


@pytest.fixture
def embedder() -> FakeEmbedder:
    return FakeEmbedder()


@pytest.fixture
def open_library(tmp_path: Path, embedder: FakeEmbedder) -> Iterator[Open]:
    """Opens the library of the test's folder."""
    with ExitStack() as stack:
        yield lambda own=embedder, limits=LIMITS: stack.enter_context(opened(tmp_path, own, limits))


@pytest.fixture
def library(open_library: Open) -> OneModelLibrary:
    return open_library()


@pytest.fixture
def killed(tmp_path: Path) -> Callable[[str], None]:
    """Works on the test's folder in a process that kills itself with -9 at a point that `victim` knows."""

    def run(at: str) -> None:
        command = [sys.executable, "-m", "tests.documents.victim", str(tmp_path), at]
        assert subprocess.run(command, cwd=HOME, timeout=120, check=False).returncode == -signal.SIGKILL

    return run
