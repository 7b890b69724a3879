"""The way through the reviews that wait, on the page of one of them."""

import streamlit as st

from selfrag.service import Service
from selfrag.ui import desk, words
from selfrag.ui.inbox.page import is_shown

WALKED = "walked-review"


def draw(service: Service, thread_id: str) -> None:
    """Where this review stands in the list, with the ones before and after it; once it is decided, the next one."""
    order = [one.thread_id for one in service.queue() if is_shown(service, one.assigned) or one.thread_id == thread_id]
    if thread_id in order:
        at = order.index(thread_id)
        st.session_state[WALKED] = (thread_id, at)
        if len(order) > 1:
            _place(order, at)
        return
    walked, at = st.session_state.get(WALKED, ("", 0))
    if walked == thread_id and order:
        _next(order, order[at % len(order)])


def _place(order: list[str], at: int) -> None:
    _ = words.current()
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="walk"):
        st.caption(_("Review {n} of {count}", n=at + 1, count=len(order)))
        for name, label, icon, to in (
            ("previous", _("Previous"), ":material/arrow_back:", at - 1),
            ("next", _("Next"), ":material/arrow_forward:", at + 1),
        ):
            there = 0 <= to < len(order)
            st.button(
                label,
                key=f"walk-{name}",
                type="tertiary",
                icon=icon,
                disabled=not there,
                on_click=desk.open_thread,
                args=(order[to] if there else None,),
            )


def _next(order: list[str], following: str) -> None:
    _ = words.current()
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="walk"):
        st.button(
            _("Next review"),
            key="walk-on",
            icon=":material/arrow_forward:",
            on_click=desk.open_thread,
            args=(following,),
        )
        st.caption(_.plural("{n} more waits.", "{n} more wait.", len(order)))
