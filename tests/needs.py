"""What to do where a test needs something that this machine lacks."""

import os
from importlib import import_module
from typing import Any, NoReturn

import pytest


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
