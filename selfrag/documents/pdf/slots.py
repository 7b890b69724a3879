"""How many processes may read at once, over all files."""

import os
from threading import Condition


def cores() -> int:
    """Processor cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Slots:
    """One for each core, asked for anew each time. A file without any goes before one that wants another."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._taken = self._waiting = 0

    def take(self, seconds: float) -> bool:
        """Whether one came free in that time."""
        with self._changed:
            self._waiting += 1
            try:
                if not self._changed.wait_for(self._is_free, seconds):
                    return False
                self._taken += 1
                return True
            finally:
                self._waiting -= 1

    def take_spare(self) -> bool:
        """Whether there is one that nobody waits for."""
        with self._changed:
            if self._waiting or not self._is_free():
                return False
            self._taken += 1
            return True

    def give_back(self) -> None:
        """Let another have it."""
        with self._changed:
            self._taken -= 1
            self._changed.notify()

    def are_wanted(self) -> bool:
        """Whether somebody waits in vain."""
        with self._changed:
            return bool(self._waiting) and not self._is_free()

    def _is_free(self) -> bool:
        return self._taken < cores()
