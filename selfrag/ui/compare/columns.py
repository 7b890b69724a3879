"""One of two runs beside each other: how far it is, what it waits for, or what it answered."""

from typing import Any

import streamlit as st

from selfrag.service import Service
from selfrag.ui import conversation, desk, live, places, words
from selfrag.ui.review import too_late
from selfrag.ui.strategy_choice import title


def draw(service: Service, view: dict[str, Any], running: bool, heading: str) -> None:
    """The column of one thread."""
    _ = words.current()
    thread = {desk.THREAD: view["thread_id"]}
    with st.container(horizontal=True, vertical_alignment="center"):
        st.subheader(heading, anchor=False, width="stretch")
        places.link("chat", _("Thread"), **thread)
        places.link("graph", _("Graph"), **thread)
    if heading != title(view["strategy"]):
        st.caption(title(view["strategy"]))
    too_late.draw(service, view)
    if running:
        live.watch(service, view)
    else:
        conversation.draw_outcome(service, view, alone=False)
