"""Ask, decide what may be read, and read the answer."""

import streamlit as st

from selfrag.errors import UnknownThread
from selfrag.ui import conversation, desk, sources, strategy_choice, thread_menu, threads_list, welcome, words
from selfrag.ui.history import ways_on
from selfrag.ui.inbox import walk as inbox_walk
from selfrag.ui.phrases import told
from selfrag.ui.uploads import uploads

_ = words.current()
service = desk.service()
thread_id = desk.thread_id()
seen, unknown = None, ""
try:
    seen = conversation.look(service, thread_id) if thread_id else None  # before all that shows how the thread is
except UnknownThread as error:
    unknown = told(str(error))
with st.sidebar:
    threads_list.draw_waiting(service)
    uploads.draw(service)
    strategy_choice.draw(service)
    chosen = sources.draw(service)
    threads_list.draw_rest(service)

box = st.container()
if seen is None or not seen.waits:
    st.chat_input(
        _("Ask a question about your documents"),
        key="question",
        disabled=seen is not None and seen.run is not None,
        on_submit=lambda: conversation.ask(service, st.session_state["question"], chosen),
    )
with box:
    conversation.draw_unsent()
    try:
        if seen is not None:
            thread_menu.draw(service, seen.thread_id)
            inbox_walk.draw(service, seen.thread_id)
            conversation.draw(service, seen)
            for view in seen.views[-1:]:
                ways_on.draw(service, view)
    except UnknownThread as error:  # deleted while it was drawn
        unknown = told(str(error))
    if unknown:
        st.warning(unknown)
        st.button(_("New question"), on_click=desk.open_thread, args=(None,))
    elif seen is None:
        welcome.draw(service, chosen)
