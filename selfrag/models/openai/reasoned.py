"""The reply proper, where a server gives a model's thoughts and nothing else."""

import json

from selfrag.models.objects import REPLY_CHARS, TRIES
from selfrag.models.thoughts import CLOSING


def said_at_last(thoughts: str) -> str:
    """What follows the end of the thoughts, or the object that they end with; empty where there is neither.

    An object in their midst is a thought like any other.
    """
    replies = CLOSING.split(thoughts)[1:]
    if replies:
        return replies[-1].strip()
    text = thoughts.strip().removesuffix("```").rstrip()[-REPLY_CHARS:]
    start = text.find("{")
    for _ in range(TRIES):
        if start < 0:
            break
        try:
            _, end = json.JSONDecoder(strict=False).raw_decode(text, start)
        except (ValueError, RecursionError):
            end = start + 1
        if end == len(text):
            return text[start:]
        start = text.find("{", end)
    return ""
