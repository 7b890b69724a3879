"""What each node found, in figures: for the trace that people read."""

from collections.abc import Callable
from typing import Any


def found_by(name: str, after: dict[str, Any]) -> dict[str, Any]:
    """What is worth telling of a node, by the state after it."""
    finder = FINDERS.get(name)
    return finder(after) if finder else {}


def _verdicts(evidence: list[dict[str, Any]]) -> dict[str, Any]:
    counts = {"relevant": 0, "ambiguous": 0, "unknown": 0, "irrelevant": 0}
    for item in evidence:
        counts[{"correct": "relevant", "incorrect": "irrelevant"}.get(item["is_rel"], item["is_rel"])] += 1
    return counts


def _strips(evidence: list[dict[str, Any]]) -> dict[str, Any]:
    strips = [strip for item in evidence for strip in item.get("strips", [])]
    return {
        "passages": sum("strips" in item for item in evidence),
        "strips": len(strips),
        "kept": sum(strip["kept"] for strip in strips),
    }


def _consent(state: dict[str, Any]) -> dict[str, Any]:
    consent = state["consent"]
    return {
        "action": consent["action"],
        "by": consent["by"],
        "query": consent.get("query"),
        "provider": state["web_provider"],
    }


def _decision(state: dict[str, Any]) -> dict[str, Any]:
    decision = state["decision"]
    return {
        "action": decision["action"],
        "by": decision["by"],
        "kept": len({*decision["keep"], *decision.get("add", [])}),
        "reworded": bool(decision.get("question")),
    }


def _acceptance(state: dict[str, Any]) -> dict[str, Any]:
    accepted = state["accepted"]
    return {"action": accepted["action"], "by": accepted["by"], "struck": len(accepted.get("strike", []))}


def _support(reflection: dict[str, Any]) -> dict[str, Any]:
    verdicts = [sentence["is_sup"] for sentence in reflection["sentences"]]
    return {
        "sentences": len(verdicts),
        "fully": verdicts.count("fully"),
        "unknown": verdicts.count("unknown"),
        "is_use": reflection["is_use"],
    }


def _written(state: dict[str, Any]) -> dict[str, Any]:
    draft = state["draft"]
    return {
        "passages": len(state["approved"]) - len(state["gone"]) - len(state["left_out"]),
        "citations": len(draft["citations"]) if draft else 0,
        "gone": len(state["gone"]),
        "left_out": len(state["left_out"]),
    }


def _retrieval(state: dict[str, Any]) -> dict[str, Any]:
    return {
        "retrieve": state["retrieve"],
        "probability": state["retrieve_probability"],
        "reason": state["retrieve_reason"],
        "query": state["query"],
        "sources": len(state.get("targets", [])),
        "offered": len(state.get("sources", [])),
        "fallback": state.get("fallback", ""),
    }


FINDERS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "decide_retrieval": _retrieval,
    "gather_evidence": lambda s: {"offered": len(s["evidence"])},
    "grade_passages": lambda s: _verdicts(s["evidence"]),
    "refine_passages": lambda s: _strips(s["evidence"]),
    "ask_web_consent": _consent,
    "rewrite_question": lambda s: {"query": s["query"], "rewrites": s["counters"]["rewrites"]},
    "review_evidence": _decision,
    "approve_by_policy": _decision,
    "write_answer": _written,
    "reflect": lambda s: _support(s["draft"]["reflection"]),
    "review_draft": _acceptance,
    "finish": lambda s: {"outcome": s["outcome"]},
}
