"""Verdicts out of whatever a model replied: pure, total and exact. What is not clearly one verdict is `unknown`."""

import unicodedata
from typing import cast

from selfrag.models.reading import REASON_KEYS, Fields, Found, find, key, objects, visible
from selfrag.models.vocabulary import REL, RETRIEVE, SUP, USE
from selfrag.ports import IsRel, IsUse, RelVerdict, Retrieve, RetrieveVerdict, SupVerdict
from selfrag.sentences import sentence

SCORES: dict[RelVerdict, float] = {"relevant": 1.0, "ambiguous": 0.5, "irrelevant": 0.0, "unknown": 0.5}
REASON_CHARS = 200
NO_VERDICT = sentence("The model gave no verdict.")


def read_relevance(reply: object) -> IsRel:
    """IsRel from a model's reply; a score that contradicts its label is not used."""
    fields = objects(reply)
    verdict = cast(RelVerdict, _one(find(reply, fields, REL)) or "unknown")
    score = _score(fields, verdict)
    return IsRel(verdict=verdict, score=score, reason=_reason(reply, fields, verdict != "unknown"))


def read_support(reply: object) -> tuple[SupVerdict, str]:
    """IsSup's verdict and the reason for it."""
    fields = objects(reply)
    verdict = cast(SupVerdict, _one(find(reply, fields, SUP)) or "unknown")
    return verdict, _reason(reply, fields, verdict != "unknown")


def read_usefulness(reply: object) -> IsUse:
    """IsUse from 1 to 5; a bare yes is 5, a bare no is 1."""
    fields = objects(reply)
    verdict = _one(find(reply, fields, USE))
    return IsUse(verdict=int(verdict) if verdict else None, reason=_reason(reply, fields, verdict is not None))


def read_retrieval(reply: object, question: str) -> Retrieve:
    """Retrieve with the reply's query, or with the question where the reply has none."""
    fields = objects(reply)
    verdict = cast(RetrieveVerdict, _one(find(reply, fields, RETRIEVE)) or "unknown")
    queries = [
        value.strip() for field in fields for name, value in field.items() if key(name) == "query" and _said(value)
    ]
    query = one_line(queries[0]) if queries else question
    return Retrieve(verdict=verdict, query=query, reason=_reason(reply, fields, verdict != "unknown"))


def one_line(text: str, chars: int | None = None) -> str:
    """The text with white space and control characters as single spaces, cut at `chars`."""
    line = " ".join("".join(" " if unicodedata.category(c) == "Cc" else c for c in text).split())
    return line if chars is None or len(line) <= chars else line[: chars - 1].rstrip() + "…"


def _one(found: Found) -> str | None:
    return next(iter(found)) if len(found) == 1 else None


def _said(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _score(fields: Fields, verdict: RelVerdict) -> float:
    for field in fields:
        for name, value in field.items():
            if key(name) == "score" and isinstance(value, float) and 0 <= value <= 1:
                agrees = verdict in find(value, [], REL)
                return value if agrees else SCORES[verdict]
    return SCORES[verdict]


def _reason(reply: object, fields: Fields, known: bool) -> str:
    for field in fields:
        for name, value in field.items():
            if key(name) in REASON_KEYS and _said(value):
                return one_line(value, REASON_CHARS)
    said = one_line(visible(reply), REASON_CHARS)
    if known:
        return "" if fields else said
    return sentence("The model gave no clear verdict: {said}", said=said) if said else NO_VERDICT
