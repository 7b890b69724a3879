"""One OpenAI-compatible server: its client, its bound on open requests, and its list of models."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Generator
from contextlib import nullcontext, suppress
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

from selfrag.errors import ModelError, ModelRefused, ModelUnreachable
from selfrag.models.openai.attempt import attempt
from selfrag.models.openai.bounds import bound
from selfrag.models.openai.failures import Asked, Failure, unreachable
from selfrag.models.openai.headers import only_needed
from selfrag.models.openai.lists import read_names
from selfrag.models.openai.loop import Loop
from selfrag.models.openai.replies import parsed
from selfrag.models.openai.retries import persistent
from selfrag.ports import Meter
from selfrag.sentences import part

if TYPE_CHECKING:
    import openai

OPENAI_URL = "https://api.openai.com/v1"
CONNECT_SECONDS = 10.0
PROGRAM = "selfrag"

_T = TypeVar("_T")


class Server:
    """Shared by all runs and threads. `url` may be a function that starts the server, asked before each request.

    `timeout` is in seconds between two signs of life; at most `parallel` chat requests are open at once, and the
    others wait for as long as it takes. No request is sent more than `attempts` times. `key_name` is the
    variable that the key comes from, for messages. Requests run in the server's own
    loop; `run` and `follow` wait for them.
    """

    def __init__(
        self,
        *,
        api_key: str,
        url: str | Callable[[], str] | None,
        timeout: float,
        parallel: int,
        attempts: int,
        key_name: str = "OPENAI_API_KEY",
    ) -> None:
        self._key = api_key
        self._key_name = key_name
        self._starts = url if callable(url) else None
        self._url = "" if callable(url) else url or OPENAI_URL
        self._timeout = timeout
        self._attempts = attempts
        self._slots = asyncio.Semaphore(parallel)
        self._lock = Lock()
        self._client: openai.AsyncOpenAI | None = None
        self._loop = Loop(self._farewell, self._gone)

    @property
    def host(self) -> str:
        """Name and port, for messages."""
        try:
            return urlsplit(self._url).netloc.rpartition("@")[2] or "localhost"
        except ValueError:
            return self._url

    def warm(self) -> None:
        """Build the client now, which takes about a second, without a request."""
        with suppress(ModelError):  # a request will tell it
            self._built()

    def run(self, meter: Meter, coroutine: Coroutine[Any, Any, _T]) -> _T:
        """The coroutine's result. What `meter.progress` raises meanwhile is raised at once and aborts its requests."""
        return self._loop.run(meter, coroutine)

    def follow(self, meter: Meter, coroutine: Coroutine[Any, Any, None]) -> Generator[str, None, None]:
        """As `run`, yielding what the coroutine hands over; closing the generator aborts its requests."""
        return self._loop.follow(meter, coroutine)

    def models(self, meter: Meter) -> list[str]:
        """The names of the models that the server offers, sorted. Raises ModelRefused where it tells none."""
        return self.run(meter, self._models())

    def close(self) -> None:
        """Abort what is open and let the connections go; later requests raise ModelUnreachable."""
        self._loop.close()

    async def post(
        self, meter: Meter, asked: Asked, path: str, body: dict[str, Any], read: Callable[[Any], _T]
    ) -> _T | Failure:
        """What `read` makes of the JSON reply."""
        from httpx2 import Response

        async def work(client: "openai.AsyncOpenAI") -> _T:
            return read(parsed((await client.post(path, cast_to=Response, body=body)).content))

        return await self.send(meter, asked, work)

    async def send(
        self,
        meter: Meter,
        asked: Asked,
        work: "Callable[[openai.AsyncOpenAI], Awaitable[_T]]",
        begun: Callable[[], bool] = lambda: False,
    ) -> _T | Failure:
        """What `work` makes of its one request, repeated where that may help and nothing has `begun` to show."""

        async def once() -> _T | Failure:
            async with self._slots if asked.kind == "chat" else nullcontext():
                client = await self._ready()
                meter.add(chat=int(asked.kind == "chat"), embed=int(asked.kind == "embed"))
                return await attempt(client, work, asked, begun)

        return await persistent(once, self._attempts)

    def asked(self, model: str, kind: Any) -> Asked:
        """Who is asked for what, for messages."""
        return Asked(self.host, self._key, model, kind, self._key_name)

    async def _models(self) -> list[str]:
        from httpx2 import Response

        async def work(client: "openai.AsyncOpenAI") -> list[str]:
            return read_names(parsed((await client.get("/models", cast_to=Response)).content))

        names = await self.send(Meter(), self.asked("", "models"), work)
        if isinstance(names, Failure):
            raise names.error
        return names

    async def _ready(self) -> "openai.AsyncOpenAI":
        if self._starts:
            self._url = await asyncio.to_thread(self._starts)
        client = await asyncio.to_thread(self._built) if self._client is None else self._client
        if self._starts:
            client.base_url = self._url
        return client

    def _built(self) -> "openai.AsyncOpenAI":
        import openai
        from httpx2 import InvalidURL

        with self._lock:
            if self._client is not None:
                return self._client
            if not (self._key.isascii() and self._key.isprintable()):
                raise ModelRefused("{key} holds characters that no key can have: copy it again.", key=self._key_name)
            timeout = openai.Timeout(self._timeout, connect=min(self._timeout, CONNECT_SECONDS))
            url = self._url or "http://localhost"
            http = openai.DefaultAsyncHttpxClient(
                timeout=timeout,
                follow_redirects=False,
                event_hooks={"request": [only_needed(self._key, PROGRAM)], "response": [bound]},
            )
            with suppress(InvalidURL, ValueError):
                self._client = openai.AsyncOpenAI(
                    api_key=self._key, base_url=url, timeout=timeout, max_retries=0, http_client=http
                )
                return self._client
        raise unreachable(self.host, part("this is no address"))

    async def _farewell(self) -> None:
        if self._client is not None:
            await self._client.close()

    def _gone(self) -> ModelUnreachable:
        return ModelUnreachable(
            "The connection to the model server at {host} was closed, as the settings changed or selfrag ends: "
            "continue to try again.",
            host=self.host,
        )
