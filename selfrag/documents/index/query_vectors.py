"""The vectors of the latest queries: however many sources a query is searched in, it is embedded once."""

from concurrent.futures import Future
from threading import Lock

from selfrag.errors import SelfragError
from selfrag.ports import Embedder, Progress

_REMEMBERED = 100
_BEAT = 0.1  # seconds between two signs of life while another thread embeds
_Key = tuple[str, str]
_Vector = list[float]


class QueryVectors:
    """Remembers by model and query. Threads may share it; those that ask for the same at once wait for the first."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._known: dict[_Key, _Vector] = {}
        self._coming: dict[_Key, Future[_Vector]] = {}

    def of(self, query: str, embedder: Embedder, progress: Progress) -> _Vector:
        """The vector; whoever waits tells `progress` so. Raises what the embedder raises.

        What the model refused is raised to all who wait for it and then forgotten; where the first was stopped, the
        next one asks.
        """
        key = (embedder.name, query)
        while True:
            with self._lock:
                if key in self._known:
                    self._known[key] = self._known.pop(key)  # the latest used goes last
                    return self._known[key]
                coming, mine = self._coming.get(key), Future[_Vector]()
                if coming is None:
                    self._coming[key] = mine
            if coming is None:
                return self._embed(key, embedder, mine)
            if (vector := _awaited(coming, progress)) is not None:
                return vector

    def forget(self) -> None:
        """Forget all, also what is being embedded right now; a model may have changed under its name."""
        with self._lock:
            self._known.clear()
            self._coming.clear()

    def _embed(self, key: _Key, embedder: Embedder, mine: "Future[_Vector]") -> _Vector:
        try:
            vector = embedder.embed_query(key[1])
        except BaseException as error:
            with self._lock:
                self._arrived(key, mine)
            mine.set_exception(error)
            raise
        with self._lock:
            if self._arrived(key, mine):
                self._known[key] = vector
            if len(self._known) > _REMEMBERED:
                del self._known[next(iter(self._known))]
        mine.set_result(vector)
        return vector

    def _arrived(self, key: _Key, mine: "Future[_Vector]") -> bool:
        """Take it from those on their way; False where it was forgotten meanwhile."""
        if self._coming.get(key) is not mine:
            return False
        del self._coming[key]
        return True


def _awaited(coming: "Future[_Vector]", progress: Progress) -> _Vector | None:
    """What another thread's call gives; None where that thread was stopped."""
    while True:
        try:
            failure = coming.exception(_BEAT)
        except TimeoutError:
            progress("beat")
        else:
            break
    if isinstance(failure, SelfragError):
        raise failure
    return coming.result() if failure is None else None
