"""Measures on the reflector's verdicts: relevance of pairs, groundedness of answers."""

from collections import defaultdict
from collections.abc import Sequence

from selfrag.bench.data import Record
from selfrag.bench.desk import as_passage
from selfrag.bench.metrics import auroc, balanced_accuracy, mean
from selfrag.language.sentences import sentence_spans
from selfrag.ports import Claim, Reflector, SupVerdict

Figures = dict[str, float]
_EVEN = 0.5


def judge_relevance(pairs: Sequence[Record], reflector: Reflector) -> dict[str, Figures]:
    """By language: pairs of question and context against their labels; a score from .5 counts as relevant."""
    labels: dict[str, list[bool]] = defaultdict(list)
    scores: dict[str, list[float]] = defaultdict(list)
    for pair in pairs:
        passage = as_passage({"id": pair["id"], "text": pair["context"]})
        labels[pair["lang"]].append(pair["label"] == "relevant")
        scores[pair["lang"]].append(reflector.grade_passages(pair["question"], [passage])[0]["score"])
    return {key: _relevance(labels[key], scores[key]) for key in labels}


def judge_grounding(rows: Sequence[Record], reflector: Reflector) -> dict[str, Figures]:
    """By language: answers against their labels, also where those only say fully or not."""
    labels: dict[str, list[str]] = defaultdict(list)
    verdicts: dict[str, list[SupVerdict]] = defaultdict(list)
    for row in rows:
        labels[row["lang"]].append(row["label"])
        verdicts[row["lang"]].append(_answer_support(row, reflector))
    return {key: _grounding(labels[key], verdicts[key]) for key in labels}


def whole_answer(verdicts: Sequence[SupVerdict]) -> SupVerdict:
    """IsSup of an answer from that of its sentences: all fully, none at all, or something between."""
    told = set(verdicts) - {"unknown"}
    if not told:
        return "unknown"
    return told.pop() if len(told) == 1 else "partially"


def _answer_support(row: Record, reflector: Reflector) -> SupVerdict:
    passage = as_passage({"id": row["id"], "text": row["context"]})
    answer = row["answer"]
    claims = [Claim(text=answer[start:end], passage_ids=[row["id"]]) for start, end in sentence_spans(answer)]
    return whole_answer([verdict["verdict"] for verdict in reflector.grade_support(claims, [passage])])


def _relevance(labels: Sequence[bool], scores: Sequence[float]) -> Figures:
    figures = {"n": float(len(labels)), "balanced_accuracy": balanced_accuracy(labels, [s >= _EVEN for s in scores])}
    positives = [score for label, score in zip(labels, scores, strict=True) if label]
    negatives = [score for label, score in zip(labels, scores, strict=True) if not label]
    if positives and negatives:
        figures["auroc"] = auroc(positives, negatives)
    return figures


def _grounding(labels: Sequence[str], verdicts: Sequence[SupVerdict]) -> Figures:
    pairs = list(zip(labels, verdicts, strict=True))
    right = [verdict != "fully" if label == "not_fully" else verdict == label for label, verdict in pairs]
    fully = balanced_accuracy([label == "fully" for label in labels], [verdict == "fully" for verdict in verdicts])
    return {"n": float(len(pairs)), "accuracy": mean([float(each) for each in right]), "fully_vs_rest_balanced": fully}
