"""The one service of this server process, and the thread that the URL names."""

import threading

import streamlit as st

from selfrag.errors import SelfragError
from selfrag.service import Service
from selfrag.settings import read_settings
from selfrag.ui.inert import inert
from selfrag.wiring import open_service

THREAD = "thread"


@st.cache_resource(show_spinner=False)
def _open() -> Service:
    service = open_service(read_settings())
    threading.Thread(target=service.warm_up, daemon=True, name="warm-up").start()
    return service


def service() -> Service:
    """The service; where it cannot be opened, the page says why and ends."""
    try:
        return _open()
    except SelfragError as error:
        st.error(inert(str(error)))
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
