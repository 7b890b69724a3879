"""Failures that were asked for."""

from collections import deque
from collections.abc import Mapping, Sequence
from random import Random
from threading import Lock

from selfrag.bench.openai_server.reply import Reply
from selfrag.bench.openai_server.request import Request


class Failures:
    """Those that wait for a request, and a share of all requests."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._waiting: deque[tuple[str, Reply]] = deque()
        self._share = 0.0
        self._replies: Sequence[Reply] = ()
        self._random = Random(0)

    def add(self, kind: str, reply: Reply, times: int) -> None:
        """The next `times` requests of that kind, or of any kind for "", get this reply."""
        with self._lock:
            self._waiting.extend([(kind, reply)] * times)

    def set_share(self, share: float, replies: Sequence[Reply], seed: int) -> None:
        """The same places in the order of arrival fail each time."""
        with self._lock:
            self._share, self._replies, self._random = share, replies, Random(seed)

    def of(self, request: Request) -> Reply | None:
        """The failure that this request gets."""
        with self._lock:
            for waiting in self._waiting:
                if waiting[0] in ("", request.kind):
                    self._waiting.remove(waiting)
                    return waiting[1]
            if self._random.random() < self._share:
                return self._random.choice(self._replies)
            return None


def header_names(headers: Mapping[str, str]) -> dict[str, str]:
    """`retry_after` as `retry-after`."""
    return {name.replace("_", "-"): value for name, value in headers.items()}
