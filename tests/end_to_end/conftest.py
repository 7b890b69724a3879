"""A service on real stores that asks a model server over real HTTP."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from selfrag.bench.openai_server import OpenAIServer
from selfrag.models.openai import retries
from selfrag.service import Service
from selfrag.settings import read_settings
from selfrag.wiring import open_service
from tests.documents.pdfs import text_pdf
from tests.end_to_end.asking import FILE, TREES, Open, environment, page_about


@pytest.fixture(scope="session")
def running_model() -> Iterator[OpenAIServer]:
    """One server for all tests."""
    with OpenAIServer() as server:
        yield server


@pytest.fixture
def model(running_model: OpenAIServer) -> OpenAIServer:
    """An OpenAI-compatible server on loopback, as new."""
    running_model.reset()
    return running_model


@pytest.fixture(scope="session")
def filled(tmp_path_factory: pytest.TempPathFactory, running_model: OpenAIServer) -> Path:
    """A data directory with one document, a passage about each tree."""
    folder = tmp_path_factory.mktemp("filled")
    pages = [page_about(tree, 30 + n) for n, tree in enumerate(TREES)]
    with open_service(read_settings(environment(folder, running_model.url))) as service:
        service.ingest([(FILE, text_pdf(*pages))], "Documents").wait()
        assert service.info()["passages"] == len(TREES)
    return folder


@pytest.fixture
def data_dir(tmp_path: Path, filled: Path) -> Path:
    """A copy of it for one test."""
    return Path(shutil.copytree(filled, tmp_path / "data"))


@pytest.fixture
def open_at(data_dir: Path, model: OpenAIServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[Open]:
    """Opens the data directory with these environment variables; the last service on it is closed before.

    Pauses between attempts are a hundredth of what they are.
    """
    monkeypatch.setattr(retries, "FIRST_PAUSE", retries.FIRST_PAUSE / 100)
    monkeypatch.setattr(retries, "LONGEST_PAUSE", retries.LONGEST_PAUSE / 100)
    services: list[Service] = []

    def start(**environ: str) -> Service:
        for service in services:
            service.close()
        services.append(open_service(read_settings(environment(data_dir, model.url, **environ))))
        return services[-1]

    yield start
    for service in services:
        service.close()


@pytest.fixture
def service(open_at: Open) -> Service:
    """A service whose models `model` serves."""
    return open_at()
