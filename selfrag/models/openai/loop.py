"""A thread with an event loop: requests run there, and whoever waits for one can stop it from another thread."""

import asyncio
import time
from collections.abc import Callable, Coroutine, Generator, Iterable
from concurrent.futures import Future
from contextvars import ContextVar
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any, TypeVar

from selfrag.errors import ModelError
from selfrag.ports import Meter

BEAT = 0.1
CLOSING_SECONDS = 5.0

_T = TypeVar("_T")
_News = str | float | None

_NEWS: ContextVar["SimpleQueue[_News]"] = ContextVar("news")


def hand_over(text: str) -> None:
    """Inside a followed coroutine: give a piece of text to the thread that follows it."""
    _NEWS.get().put(text)


def tell_wait(seconds: float) -> None:
    """Inside a followed coroutine: let the thread that follows it tell that the server asked to wait."""
    _NEWS.get().put(float(seconds))


async def gathered(coroutines: Iterable[Coroutine[Any, Any, _T]]) -> list[_T]:
    """All results in order; the first failure cancels the rest and waits for their end."""
    tasks = [asyncio.ensure_future(each) for each in coroutines]
    try:
        return await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class Loop:
    """Starts its daemon thread at the first use. `farewell` runs in it at the end; `gone` makes the error after it."""

    def __init__(self, farewell: Callable[[], Coroutine[Any, Any, None]], gone: Callable[[], ModelError]) -> None:
        self._farewell = farewell
        self._gone = gone
        self._lock = Lock()
        self._closed = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: Thread | None = None

    def run(self, meter: Meter, coroutine: Coroutine[Any, Any, _T]) -> _T:
        """The coroutine's result. Raises what it raises, and what `meter.progress` raises, which cancels it."""
        following = self.follow(meter, coroutine)
        while True:
            try:
                next(following)
            except StopIteration as end:
                result: _T = end.value
                return result

    def follow(self, meter: Meter, coroutine: Coroutine[Any, Any, _T]) -> Generator[str, None, _T]:
        """The pieces that the coroutine hands over, then its result; closing the generator cancels it."""
        news: SimpleQueue[_News] = SimpleQueue()
        future = self._submit(_with(news, coroutine), coroutine)
        future.add_done_callback(lambda _: news.put(None))
        beaten = time.monotonic()
        try:
            while True:
                try:
                    said = news.get(timeout=BEAT)
                except Empty:
                    said = ""
                if said is None:
                    break
                if isinstance(said, float):
                    meter.progress("waiting", seconds=said)
                elif said:
                    yield said
                if time.monotonic() - beaten >= BEAT:
                    meter.progress("beat")
                    beaten = time.monotonic()
        finally:
            future.cancel()
        if future.cancelled():
            raise self._gone()
        return future.result()

    def close(self) -> None:
        """Cancel what runs and end the thread."""
        with self._lock:
            self._closed = True
            if self._loop is None or self._thread is None:
                return
            loop, thread = self._loop, self._thread
            self._loop = None
        loop.call_soon_threadsafe(loop.stop)
        thread.join(CLOSING_SECONDS)

    def _submit(self, work: Coroutine[Any, Any, _T], inner: Coroutine[Any, Any, _T]) -> "Future[_T]":
        with self._lock:
            if not self._closed:
                if self._loop is None:
                    self._loop = asyncio.new_event_loop()
                    self._thread = Thread(target=_serve, args=(self._loop, self._farewell), name="models", daemon=True)
                    self._thread.start()
                return asyncio.run_coroutine_threadsafe(work, self._loop)
        work.close()
        inner.close()
        raise self._gone()


async def _with(news: "SimpleQueue[_News]", coroutine: Coroutine[Any, Any, _T]) -> _T:
    _NEWS.set(news)
    return await coroutine


def _serve(loop: asyncio.AbstractEventLoop, farewell: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.set_event_loop(loop)
    try:
        loop.run_forever()
        tasks = asyncio.all_tasks(loop)
        for task in tasks:
            task.cancel()
        loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
        loop.run_until_complete(farewell())
        loop.run_until_complete(loop.shutdown_asyncgens())
    finally:
        asyncio.set_event_loop(None)
        loop.close()
