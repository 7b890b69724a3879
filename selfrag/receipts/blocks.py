"""What a receipt for people is made of; every text in it is shown as the characters that it has."""

import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from selfrag.language.plain import UNSEEN

_TURNING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"  # could make a line read in another order


class Heading(NamedTuple):
    """From 1 for the whole to 3."""

    level: int
    text: str


class Text(NamedTuple):
    """A paragraph, or several by their line ends."""

    text: str


class Quote(NamedTuple):
    """Verbatim text, set apart, with where it stands before it."""

    text: str
    source: str = ""


class Facts(NamedTuple):
    """Names with their values; those without one are left out."""

    facts: Sequence[tuple[str, str | None]]

    @property
    def known(self) -> list[tuple[str, str]]:
        """Those that have a value."""
        return [(name, value) for name, value in self.facts if value]


class Table(NamedTuple):
    """Rows under a head; `widths` are shares of the line."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    widths: Sequence[float]


Block = Heading | Text | Quote | Facts | Table


def shown(text: str) -> str:
    """The text without characters that cannot be seen, or that would turn a line around; line ends as `\\n`."""
    lines = "\n".join(text.splitlines())
    return "".join(c for c in lines if c == "\n" or (unicodedata.category(c) not in UNSEEN and c not in _TURNING))
