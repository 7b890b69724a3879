"""The objects that a reflector asks for, field by field in the order of writing: reasons before verdicts."""

from typing import Any

from selfrag.models.openai.ladder import Form

_Schema = dict[str, Any]

_TEXT: _Schema = {"type": "string"}
_NUMBER: _Schema = {"type": "integer"}


def _one_of(*verdicts: str) -> _Schema:
    return {"type": "string", "enum": list(verdicts)}


def _each(**fields: _Schema) -> dict[str, _Schema]:
    """A list with such an object for each numbered thing."""
    item = {
        "type": "object",
        "properties": {"n": _NUMBER, **fields},
        "required": ["n", *fields],
        "additionalProperties": False,
    }
    return {"verdicts": {"type": "array", "items": item}}


_RELEVANCE = _one_of("relevant", "ambiguous", "irrelevant")
_SUPPORT = _one_of("fully", "partially", "no")

RETRIEVE = Form("retrieve", {"reason": _TEXT, "verdict": _one_of("yes", "no")})
FOLLOW_UP = Form("retrieve", {"reason": _TEXT, "query": _TEXT, "verdict": _one_of("yes", "no", "continue")})
IS_REL = Form("is_rel", {"reason": _TEXT, "verdict": _RELEVANCE})
IS_RELS = Form("is_rels", _each(reason=_TEXT, verdict=_RELEVANCE))
IS_SUPS = Form("is_sups", _each(reason=_TEXT, passages={"type": "array", "items": _NUMBER}, verdict=_SUPPORT))
IS_USE = Form("is_use", {"reason": _TEXT, "verdict": {"type": "integer", "enum": [1, 2, 3, 4, 5]}})
