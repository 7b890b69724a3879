"""Dialogs that close once what was asked for is done, and say why where it could not be.

What is open is kept in the session, so that whatever draws the page anew meanwhile leaves it as it is. A click in a
dialog draws the dialog alone, and nothing may be drawn before it: what there is to say waits until that is done.
"""

from collections.abc import Callable

import streamlit as st

from selfrag.errors import SelfragError
from selfrag.ui.phrases import told

_OPEN, _SAID, _FAULT = "open-dialog", "dialog-said", "dialog-fault"


def show(title: str, draw_inside: Callable[[], None]) -> None:
    """Open a dialog; `title` is markdown, and the buttons inside call functions that call `attempt`."""
    st.session_state[_OPEN] = (title, draw_inside)


def draw() -> None:
    """The dialog that is open, or what the one that closed has done; for the end of a page."""
    if said := st.session_state.pop(_SAID, ""):
        st.toast(said)
    if _OPEN in st.session_state:
        title, _inside = st.session_state[_OPEN]
        st.dialog(title, on_dismiss=_close)(_draw)()


def attempt(change: Callable[[], object], said: str = "") -> bool:
    """Whether it worked: then the open dialog closes and `said` is told; where it did not, why is told."""
    state = st.session_state
    is_open = _OPEN in state
    try:
        change()
    except SelfragError as error:
        if is_open:
            state[_FAULT] = told(str(error))
        else:
            st.toast(told(str(error)), icon=":material/error:")
        return False
    _close()
    if is_open:
        state[_SAID] = said
    elif said:
        st.toast(said)
    return True


def _draw() -> None:
    state = st.session_state
    if _OPEN not in state:
        st.rerun()
    if fault := state.pop(_FAULT, ""):
        st.error(fault)
    state[_OPEN][1]()


def _close() -> None:
    st.session_state.pop(_OPEN, None)
