"""The head of the open thread: its title, what people say about it, and what can be done with it as a whole."""

from collections.abc import Callable

import streamlit as st

from selfrag.errors import SelfragError
from selfrag.service import Service
from selfrag.threads.catalog import TITLE_CHARS, Thread
from selfrag.ui import desk, policies, words
from selfrag.ui.inbox import comments as inbox_comments
from selfrag.ui.inert import inert_line
from selfrag.ui.phrases import told

DELETING = "deleting-thread"


def draw(service: Service, thread_id: str) -> None:
    """The head of the thread. Raises UnknownThread."""
    _ = words.current()
    thread = service.thread(thread_id)
    comments = service.comments(thread_id)
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="thread-head"):
        st.caption(inert_line(thread.title), width="stretch")
        if thread.archived is not None:
            st.badge(_("archived"), color="gray", icon=":material/archive:")
            _archive_button(service, thread, "head")
        inbox_comments.draw(service, thread_id, len(comments))
        menu = st.popover(
            _("Thread"), key=f"menu-{thread_id}", icon=":material/more_vert:", type="tertiary", on_change="rerun"
        )
    if menu.open:
        with menu:
            _menu(service, thread)
    else:
        st.session_state.pop(DELETING, None)


def _menu(service: Service, thread: Thread) -> None:
    _ = words.current()
    _title(service, thread)
    policy, draft = f"policy-{thread.id}", f"draft-{thread.id}"
    policies.radio(
        service,
        thread.policy,
        key=policy,
        on_change=lambda: _try(lambda: service.choose_thread_policy(thread.id, st.session_state[policy])),
    )
    st.toggle(
        _("Ask me before an answer is final"),
        bool(thread.draft_review),
        key=draft,
        on_change=lambda: _try(lambda: service.choose_thread_draft_review(thread.id, st.session_state[draft])),
    )
    st.caption(_("Both apply from this thread's next question on."))
    with st.container(horizontal=True, gap="small"):
        _archive_button(service, thread, "menu")
        _delete_button(service, thread)


def _title(service: Service, thread: Thread) -> None:
    key = f"title-{thread.id}"
    if st.session_state.get(key) != thread.title:
        st.session_state[key] = thread.title
    st.text_input(
        words.current()("Title"),
        key=key,
        max_chars=TITLE_CHARS,
        on_change=lambda: _try(lambda: service.rename_thread(thread.id, st.session_state[key])),
    )


def _archive_button(service: Service, thread: Thread, place: str) -> None:
    _ = words.current()
    away = thread.archived is None
    st.button(
        _("Archive") if away else _("Bring back"),
        key=f"archive-{place}",
        icon=":material/archive:" if away else ":material/unarchive:",
        type="tertiary",
        on_click=_try,
        args=(lambda: service.archive_thread(thread.id, away),),
        help=_("Takes it out of the list; nothing is deleted, and what waits for you stays in the reviews.")
        if away
        else None,
    )


def _delete_button(service: Service, thread: Thread) -> None:
    """Asks again in its own place before anything is gone."""
    _ = words.current()
    if st.session_state.get(DELETING) != thread.id:
        st.button(
            _("Delete"),
            key="ask-delete-thread",
            icon=":material/delete:",
            type="tertiary",
            on_click=st.session_state.__setitem__,
            args=(DELETING, thread.id),
            disabled=service.run(thread.id) is not None,
        )
        return
    st.markdown(_("Delete its questions, answers and decisions for good?"))
    st.button(_("Delete them"), key="delete-thread", type="primary", on_click=_delete, args=(service, thread.id))
    st.button(_("Keep them"), key="keep-thread", on_click=st.session_state.pop, args=(DELETING, None))


def _delete(service: Service, thread_id: str) -> None:
    def delete() -> None:
        service.delete_thread(thread_id)
        desk.open_thread(None)

    _try(delete)


def _try(change: Callable[[], object]) -> None:
    """Change something; where that cannot be, a person is told why."""
    try:
        change()
    except SelfragError as error:
        st.toast(told(str(error)), icon=":material/error:")
