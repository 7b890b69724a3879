"""The paper's score of what was written (arXiv 2310.11511, section 3.3), with a whole answer as its segment.

    score = 1.0 * IsRel + 1.0 * IsSup + 0.5 * IsUse        from -0.5 to 2.5

The paper adds the probability of the text itself, which no server tells for text it did not choose; so the reflection
tokens alone decide. Between drafts of one evidence IsRel prefers the draft that cites the better passages. It seldom
outweighs a sentence that lost its support, and it counts in full once a new search has brought other passages.
"""

from collections.abc import Sequence

from selfrag.graph.state import Reflection
from selfrag.ports import IsSup, IsUse, SupVerdict

IS_REL, IS_SUP, IS_USE = 1.0, 1.0, 0.5
UNKNOWN = 0.5  # neither yes nor no
SUPPORT: dict[SupVerdict, float] = {"fully": 1.0, "partially": 0.5, "no": 0.0, "unknown": UNKNOWN}


def support_score(support: IsSup) -> float:
    """IsSup from 0 to 1; an unknown verdict stands in the middle, whatever came with it."""
    return UNKNOWN if support["verdict"] == "unknown" else round(support["score"], 3)


def use_score(use: IsUse) -> float | None:
    """IsUse from -1 to 1; None when it could not be told."""
    return None if use["verdict"] is None else round(use["score"], 3)


def segment_score(is_rel: Sequence[float], is_sup: Sequence[float], is_use: float | None) -> float | None:
    """From IsRel of the passages, IsSup of the sentences and IsUse; None when nothing was graded.

    No passage, and no verdict on usefulness, count as unknown; an answer without a sentence supports nothing.
    """
    if not is_sup and is_use is None:
        return None
    relevance = sum(is_rel) / len(is_rel) if is_rel else UNKNOWN
    support = sum(is_sup) / len(is_sup) if is_sup else 0.0
    return round(IS_REL * relevance + IS_SUP * support + IS_USE * (is_use or 0.0), 3)


def score_of(reflection: Reflection) -> float | None:
    """The stored score; from its verdicts alone where it was stored before scores were."""
    if "score" in reflection:
        return reflection["score"]
    verdict = reflection["is_use"]
    sentences = [SUPPORT[sentence["is_sup"]] for sentence in reflection["sentences"]]
    return segment_score([], sentences, None if verdict is None else (verdict - 3) / 2)
