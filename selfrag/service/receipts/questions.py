"""A question of a thread as a receipt has it: from its view, its reviews and what people thought of it."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from selfrag.receipts import moment
from selfrag.service.receipts.answers import recorded_answer
from selfrag.service.receipts.reviews import recorded_review
from selfrag.threads.feedback import Mark
from selfrag.threads.reviews import Review

ENDED = ("answered", "no_evidence", "rejected")
_MADE_WITH = ("answers_with", "chat_model", "embedding_model", "searches_with", "grading", "web")
_STEP = ("node", "seconds", "calls", "embeds", "tokens")
_CREDENTIALS = re.compile(r"(?<=://)[^/\s]*@")


def recorded_question(
    shown: Mapping[str, Any], number: int, reviews: Sequence[Review], marks: Sequence[Mark], titles: Mapping[str, str]
) -> dict[str, Any]:
    """Everything of one question; `shown` is its view, `titles` are those of the collections by id."""
    opinions = [mark for mark in marks if mark.question_id == shown["question_id"]]
    decided = [recorded_review(review, shown["policy"]) for review in reviews]
    ended = shown["status"] in ENDED
    cost = shown["cost"]
    return {
        "id": shown["question_id"],
        "number": number,
        "status": shown["status"],
        "outcome": shown["outcome"],
        "error": shown["error"],
        "strategy": shown["strategy"],
        "policy": shown["policy"],
        "draft_review": shown["draft_review"],
        "asked": shown["question"],
        "understood": shown["asked"],
        "versions": _versions(shown, decided),
        "queries": list(shown["tried"]),
        "times": {
            "asked": moment(shown["created"]),
            "finished": moment(shown["updated"]) if ended else None,
            "updated": moment(shown["updated"]),
        },
        "made_with": _made_with(shown["made_with"]),
        "retrieval": {"verdict": shown["retrieve"], "probability": shown["retrieve_probability"]},
        "sources": [{"id": each, "title": titles.get(each)} for each in shown["sources"]],
        "reviews": decided,
        "answer": recorded_answer(shown, decided, opinions) if shown["answer_as_written"] else None,
        "counters": {name: shown["counters"].get(name, 0) for name in ("rewrites", "writes", "web")},
        "steps": [_step(step) for step in shown["steps"]],
        "calls": {name: shown["calls"][name] for name in ("chat", "embed")},
        "tokens": {name: shown["tokens"][name] for name in ("prompt", "completion", "embedding", "total")},
        "cost": None if cost is None else {"amount": cost, "currency": shown["currency"]},
        "thumb": _thumb(opinions),
    }


def _versions(shown: Mapping[str, Any], reviews: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """As typed, as the model understood it, and as people changed it in reviews."""
    versions = [_version(shown["question"], "person", at=moment(shown["created"]))]
    understood = next((review["question"] for review in reviews if review["question"]), shown["asked"])
    if understood != shown["question"]:
        versions.append(_version(understood, "model"))
    for review in reviews:
        changed = review["edit"]["question"]
        if changed and review["kind"] == "chunk_review" and changed != versions[-1]["text"]:
            versions.append(_version(changed, "person", review["who"] or "", review["decided"], review["id"]))
    return versions


def _version(text: str, by: str, who: str = "", at: str | None = None, review_id: str | None = None) -> dict[str, Any]:
    return {"text": text, "by": by, "who": who, "at": at, "review_id": review_id}


def _made_with(made_with: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """By name what may be told, so that nothing that is added to the settings can get out by itself."""
    if made_with is None:
        return None
    told = {name: made_with.get(name) for name in _MADE_WITH}
    without = {name: _CREDENTIALS.sub("", value) if isinstance(value, str) else value for name, value in told.items()}
    return {**without, "limits": dict(made_with.get("limits", {}))}


def _step(step: Mapping[str, Any]) -> dict[str, Any]:
    at = step.get("at")
    return {
        **{name: step[name] for name in _STEP},
        "at": None if at is None else moment(at),
        "failed": bool(step.get("failed")),
        "inherited": bool(step.get("inherited")),
    }


def _thumb(opinions: Sequence[Mark]) -> dict[str, Any] | None:
    thumbs = [mark for mark in opinions if mark.kind == "thumb"]
    if not thumbs or not thumbs[-1].value:
        return None
    return {"value": thumbs[-1].value, "who": thumbs[-1].who, "at": moment(thumbs[-1].created)}
