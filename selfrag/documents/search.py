"""Mixed search: full text and vectors, each score as its distance from the mean of the candidates."""

from collections.abc import Mapping, Sequence
from operator import mul
from statistics import fmean, pstdev
from typing import Protocol

from selfrag.documents.fulltext import FullText
from selfrag.language.scripts import main_script
from selfrag.ports import Embedder, Hit

# Candidates from each side. More of them only widen the scale that the scores are put on.
_POOL = 30
# Where hardly a passage is written in the question's script, shared words are names at best: vectors weigh at least
# this much. The share below which that holds lets Korean documents have a page of English licence.
_FOREIGN_SHARE = 0.1
_FOREIGN_WEIGHT = 0.7


class Vectors(Protocol):
    """What the search asks of the vector index."""

    def nearest(self, collection_id: str, vector: list[float], limit: int, embedder: str) -> list[tuple[str, float]]:
        """Ids and cosine similarities of the passages nearest to a vector of that model, best first."""

    def get(self, collection_id: str, passage_ids: Sequence[str]) -> Mapping[str, Sequence[float]]:
        """Vectors by passage id; ids that the collection does not hold are absent."""


class MixedSearch:
    """Finds passages by words and by meaning; implements `ports.Search`."""

    def __init__(self, fulltext: FullText, vectors: Vectors, embedder: Embedder) -> None:
        self._fulltext = fulltext
        self._vectors = vectors
        self._embedder = embedder

    def search(self, query: str, collections: Sequence[str], limit: int, exclude: Sequence[str] = ()) -> list[Hit]:
        """The best `limit` passages of the collections (ids), best first; never one of `exclude`."""
        if not query.strip() or not collections or limit < 1:
            return []
        pool = max(_POOL, limit) + len(exclude)
        worded = self._fulltext.search(query, collections, pool)
        vector = self._embedder.embed_query(query)
        made_by = self._embedder.name
        near = (pair for name in collections for pair in self._vectors.nearest(name, vector, pool, made_by))
        dense = dict(near)
        nearest = sorted(dense, key=dense.__getitem__, reverse=True)[:pool]
        found_by_either = dict.fromkeys([hit["passage_id"] for hit in worded] + nearest)
        # A document enters the full text last, so what is not there is of one that is still being added.
        held = self._fulltext.held(list(found_by_either))
        ids = [found for found in found_by_either if found in held and found not in exclude]
        lexical = self._lexical(query, ids, worded)
        weight = self._weight(query, collections)
        mixed = zip(
            ids,
            _standard([lexical.get(found, 0.0) for found in ids]),
            _standard(self._cosines(ids, dense, vector, collections)),
            strict=True,
        )
        hits = [Hit(passage_id=found, score=(1 - weight) * words + weight * meaning) for found, words, meaning in mixed]
        return sorted(hits, key=lambda hit: (-hit["score"], hit["passage_id"]))[:limit]

    def _weight(self, query: str, collections: Sequence[str]) -> float:
        """The share of the vectors in the mixed score."""
        script = main_script(query)
        if script and self._fulltext.script_share(script, collections) < _FOREIGN_SHARE:
            return max(self._embedder.weight, _FOREIGN_WEIGHT)
        return self._embedder.weight

    def _lexical(self, query: str, ids: Sequence[str], worded: Sequence[Hit]) -> dict[str, float]:
        scores = {hit["passage_id"]: hit["score"] for hit in worded}
        return scores | self._fulltext.scores(query, [found for found in ids if found not in scores])

    def _cosines(
        self, ids: Sequence[str], known: Mapping[str, float], vector: list[float], collections: Sequence[str]
    ) -> list[float]:
        missing = [found for found in ids if found not in known]
        vectors: dict[str, Sequence[float]] = {}
        for name in collections if missing else ():
            vectors.update(self._vectors.get(name, missing))
        return [known[found] if found in known else _cosine(vector, vectors.get(found, ())) for found in ids]


def _standard(scores: Sequence[float]) -> list[float]:
    """Scores as standard deviations from their mean; zeros where they do not differ."""
    spread = pstdev(scores) if scores else 0.0
    if spread < 1e-12:
        return [0.0] * len(scores)
    mean = fmean(scores)
    return [(score - mean) / spread for score in scores]


def _cosine(one: Sequence[float], other: Sequence[float]) -> float:
    if not other:
        return 0.0
    size = (sum(map(mul, one, one)) * sum(map(mul, other, other))) ** 0.5
    return sum(map(mul, one, other)) / size if size else 0.0
