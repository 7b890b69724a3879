"""What a provider of web search promises."""

from dataclasses import dataclass
from typing import Protocol

MOST_RESULTS = 20
"""No provider is asked for more at once."""
NAME_CHARS = 300
"""No provider's name is longer."""


@dataclass(frozen=True)
class WebResult:
    """A page that was found: plain text without markup, and an http or https address."""

    title: str
    url: str
    text: str


class Provider(Protocol):
    """Searches the web for one query at a time."""

    @property
    def name(self) -> str:
        """Who it is, to people: they allow a query to go there."""

    def find(self, query: str, limit: int) -> list[WebResult]:
        """Send the query, and nothing else; at most `limit` results, best first. Raises WebFailed."""
