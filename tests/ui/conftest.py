"""The pages' script on a data directory of its own."""

import os
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import NamedTuple

import pytest

from selfrag.bench.openai_server import OpenAIServer, Request
from selfrag.ui import desk


@pytest.fixture
def data_dir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty data directory, embedded models, and no service left from another test."""
    for name in list(os.environ):
        if name.startswith(("OPENAI_", "SELFRAG_", "TAVILY_")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("SELFRAG_DATA_DIR", str(tmp_path / "data"))
    desk.close()
    yield tmp_path / "data"
    desk.close()


class Held(NamedTuple):
    """A model server that answers until it shall write; it does so once the gate is set."""

    model: OpenAIServer
    gate: Event

    def wait_for_writers(self, number: int) -> None:
        """Wait until so many answers are asked for."""
        self.model.wait_for(lambda: [request.kind for request in self.model.requests].count("write") == number, 60)


@pytest.fixture
def held(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Held]:
    """The model server of the data directory's desk."""
    gate = Event()

    def hold(request: Request) -> None:
        if request.kind == "write":
            gate.wait(120)

    with OpenAIServer(hold) as model:
        monkeypatch.setenv("OPENAI_BASE_URL", model.url)
        monkeypatch.setenv("SELFRAG_EMBEDDING_MODEL", "fake")
        yield Held(model, gate)
        gate.set()
        desk.close()
