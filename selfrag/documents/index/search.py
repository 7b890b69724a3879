"""Mixed search in one collection: full text and vectors find candidates, and each gets both scores."""

from collections.abc import Mapping, Sequence
from operator import mul
from typing import Protocol

from selfrag.documents.collections import Collection
from selfrag.documents.faults import looking_up, searching
from selfrag.documents.index.fulltext import FullText
from selfrag.documents.index.query_vectors import QueryVectors
from selfrag.language.scripts import main_script
from selfrag.ports import Candidate, Embedder, Progress, Source, silent

# Candidates from each side. More of them only widen the scale that the scores are put on.
_POOL = 30
# Where hardly a passage is written in the question's script, shared words are names at best: vectors weigh at least
# this much, and a little less where words of the question are found by their sound. The share below which that holds
# lets Korean documents have a page of English licence.
_FOREIGN_SHARE = 0.1
_FOREIGN_WEIGHT = 0.7
_SOUNDED_WEIGHT = 0.6


class Collections(Protocol):
    """What the search asks of the catalog."""

    def collection(self, collection_id: str) -> Collection:
        """Raises UnknownCollection."""

    def sources(self, collection_ids: Sequence[str]) -> list[Source]:
        """Those that exist, in the given order."""


class Vectors(Protocol):
    """What the search asks of the vector index."""

    def nearest(self, collection_id: str, vector: list[float], limit: int, embedder: str) -> list[tuple[str, float]]:
        """Ids and cosine similarities of the passages nearest to a vector of that model, best first."""

    def get(self, collection_id: str, passage_ids: Sequence[str]) -> Mapping[str, Sequence[float]]:
        """Vectors by passage id; ids that the collection does not hold are absent."""


class MixedSearch:
    """Finds passages by words and by meaning; implements `ports.Search`."""

    def __init__(
        self,
        collections: Collections,
        fulltext: FullText,
        vectors: Vectors,
        embedder: Embedder,
        *,
        query_vectors: QueryVectors | None = None,
        progress: Progress = silent,
    ) -> None:
        self._collections, self._fulltext, self._vectors = collections, fulltext, vectors
        self._embedder, self._progress = embedder, progress
        self._query_vectors = query_vectors or QueryVectors()

    def describe(self, collections: Sequence[str]) -> list[Source]:
        """Those of the collections that exist, in the given order. Raises SearchFailed."""
        with looking_up():
            return self._collections.sources(collections)

    def search(self, query: str, collection: str, exclude: Sequence[str] = ()) -> list[Candidate]:
        """Candidates in no order, never one of `exclude`; an empty collection costs no embedding.

        Raises SearchFailed, ReindexNeeded, UnknownCollection, ModelError.
        """
        with looking_up():
            chosen = self._collections.collection(collection)
        if not query.strip() or chosen.dimension is None:
            return []
        vector = self._query_vectors.of(query, self._embedder, self._progress)
        with searching(chosen.title):
            return self._candidates(query, collection, vector, exclude)

    def _candidates(self, query: str, collection: str, vector: list[float], exclude: Sequence[str]) -> list[Candidate]:
        pool = _POOL + len(exclude)
        near = dict(self._vectors.nearest(collection, vector, pool, self._embedder.name))
        asked, weight = self._asked(query, collection)
        worded = {hit["passage_id"]: hit["score"] for hit in self._fulltext.search(asked, collection, pool, list(near))}
        # A document enters the full text last, so what is not there is of one that is still being added.
        held = self._fulltext.held([*worded, *near])
        ids = [found for found in {**worded, **near} if found in held and found not in exclude]
        meaning = self._cosines(ids, near, vector, collection)
        return [
            Candidate(passage_id=found, words=worded.get(found, 0.0), meaning=cosine, weight=weight)
            for found, cosine in zip(ids, meaning, strict=True)
        ]

    def _asked(self, query: str, collection: str) -> tuple[str, float]:
        """What the full text is asked for, and the share of the vectors in the mixed score."""
        script = main_script(query)
        if not script or self._fulltext.script_share(script, collection) >= _FOREIGN_SHARE:
            return query, self._embedder.weight
        sounded = self._fulltext.sounding_like(query)
        weight = _SOUNDED_WEIGHT if sounded else _FOREIGN_WEIGHT
        return " ".join([query, *sounded]), max(self._embedder.weight, weight)

    def _cosines(
        self, ids: Sequence[str], known: Mapping[str, float], vector: list[float], collection: str
    ) -> list[float]:
        missing = [found for found in ids if found not in known]
        vectors = self._vectors.get(collection, missing) if missing else {}
        return [known[found] if found in known else _cosine(vector, vectors.get(found, ())) for found in ids]


def _cosine(one: Sequence[float], other: Sequence[float]) -> float:
    if not other:
        return 0.0
    size = (sum(map(mul, one, one)) * sum(map(mul, other, other))) ** 0.5
    return sum(map(mul, one, other)) / size if size else 0.0
