"""What people say to each other about a thread, behind a button that tells how much there is."""

import streamlit as st

from selfrag.errors import SelfragError
from selfrag.service import Service
from selfrag.threads.comments import TEXT_CHARS
from selfrag.ui import people, words
from selfrag.ui.inbox.words import when
from selfrag.ui.inert import inert, inert_line
from selfrag.ui.phrases import told


def draw(service: Service, thread_id: str, count: int, review_id: str | None = None) -> None:
    """The comments on a thread, read once they are opened, and a field for another one."""
    _ = words.current()
    label = f"{_('Comments')} · {count}" if count else _("Comment")
    opened = st.popover(
        label, key=f"comments-{thread_id}", icon=":material/comment:", type="tertiary", on_change="rerun"
    )
    if not opened.open:
        return
    with opened:
        for comment in service.comments(thread_id):
            who = inert_line(comment["who"]) or _("Somebody")
            st.caption(f"**{who}** · {when(comment['created'])}")
            st.markdown(inert(comment["text"]))
        key = f"comment-{thread_id}"
        st.text_area(_("Comment"), key=key, max_chars=TEXT_CHARS, label_visibility="collapsed", height=80)
        st.button(_("Add"), key=f"add-{key}", on_click=_add, args=(service, thread_id, review_id, key))


def _add(service: Service, thread_id: str, review_id: str | None, key: str) -> None:
    try:
        service.comment(thread_id, st.session_state[key], people.current(service), review_id)
    except SelfragError as error:
        st.toast(told(str(error)))
    else:
        st.session_state[key] = ""
