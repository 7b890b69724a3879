"""SearXNG by its address, without a key."""

from collections.abc import Mapping
from typing import Any

from selfrag.errors import WebFailed
from selfrag.web.client import Client
from selfrag.web.failures import inert, unreadable
from selfrag.web.plain import cut, host
from selfrag.web.provider import NAME_CHARS, WebResult
from selfrag.web.results import read_results

_ENGINES_NAMED = 3


class SearXNG:
    """Implements `Provider`; `url` is the instance's own address, `timeout` in seconds."""

    def __init__(self, url: str, timeout: float) -> None:
        self.name = cut(f"SearXNG at {host(url)}", NAME_CHARS)
        self._search = f"{url.rstrip('/')}/search"
        self._client = Client(self.name, timeout, self._refusal)

    def find(self, query: str, limit: int) -> list[WebResult]:
        """Raises WebFailed, also where nothing was found because the instance's own engines failed."""
        body = self._client.get(self._search, {"q": query, "format": "json"}).json()
        found = body.get("results") if isinstance(body, Mapping) else None
        if not isinstance(found, list):
            raise unreadable(self.name)
        if not found and (silent := _silent_engines(body.get("unresponsive_engines"))):
            raise WebFailed(
                "{provider} found nothing, as its search engines did not answer ({words}): search again in a while, "
                "or set another instance in SELFRAG_SEARXNG_URL.",
                provider=self.name,
                words=silent,
            )
        return read_results(found, limit)

    def _refusal(self, status: int, words: str) -> WebFailed | None:
        if status == 403:
            return WebFailed(
                "{provider} gives no results as JSON (403): add json to search.formats in its settings.yml, or set "
                "another instance in SELFRAG_SEARXNG_URL.",
                provider=self.name,
            )
        if status == 429:
            return WebFailed(
                "{provider} takes no more searches from here for now (429): wait a little, or turn off server.limiter "
                "in its settings.yml if the instance is yours.",
                provider=self.name,
            )
        return None


def _silent_engines(told: Any) -> str:
    """Names and reasons, as in "google: CAPTCHA"."""
    pairs = [each for each in told if isinstance(each, list)] if isinstance(told, list) else []
    named = [": ".join(word for word in pair[:2] if isinstance(word, str)) for pair in pairs[:_ENGINES_NAMED]]
    return inert(", ".join(filter(None, named)))
