"""Waits for a request in another thread, so that a stop takes effect meanwhile."""

import time
from collections.abc import Callable
from concurrent.futures import Future, wait
from threading import Thread
from typing import TypeVar

from selfrag.errors import WebFailed
from selfrag.ports import Meter

BEAT = 0.1

_T = TypeVar("_T")


def waited_for(work: Callable[[], _T], meter: Meter, seconds: float, late: WebFailed) -> _T:
    """The work's result. Raises what it raises, `late` after so many seconds, and what `meter.progress` raises.

    Work that nobody waits for any more ends by itself; what it gives is thrown away.
    """
    meter.progress("beat")
    future: Future[_T] = Future()
    until = time.monotonic() + seconds
    Thread(target=_fulfil, args=(future, work), name="web", daemon=True).start()
    while not wait([future], timeout=BEAT).done:
        meter.progress("beat")
        if time.monotonic() > until:
            raise late
    return future.result()


def _fulfil(future: Future[_T], work: Callable[[], _T]) -> None:
    try:
        future.set_result(work())
    except BaseException as error:  # noqa: BLE001  # a fault in the program too belongs to whoever waits
        future.set_exception(error)
