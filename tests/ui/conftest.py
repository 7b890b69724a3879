"""The pages' script on a data directory of its own."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

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
