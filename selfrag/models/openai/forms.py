"""The objects that a reflector asks for: small, since every token is waited for, reasons before verdicts."""

from typing import Any

from selfrag.models.openai.ladder import Form

_Schema = dict[str, Any]

_TEXT: _Schema = {"type": "string"}


def _one_of(*verdicts: str) -> _Schema:
    return {"type": "string", "enum": list(verdicts)}


_RELEVANCE: dict[str, _Schema] = {"reason": _TEXT, "verdict": _one_of("relevant", "ambiguous", "irrelevant")}

RETRIEVE = Form("retrieve", {"verdict": _one_of("yes", "no")})
FOLLOW_UP = Form("retrieve", {"query": _TEXT, "verdict": _one_of("yes", "no", "continue")})
IS_REL = Form("is_rel", _RELEVANCE)
IS_USE = Form("is_use", {"verdict": {"type": "integer", "enum": [1, 2, 3, 4, 5]}})


def routing(count: int, *, follow_up: bool) -> Form:
    """Retrieve and the numbers of the sources to search; a verdict is short, so it comes before them."""
    numbers = {"type": "array", "items": {"type": "integer", "enum": list(range(1, count + 1))}}
    return Form("retrieve", {**(FOLLOW_UP if follow_up else RETRIEVE).fields, "sources": numbers})


def is_rels(count: int) -> Form:
    """IsRel under the number of each passage, so that a strict server can leave none out."""
    one = {
        "type": "object",
        "properties": _RELEVANCE,
        "required": list(_RELEVANCE),
        "additionalProperties": False,
    }
    return Form("is_rels", _under_numbers(one, count))


def strip_rels(count: int) -> Form:
    """IsRel under the number of each strip, without reasons: there are many, and a person sees each with its text."""
    return Form("strip_rels", _under_numbers(_one_of("relevant", "irrelevant"), count))


def is_sups(count: int) -> Form:
    """IsSup under the number of each claim, and one reason for all that is not supported."""
    return Form("is_sups", {**_under_numbers(_one_of("fully", "partially", "no"), count), "why": _TEXT})


def _under_numbers(schema: _Schema, count: int) -> dict[str, _Schema]:
    return {str(n): schema for n in range(1, count + 1)}
