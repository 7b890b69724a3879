"""Lists as servers send them: vectors, and names of models."""

import base64
import math
from array import array
from collections.abc import Mapping
from typing import Any

from selfrag.models.openai.failures import UnreadableReply
from selfrag.models.openai.replies import LARGEST_FLOAT, count
from selfrag.sentences import part


def read_vectors(body: object) -> list[list[float]]:
    """Vectors of finite numbers, in the order of the texts. Raises UnreadableReply."""
    data = body.get("data") if isinstance(body, Mapping) else None
    if not isinstance(data, list) or not all(isinstance(item, Mapping) for item in data):
        raise UnreadableReply(body)
    placed = sorted(enumerate(data), key=lambda pair: count(pair[1].get("index", pair[0])))
    vectors = [_vector(item.get("embedding")) for _, item in placed]
    if not all(map(_is_vector, vectors)):
        raise UnreadableReply(part("a vector that is not made of numbers"))
    return vectors


def read_names(body: object) -> list[str]:
    """The ids of a list of models, sorted. Raises UnreadableReply."""
    listed = body.get("data", body.get("models")) if isinstance(body, Mapping) else body
    if not isinstance(listed, list):
        raise UnreadableReply(body)
    named = [item.get("id") or item.get("name") if isinstance(item, Mapping) else item for item in listed]
    return sorted({name for name in named if isinstance(name, str) and name})


def _vector(given: object) -> Any:
    """Some servers pack numbers although they were asked for plain ones."""
    if not isinstance(given, str):
        return given
    try:
        return array("f", base64.b64decode(given, validate=True)).tolist()
    except ValueError:
        return None


def _is_vector(given: object) -> bool:
    """Of numbers whose squares have a sum of 32 bits, so that a distance is a number too."""
    return (
        isinstance(given, list)
        and bool(given)
        and all(map(_is_number, given))
        and math.hypot(*given) <= math.sqrt(LARGEST_FLOAT)
    )


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= LARGEST_FLOAT
