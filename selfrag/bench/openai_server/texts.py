"""Words, tokens and vectors of a text, without a model."""

import hashlib
import math
import re

DIMENSION = 64
_PIECE = re.compile(r"\s?[^\W\d_]+|\d{1,3}|\s?[^\w\s]+|_+|\s+|.", re.DOTALL)


def words(text: str) -> set[str]:
    """Those that carry meaning: long ones, and any that are not English."""
    return {word for word in re.findall(r"\w+", text.casefold()) if len(word) > 3 or not word.isascii()}


def first_sentence(text: str) -> str:
    """The text up to its first full stop."""
    return re.split(r"(?<=[.!?。])\s", text.strip())[0]


def tokens(text: str) -> list[str]:
    """Pieces as a server bills and streams them."""
    return re.findall(r"\s*\S{1,6}", text)


def fine_tokens(text: str) -> list[str]:
    """Words and signs apart, nothing lost: where probabilities are told, a verdict is a token of its own."""
    return _PIECE.findall(text)


def vector(text: str) -> list[float]:
    """Words hashed into places, of length 1: texts that share words are near."""
    places = [0.0] * DIMENSION
    for word in words(text) or {text}:
        places[int.from_bytes(hashlib.sha256(word.encode()).digest()[:4], "big") % DIMENSION] += 1.0
    length = math.sqrt(sum(place * place for place in places))
    return [place / length for place in places]
