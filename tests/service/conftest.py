"""A service on fakes and real stores."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from selfrag.service import Service
from tests.fakes import FakePorts
from tests.service.desks import make_desk


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[[FakePorts], Service]]:
    """Starts a service on fake ports, as after a restart: the last one on the same folder is let go."""
    services: list[Service] = []

    def start(ports: FakePorts) -> Service:
        for service in services:
            service.close()
        services.append(Service(make_desk(tmp_path, ports)))
        services[-1].recover()
        return services[-1]

    yield start
    for service in services:
        service.close()
