"""Many may use a thing at once, or one may have it alone."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition


class Gate:
    """Users may nest; whoever wants it alone waits for a moment without any."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._users = 0
        self._alone = False

    @contextmanager
    def shared(self) -> Iterator[None]:
        """Use it beside others."""
        with self._changed:
            self._changed.wait_for(lambda: not self._alone)
            self._users += 1
        try:
            yield
        finally:
            with self._changed:
                self._users -= 1
                self._changed.notify_all()

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Have it alone; within, `shared` waits."""
        with self._changed:
            self._changed.wait_for(lambda: not self._alone and not self._users)
            self._alone = True
        try:
            yield
        finally:
            with self._changed:
                self._alone = False
                self._changed.notify_all()
