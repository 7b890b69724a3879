"""One store of passages over those of documents and those of the web."""

from collections.abc import Sequence

from selfrag.ports import Passage, PassageStore


class Passages:
    """Implements `ports.PassageStore`: asks the first store, then the next for what is still missing."""

    def __init__(self, *stores: PassageStore) -> None:
        self._stores = stores

    def get(self, passage_ids: Sequence[str]) -> dict[str, Passage]:
        """Passages by id from whichever store has them; others are absent."""
        found: dict[str, Passage] = {}
        for store in self._stores:
            if missing := [each for each in passage_ids if each not in found]:
                found |= store.get(missing)
        return found
