"""Who searches the web: SearXNG, Tavily, or nobody."""

from collections.abc import Callable

from selfrag.ports import Meter, Web
from selfrag.settings import WebSettings
from selfrag.web.provider import Provider
from selfrag.web.search import WebSearch
from selfrag.web.store import WebStore


def make_web(settings: WebSettings, store: WebStore) -> tuple[Callable[[Meter], Web] | None, str]:
    """A port for each node run, and the provider's name to people; None and "" where no provider is set."""
    provider = _provider(settings)
    if provider is None:
        return None, ""
    return lambda meter: WebSearch(provider, store, meter, settings.timeout), provider.name


def _provider(settings: WebSettings) -> Provider | None:
    if settings.searxng:
        from selfrag.web.searxng import SearXNG

        return SearXNG(settings.searxng, settings.timeout)
    if settings.tavily_key:
        from selfrag.web.tavily import Tavily

        return Tavily(settings.tavily_key, settings.tavily_url, settings.timeout)
    return None
