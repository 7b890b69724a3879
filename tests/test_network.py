"""The guard that keeps tests on this machine."""

import socket

import pytest


def test_another_machine_cannot_be_reached() -> None:
    with socket.socket() as outward, pytest.raises(AssertionError, match="a test reaches"):
        outward.connect(("192.0.2.1", 80))
