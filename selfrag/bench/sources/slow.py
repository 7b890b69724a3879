"""Sources that take their time, and find one passage each."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Lock

from selfrag.ports import Candidate, Passage, Source


@dataclass
class SlowSearch:
    """Implements `ports.Search` and `ports.PassageStore`; every search takes `seconds`.

    `most_at_once` counts the searches that were under way together.
    """

    seconds: float
    most_at_once: int = 0
    _now: int = 0
    _lock: Lock = field(default_factory=Lock)

    def search(self, query: str, collection: str, exclude: Sequence[str] = ()) -> list[Candidate]:
        """The one passage of the source, late."""
        self._count(1)
        time.sleep(self.seconds)
        self._count(-1)
        return [Candidate(passage_id=f"{collection}:1:0", words=1.0, meaning=1.0, weight=0.5)]

    def describe(self, collections: Sequence[str]) -> list[Source]:
        """All there are."""
        return [Source(id=each, title=each, description="") for each in collections]

    def get(self, passage_ids: Sequence[str]) -> dict[str, Passage]:
        """Passages that stand for those found."""
        return {passage_id: _passage(passage_id) for passage_id in passage_ids}

    def _count(self, change: int) -> None:
        with self._lock:
            self._now += change
            self.most_at_once = max(self.most_at_once, self._now)


def _passage(passage_id: str) -> Passage:
    text = f"What {passage_id} says."
    return Passage(
        id=passage_id,
        document_id=passage_id,
        document=passage_id,
        collection=passage_id,
        page=1,
        page_label=None,
        start=0,
        end=len(text),
        text=text,
    )
