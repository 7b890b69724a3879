"""Tavily through langchain-tavily, whose requests pass through our own client."""

from collections.abc import Mapping
from contextvars import ContextVar
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from selfrag.errors import WebFailed
from selfrag.web.client import Client, Reply
from selfrag.web.failures import unreadable
from selfrag.web.provider import WebResult
from selfrag.web.results import read_results

if TYPE_CHECKING:
    from langchain_tavily._utilities import TavilySearchAPIWrapper

NAME, KEY = "Tavily", "TAVILY_API_KEY"

_CLIENT: ContextVar[Client] = ContextVar("client")
_LEFT_OUT = dict.fromkeys(
    (
        "include_domains", "exclude_domains", "include_answer", "include_raw_content", "include_images",
        "include_image_descriptions", "include_favicon", "topic", "time_range", "country", "auto_parameters",
        "start_date", "end_date", "include_usage", "exact_match",
    )
)  # fmt: skip


class Tavily:
    """Implements `Provider`; without a `url` it is Tavily's own, `timeout` in seconds."""

    name = NAME

    def __init__(self, key: str, url: str | None, timeout: float) -> None:
        self._key = key
        self._url = url.rstrip("/") if url else None
        self._client = Client(NAME, timeout, _refusal, secret=key)

    def find(self, query: str, limit: int) -> list[WebResult]:
        """Raises WebFailed."""
        if not (self._key.isascii() and self._key.isprintable()):
            raise WebFailed("{key} holds characters that no key can have: copy it again.", key=KEY)
        tavily = _wrapper(self._key, self._url)
        _CLIENT.set(self._client)
        body: Any = tavily.raw_results(query=query, max_results=limit, search_depth="basic", **_LEFT_OUT)
        found = body.get("results") if isinstance(body, Mapping) else None
        if not isinstance(found, list):
            raise unreadable(NAME)
        return read_results(found, limit)


def _wrapper(key: str, url: str | None) -> "TavilySearchAPIWrapper":
    """The library's own, with our client for `requests`: that one waits without end, reads without bound, takes a
    password for the key where a .netrc has one, and follows a redirect with the query; no option changes it."""
    from langchain_tavily import _utilities

    vars(_utilities)["requests"] = SimpleNamespace(post=_post)
    return _utilities.TavilySearchAPIWrapper(
        tavily_api_key=key,  # type: ignore[arg-type]  # a SecretStr would be sent as asterisks
        api_base_url=url,
    )


def _post(url: str, *, json: Any, headers: Mapping[str, str]) -> Reply:
    return _CLIENT.get().post(url, json=json, headers=headers)


def _refusal(status: int, words: str) -> WebFailed | None:
    if status in (401, 403):
        return WebFailed(
            "Tavily does not take the key in {key} ({words}): copy it again from your Tavily account.",
            key=KEY,
            words=words or status,
        )
    if status in (432, 433):
        return WebFailed(
            "The searches of your Tavily account are used up ({words}): raise its limit, or go on without the web.",
            words=words or status,
        )
    return None
