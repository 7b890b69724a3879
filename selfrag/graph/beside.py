"""What runs beside each other ends with the first of it that fails; what a step that failed had spent is kept."""

from threading import Lock
from typing import Any

from selfrag.errors import RunStopped
from selfrag.graph.state import Step
from selfrag.ports import Progress


class Beside:
    """Progress of one run of a graph that also takes "failed": `error`, and the `step` where a whole one broke off.

    From then on every other sign of life raises RunStopped, so that nobody waits for what cannot be used any more.
    """

    def __init__(self, progress: Progress) -> None:
        self.error: BaseException | None = None
        self.broken_off: list[Step] = []
        self._progress = progress
        self._lock = Lock()

    def __call__(self, kind: str, **facts: Any) -> None:
        if kind == "failed":
            self._fail(**facts)
        elif self.error is not None:
            raise RunStopped
        else:
            self._progress(kind, **facts)

    def _fail(self, error: BaseException, step: Step | None = None) -> None:
        with self._lock:
            self.error = self.error or error
            if step is not None:
                self.broken_off.append(step)
