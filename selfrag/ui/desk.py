"""The one service of this server process, and the thread that the URL names."""

import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import cache

import streamlit as st

from selfrag.errors import SelfragError
from selfrag.service import Service
from selfrag.settings import read_settings
from selfrag.ui.phrases import told
from selfrag.wiring import open_service

THREAD = "thread"
FIRST_PAGE_SECONDS = 2.0  # the first page goes before the models, which nobody needs yet
_opening = threading.Lock()


@cache
def _service() -> Service:
    return open_service(read_settings())


def _open() -> Service:
    with _opening:  # two first visitors must not open the data directory twice
        return _service()


@asynccontextmanager
async def lifespan(app: object) -> AsyncIterator[None]:
    """Open the service while the server starts, so that the first page and question do not wait for it."""
    threading.Thread(target=_open_early, daemon=True, name="warm-up").start()
    yield
    close()


def _open_early() -> None:
    with suppress(SelfragError):  # the page opens it again and says what is wrong
        service = _open()
        time.sleep(FIRST_PAGE_SECONDS)
        service.warm_up()


def close() -> None:
    """Close the service, if it is open."""
    with _opening:
        if _service.cache_info().currsize:
            _service().close()
            _service.cache_clear()


def service() -> Service:
    """The service; where it cannot be opened, the page says why and ends."""
    try:
        return _open()
    except SelfragError as error:
        st.error(told(str(error)))
        st.stop()


def thread_id() -> str | None:
    """The thread that is open."""
    return st.query_params.get(THREAD)


def open_thread(thread: str | None) -> None:
    """Open a thread, or none: a new question."""
    if thread is None:
        st.query_params.pop(THREAD, None)
    else:
        st.query_params[THREAD] = thread
