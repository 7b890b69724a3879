"""Evaluation sets written by the test."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

Write = Callable[[str, Sequence[dict[str, Any]]], None]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes JSON lines at a path in the test's folder."""

    def write(path: str, records: Sequence[dict[str, Any]]) -> None:
        target = tmp_path / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text("\n".join(json.dumps(record) for record in records) + "\n", encoding="utf-8")

    return write
