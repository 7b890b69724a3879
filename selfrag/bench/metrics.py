"""Measures of ranking and of judging, pure and over plain lists."""

import math
from collections.abc import Sequence, Set


def recall_at(k: int, ranked: Sequence[str], relevant: Set[str]) -> float:
    """1 where a relevant id is among the first `k`, else 0: one right passage answers a question."""
    return float(bool(relevant & set(ranked[:k])))


def reciprocal_rank(k: int, ranked: Sequence[str], relevant: Set[str]) -> float:
    """One over the rank of the first relevant id, 0 beyond rank `k`."""
    return next((1 / rank for rank, found in enumerate(ranked[:k], 1) if found in relevant), 0.0)


def ndcg_at(k: int, ranked: Sequence[str], relevant: Set[str]) -> float:
    """Discounted gain of the first `k` over that of the best order; every relevant id gains 1, once."""
    first = {found: rank for rank, found in reversed(list(enumerate(ranked[:k], 1)))}
    gain = sum(1 / math.log2(rank + 1) for found, rank in first.items() if found in relevant)
    best = sum(1 / math.log2(rank + 1) for rank in range(1, min(len(relevant), k) + 1))
    return gain / best


def ranking_figures(ranked: Sequence[str], relevant: Set[str]) -> dict[str, float]:
    """Recall at 1, 5 and 10, reciprocal rank and discounted gain at 10 of one question."""
    figures = {f"recall@{k}": recall_at(k, ranked, relevant) for k in (1, 5, 10)}
    return figures | {"mrr@10": reciprocal_rank(10, ranked, relevant), "ndcg@10": ndcg_at(10, ranked, relevant)}


def balanced_accuracy(labels: Sequence[bool], verdicts: Sequence[bool]) -> float:
    """The mean of the shares of positives and of negatives told rightly; of the one kind where there is only one."""
    pairs = list(zip(labels, verdicts, strict=True))
    shares = []
    for kind in (True, False):
        right = [verdict == kind for label, verdict in pairs if label == kind]
        if right:
            shares.append(sum(right) / len(right))
    return sum(shares) / len(shares)


def auroc(positives: Sequence[float], negatives: Sequence[float]) -> float:
    """The chance that a positive scores above a negative, ties counting half."""
    wins = sum((high > low) + 0.5 * (high == low) for high in positives for low in negatives)
    return wins / (len(positives) * len(negatives))


def contains_any(answer: str, gold: Sequence[str]) -> bool:
    """Whether one of the gold answers stands in the answer, white space and case aside."""
    text = _bare(answer)
    return any(_bare(expected) in text for expected in gold)


def mean(values: Sequence[float]) -> float:
    """The mean, 0 for nothing."""
    return sum(values) / len(values) if values else 0.0


def _bare(text: str) -> str:
    return "".join(text.split()).casefold()
