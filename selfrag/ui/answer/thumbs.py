"""What a person thinks of an answer: a thumb up or down, which can be changed and taken back."""

from typing import Any

import streamlit as st

from selfrag.errors import SelfragError
from selfrag.service import Service
from selfrag.ui import people
from selfrag.ui.phrases import told

SHOWN = {1: 1, -1: 0}  # a stored opinion as Streamlit's thumbs have it


def draw(service: Service, view: dict[str, Any]) -> None:
    """The two thumbs, always as they are stored: another tab may have pressed one."""
    key = f"thumb-{view['question_id']}"
    st.session_state[key] = SHOWN.get(view["thumb"])
    st.feedback("thumbs", key=key, on_change=_rate, args=(service, view, key))


def _rate(service: Service, view: dict[str, Any], key: str) -> None:
    chosen = st.session_state[key]
    try:
        service.thumb(view["thread_id"], view["question_id"], {1: 1, 0: -1}.get(chosen, 0), people.current(service))
    except SelfragError as error:
        st.toast(told(str(error)))
