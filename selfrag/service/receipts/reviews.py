"""The reviews of a question as a receipt has them."""

from collections.abc import Mapping
from typing import Any

from selfrag.receipts import moment
from selfrag.threads.reviews import Review


def recorded_review(review: Review, policy: str) -> dict[str, Any]:
    """What was shown, and what was decided of it by whom; `policy` is that of the question."""
    payload, decision = review.payload, review.decision or {}
    by_policy = review.decided_by == "policy"
    return {
        "id": review.id,
        "kind": payload["kind"],
        "attempt": payload.get("attempt"),
        "shown": moment(review.created),
        "decided": None if review.decided is None else moment(review.decided),
        "decided_by": review.decided_by,
        "who": (review.decided_name or "") if review.decided_by == "person" else None,
        "policy": decision.get("policy", policy) if by_policy else None,
        "assigned": review.assigned or None,
        "question": payload.get("asked"),
        "query": payload.get("query"),
        "action": decision.get("action"),
        "note": decision.get("note") or "",
        "offered": _offered(payload, review.decision),
        "added": list(decision.get("add") or []),
        "edit": {name: decision.get(name) if payload["kind"] != "web_consent" else None for name in _EDITS},
        "web": _web(payload, decision) if payload["kind"] == "web_consent" else None,
        "draft": _draft(payload, decision) if payload["kind"] == "draft_review" else None,
    }


_EDITS = ("question", "query", "search_again")


def _offered(payload: Mapping[str, Any], decision: Mapping[str, Any] | None) -> list[dict[str, Any]]:
    """The passages as shown, in that order; those that the person added are told by their ids alone."""
    decided = decision if decision and decision.get("action") != "reject" else None
    return [
        {
            "passage_id": item["passage_id"],
            "verdict": item["is_rel"],
            "score": item["score"],
            "basis": item.get("basis"),
            "reason": item["reason"],
            "change": item.get("change", "new"),
            "suggested": item["kept"],
            "added": bool(item.get("added")),
            "decision": None if decided is None else _decided(item, payload, decided),
            "strips": _strips(item, decided),
        }
        for item in payload.get("evidence", [])
    ]


def _decided(item: Mapping[str, Any], payload: Mapping[str, Any], decided: Mapping[str, Any]) -> str | None:
    """What only the grader had put aside stays open where other words are searched for (`graph.review.decide`)."""
    passage_id, again, question = item["passage_id"], decided.get("search_again"), decided.get("question")
    if passage_id in [*(decided.get("keep") or []), *(decided.get("add") or [])]:
        return "kept"
    reworded = question is not None and question.strip() != payload.get("asked")
    searches = decided.get("action") == "edit" and (again if again is not None else question is not None)
    open_still = reworded and searches and not item["kept"] and passage_id not in (decided.get("drop") or [])
    return None if open_still else "dropped"


def _strips(item: Mapping[str, Any], decided: Mapping[str, Any] | None) -> list[dict[str, Any]] | None:
    if "strips" not in item:
        return None
    chosen = ((decided or {}).get("strips") or {}).get(item["passage_id"])
    return [
        {
            "start": strip["start"],
            "end": strip["end"],
            "score": strip["score"],
            "suggested": strip["kept"],
            "kept": strip["kept"] if chosen is None else number in chosen,
        }
        for number, strip in enumerate(item["strips"])
    ]


def _web(payload: Mapping[str, Any], decision: Mapping[str, Any]) -> dict[str, Any]:
    """What was to leave, and what did."""
    sent = (decision.get("query") or payload["query"]) if decision.get("action") == "allow" else None
    return {"provider": payload["provider"], "why": payload["why"], "shown": payload["query"], "sent": sent}


def _draft(payload: Mapping[str, Any], decision: Mapping[str, Any]) -> dict[str, Any]:
    shown = ("text", "is_sup", "passage_ids")
    keep = decision.get("keep")
    return {
        "answer": payload.get("answer", ""),
        "is_use": payload.get("is_use"),
        "sentences": [{name: sentence[name] for name in shown} for sentence in payload.get("sentences", [])],
        "approved": list(payload.get("approved") or []),
        "edited": decision.get("answer") if decision.get("action") == "edit" else None,
        "struck": list(decision.get("strike") or []),
        "kept": None if keep is None else list(keep),
    }
