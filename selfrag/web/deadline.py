"""An end to one request, whatever it waits for: a library's timeout counts anew with every byte that arrives."""

import socket
import time
from collections.abc import Mapping
from contextlib import suppress
from threading import Lock, Timer
from typing import Any, Self


class Deadline:
    """Cuts the connection off after so many seconds in the `with` block; whoever reads from it sees it break."""

    def __init__(self, seconds: float) -> None:
        self._until = time.monotonic() + seconds
        self._timer = Timer(seconds, self._cut_off)
        self._timer.daemon = True
        self._lock = Lock()
        self._connection: socket.socket | None = None

    def __enter__(self) -> Self:
        self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()
        with self._lock:
            self._let_go()

    @property
    def passed(self) -> bool:
        """Whether the time is over."""
        return time.monotonic() >= self._until

    def watch(self, event: str, facts: Mapping[str, Any]) -> None:
        """Takes what HTTPX tells as its `trace`; looks at new connections only."""
        if not event.endswith("connect_tcp.complete"):
            return
        with self._lock:
            self._let_go()
            # A duplicate: the first one is emptied when the encryption begins, and another takes its place.
            self._connection = facts["return_value"].get_extra_info("socket").dup()
        if self.passed:
            self._cut_off()

    def _cut_off(self) -> None:
        with self._lock, suppress(OSError):
            if self._connection:
                self._connection.shutdown(socket.SHUT_RDWR)

    def _let_go(self) -> None:
        if self._connection:
            self._connection.close()
            self._connection = None
