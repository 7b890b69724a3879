"""A search on the web: the query goes out, passages are kept."""

from sqlalchemy.exc import SQLAlchemyError

from selfrag.errors import WebFailed
from selfrag.ports import Meter
from selfrag.web.failures import too_late
from selfrag.web.passages import passages_of
from selfrag.web.provider import MOST_RESULTS, Provider
from selfrag.web.store import WebStore
from selfrag.web.waiting import waited_for


class WebSearch:
    """Implements `ports.Web`; `timeout` in seconds for one search."""

    def __init__(self, provider: Provider, store: WebStore, meter: Meter, timeout: float) -> None:
        self._provider = provider
        self._store = store
        self._meter = meter
        self._timeout = timeout

    @property
    def name(self) -> str:
        """Who the provider is, to people."""
        return self._provider.name

    def search(self, query: str, thread_id: str, limit: int) -> list[str]:
        """`limit` bounds the pages that are asked for and the passages that are kept."""
        if any("\ud800" <= char <= "\udfff" for char in query):
            raise WebFailed("The query holds half a character, which cannot be sent: write it anew, then search.")
        results = waited_for(
            lambda: self._provider.find(query, min(limit, MOST_RESULTS)),
            self._meter,
            self._timeout,
            too_late(self.name, self._timeout),
        )
        passages = passages_of(thread_id, results)[:limit]
        try:
            self._store.add(thread_id, self.name, passages)
        except SQLAlchemyError as error:
            raise WebFailed(
                "What {provider} found could not be stored: check that the data directory has space and can be "
                "written to, then search again.",
                provider=self.name,
            ) from error
        return [passage["id"] for passage in passages]
