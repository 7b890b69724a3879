"""The objects in a reply, JSON or nearly so."""

import ast
import json
import re
from typing import Any

from selfrag.models.thoughts import visible

REPLY_CHARS = 8000
TRIES = 500
"""Places where an object may begin; a reply with more is none."""
Fields = list[dict[str, Any]]

_BEGINS = re.compile(r"\{\s*(?:\"|'\w+'\s*:)")
_FIELD = re.compile(
    r"(?<!\\)(?P<quote>[\"'])(?P<name>[^\"'\\]{1,60})(?P=quote)\s*:\s*"
    r"(?P<value>\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|[\w.+-]+(?=\s*[,}\]]))"
)


def objects(reply: object, chars: int = REPLY_CHARS) -> Fields:
    """Every outermost object in the reply, JSON or written as a Python literal.

    Of objects that are broken, those fields that are whole: a reason that was cut must not be read as a verdict.
    """
    if isinstance(reply, dict):
        return [reply]
    text = visible(reply, max(chars, REPLY_CHARS))
    found: Fields = []
    start = text.find("{")
    for _ in range(TRIES):
        if start < 0:
            break
        value, end = _decode(text, start)
        if isinstance(value, dict):
            found.append(value)
        start = text.find("{", end)
    if not found and (begins := _BEGINS.search(text)):
        parts = map(_fields, re.split(r"(?<=[{}])", text[begins.start() :]))
        return [part for part in parts if part] or [{}]
    return found


def _decode(text: str, start: int) -> tuple[object, int]:
    try:
        return json.JSONDecoder(strict=False).raw_decode(text, start)
    except (ValueError, RecursionError):
        pass
    end = text.find("}", start) + 1
    if text.count("{", start, end) != 1:
        return None, start + 1
    try:
        return ast.literal_eval(text[start:end]), end
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
        return None, start + 1


def _fields(text: str) -> dict[str, Any]:
    return {field["name"]: _value(field["value"]) for field in _FIELD.finditer(text)}


def _value(text: str) -> object:
    try:
        return json.loads(text, strict=False)
    except ValueError:
        return text.strip("'")
