"""What a server tells about the probabilities of tokens."""

from collections.abc import Mapping
from typing import NamedTuple


class Token(NamedTuple):
    """A token of a reply: its text, and the probabilities (0 to 1) of the likeliest tokens at its place."""

    text: str
    alternatives: Mapping[str, float]
