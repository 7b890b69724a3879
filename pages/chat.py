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
with st.sidebar:
    threads_list.draw_waiting(service)
    uploads.draw(service)
    strategy_choice.draw(service)
    chosen = sources.draw(service)
    threads_list.draw_rest(service)

box = st.container()
thread_id = desk.thread_id()
if thread_id is None or service.status(thread_id) != "waiting":
    st.chat_input(
        _("Ask a question about your documents"),
        key="question",
        disabled=thread_id is not None and service.run(thread_id) is not None,
        on_submit=lambda: conversation.ask(service, st.session_state["question"], chosen),
    )
with box:
    conversation.draw_unsent()
    try:
        if thread_id is None:
            welcome.draw(service, chosen)
        else:
            thread_menu.draw(service, thread_id)
            inbox_walk.draw(service, thread_id)
            conversation.draw(service, thread_id)
            ways_on.draw(service, thread_id)
    except UnknownThread as error:
        st.warning(told(str(error)))
        st.button(_("New question"), on_click=desk.open_thread, args=(None,))
