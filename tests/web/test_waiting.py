"""Waiting for a request in another thread."""

import socket
import threading
from types import SimpleNamespace
from typing import Any

import pytest

from selfrag.errors import RunStopped, WebFailed
from selfrag.ports import Meter
from selfrag.web import waiting
from selfrag.web.deadline import Deadline
from selfrag.web.search import WebSearch
from selfrag.web.store import WebStore
from selfrag.web.waiting import waited_for
from tests.web.conftest import Make
from tests.web.server import dripping

LATE = WebFailed("late")


@pytest.mark.parametrize("fault", [KeyError("results"), WebFailed("no"), SystemExit(3), RunStopped()])
def test_a_fault_comes_through_at_once(fault: BaseException, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "BEAT", 5.0)
    beats: list[str] = []

    def work() -> None:
        raise fault

    with pytest.raises(type(fault)) as told:
        waited_for(work, Meter(lambda kind, **facts: beats.append(kind)), 0.1, LATE)
    assert told.value is fault
    assert beats == ["beat"]


def test_what_the_work_gives() -> None:
    assert waited_for(lambda: [1], Meter(), 20, LATE) == [1]


def test_ten_searches_of_a_provider_that_hangs_leave_nothing(make: Make, store: WebStore) -> None:
    with dripping(b"HTTP/1.1 200 OK\r\nx: ") as at:
        provider = make(f"http://{at}", 0.5)
        before = set(threading.enumerate())
        for _ in range(10):
            beats = 0

            def person(kind: str, **facts: Any) -> None:
                nonlocal beats
                beats += 1
                if beats > 1:
                    raise RunStopped

            with pytest.raises(RunStopped):
                WebSearch(provider, store, Meter(person), 0.5).search("q", "t1", 6)
        mine = [each for each in threading.enumerate() if each not in before and isinstance(each, threading.Timer)]
        mine += [each for each in threading.enumerate() if each not in before and each.name == "web"]
        assert mine
        for each in mine:
            each.join(20)
        assert [each for each in mine if each.is_alive()] == []


def test_a_connection_is_cut_off_though_its_encryption_has_taken_it_over() -> None:
    near, far = socket.socketpair()
    stream = SimpleNamespace(get_extra_info={"socket": near}.get)
    with far, Deadline(0.05) as deadline:
        deadline.watch("connection.connect_tcp.complete", {"return_value": stream})
        with socket.socket(fileno=near.detach()) as taken:
            taken.settimeout(10)
            assert taken.recv(1) == b""
        assert deadline.passed


def test_a_connection_made_too_late_is_cut_off_at_once() -> None:
    near, far = socket.socketpair()
    deadline = Deadline(0)
    with near, far:
        deadline.watch(
            "socks.connect_tcp.complete", {"return_value": SimpleNamespace(get_extra_info={"socket": near}.get)}
        )
        near.settimeout(10)
        assert near.recv(1) == b""
        deadline.__exit__()
