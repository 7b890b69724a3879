"""The list of threads in the sidebar; those that wait for a person come first."""

import streamlit as st

from selfrag.errors import SelfragError
from selfrag.service import Service
from selfrag.threads.catalog import Thread
from selfrag.ui import desk, words
from selfrag.ui.inert import inert_line
from selfrag.ui.phrases import told

SHOWN = 30
STATUS = {
    "waiting": (":material/pending_actions:", words.later("waiting for your review")),
    "running": (":material/sync:", words.later("running")),
    "answered": (":material/check_circle:", words.later("answered")),
    "no_evidence": (":material/search_off:", words.later("nothing found")),
    "rejected": (":material/block:", words.later("stopped by you")),
    "failed": (":material/error:", words.later("failed: can be continued")),
    "stopped": (":material/pause_circle:", words.later("cut off: can be continued")),
}


def draw_waiting(service: Service) -> None:
    """The way to a new question, and the threads that wait for a person."""
    _ = words.current()
    st.button(
        _("New question"),
        key="new-question",
        icon=":material/edit_square:",
        width="stretch",
        on_click=desk.open_thread,
        args=(None,),
        disabled=desk.thread_id() is None,
    )
    _list(_("Waiting for you"), service.threads("waiting"))


def _offer_delete(service: Service) -> None:
    _ = words.current()
    thread = desk.thread_id()
    if thread is None or service.status(thread) in (None, "running"):
        return
    with st.popover(_("Delete this thread"), icon=":material/delete:", type="tertiary"):
        st.markdown(_("Delete its questions, answers and decisions for good?"))
        st.button(_("Delete them"), key="delete-thread", type="primary", on_click=_delete, args=(service, thread))


def _delete(service: Service, thread: str) -> None:
    try:
        service.delete_thread(thread)
    except SelfragError as error:
        st.toast(told(str(error)))
    else:
        desk.open_thread(None)


def draw_rest(service: Service) -> None:
    """All other threads, newest first; and the way to delete the one that is open."""
    _ = words.current()
    newest = service.threads(limit=SHOWN + len(service.threads("waiting")) + 1)
    rest = [thread for thread in newest if thread.status != "waiting"]
    _list(_("Questions"), rest[:SHOWN])
    if len(rest) > SHOWN:
        st.caption(_("The {n} newest are shown.", n=SHOWN))
    _offer_delete(service)


def _list(title: str, threads: list[Thread]) -> None:
    _ = words.current()
    if threads:
        st.caption(f"{title} · {len(threads)}")
    with st.container(gap=None):
        for thread in threads:
            icon, status = STATUS[thread.status]
            st.button(
                inert_line(thread.title),
                key=f"thread-{thread.id}",
                icon=icon,
                type="secondary" if thread.id == desk.thread_id() else "tertiary",
                help=_(status),
                on_click=desk.open_thread,
                args=(thread.id,),
            )
