"""What IsRel verdicts mean, whatever a strategy calls them."""

from collections.abc import Iterable, Mapping
from typing import Any

from selfrag.graph.state import Evidence, Outcome, Verdict
from selfrag.ports import IsRel

# Corrective RAG's two thresholds (arXiv 2401.15884, section 4.3) on IsRel's score: what is between them is ambiguous.
CORRECT_FROM = 0.6
INCORRECT_BELOW = 0.4


def corrective(told: IsRel) -> Verdict:
    """Correct, ambiguous or incorrect by the score; what could not be graded stays unknown."""
    if told["verdict"] == "unknown":
        return "unknown"
    if told["score"] >= CORRECT_FROM:
        return "correct"
    return "incorrect" if told["score"] < INCORRECT_BELOW else "ambiguous"


def is_good(verdict: Verdict | None) -> bool:
    """Whether the passage helps."""
    return verdict in ("relevant", "correct")


def is_bad(verdict: Verdict | None) -> bool:
    """Whether the passage does not help."""
    return verdict in ("irrelevant", "incorrect")


def is_settled(item: Evidence) -> bool:
    """Whether a policy may answer from the passage: it was approved before, or it helps, whole or by its strips."""
    if item["change"] == "kept" or is_good(item["is_rel"]):
        return item["kept"]
    return item["kept"] and item["is_rel"] == "ambiguous" and any(strip["kept"] for strip in item.get("strips", []))


def is_hopeful(evidence: Iterable[Evidence]) -> bool:
    """Whether anything is kept, or at least not found to be of no help."""
    return any(item["kept"] or not is_bad(item["is_rel"]) for item in evidence)


def found_nothing(outcome: Outcome | None, sentences: Iterable[Mapping[str, Any]]) -> bool:
    """Whether a question ended without an answer, or with one of which no sentence is supported."""
    supported = any(sentence["is_sup"] in ("fully", "partially") for sentence in sentences)
    return outcome == "no_evidence" or (outcome == "partly_supported" and not supported)
