"""Many sources, one ranking: what was found in each is put on one scale and deduplicated."""

from collections.abc import Sequence
from itertools import zip_longest
from statistics import fmean, pstdev

from selfrag.ports import Candidate, Hit


def mixed(candidates: Sequence[Candidate]) -> list[Hit]:
    """Every passage once, best first: words and meaning as standard deviations from the mean of all candidates.

    Plain reciprocal ranks hurt where the dense side is weak; this does not.
    """
    once = list({found["passage_id"]: found for found in candidates}.values())
    words = _standard([found["words"] for found in once])
    meaning = _standard([found["meaning"] for found in once])
    hits = [
        Hit(passage_id=found["passage_id"], score=(1 - found["weight"]) * by_words + found["weight"] * by_meaning)
        for found, by_words, by_meaning in zip(once, words, meaning, strict=True)
    ]
    return sorted(hits, key=lambda hit: (-hit["score"], hit["passage_id"]))


def taking_turns(*rankings: Sequence[Hit]) -> list[Hit]:
    """Rankings whose scores cannot be compared, by their places: the first of each, then the second of each ..."""
    in_turn = (hit for row in zip_longest(*rankings) for hit in row if hit is not None)
    return list({hit["passage_id"]: hit for hit in in_turn}.values())


def _standard(scores: Sequence[float]) -> list[float]:
    spread = pstdev(scores) if scores else 0.0
    if spread < 1e-12:
        return [0.0] * len(scores)
    mean = fmean(scores)
    return [(score - mean) / spread for score in scores]
