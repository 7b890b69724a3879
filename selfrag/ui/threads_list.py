"""The list of threads in the sidebar: those that wait for a person come first, others are found by their words."""

import streamlit as st

from selfrag.service import Service
from selfrag.threads.catalog import Status, Thread
from selfrag.ui import desk, people, places, words
from selfrag.ui.inert import inert_line

SHOWN = 30
WAITING_SHOWN = 10
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
    waiting = service.find_threads(status="waiting", limit=WAITING_SHOWN + 1)
    _list(_("Waiting for you"), waiting[:WAITING_SHOWN], more=len(waiting) > WAITING_SHOWN)
    if len(waiting) > WAITING_SHOWN:
        places.link("reviews", _("All that wait"))


def draw_rest(service: Service) -> None:
    """All other threads, newest first, or those that a person looks for; and who that person is."""
    _ = words.current()
    everything, archived = service.count_threads(archived=None), service.count_threads(archived=True)
    if everything:
        text, away = _search(archived)
        but: Status | None = None if text or away else "waiting"  # those stand above
        _found(service.find_threads(text, but=but, archived=away, limit=SHOWN + 1), text, away)
    people.draw(service, "foot")


def _search(archived: int) -> tuple[str, bool]:
    """What is looked for, and whether among those put away."""
    _ = words.current()
    text = st.text_input(
        _("Find a question"),
        key="find-threads",
        placeholder=_("Find a question"),
        icon=":material/search:",
        label_visibility="collapsed",
        persist_state="session",
    )
    away = bool(archived) and st.toggle(_("Archived · {n}", n=archived), key="find-archived", persist_state="session")
    return text or "", away


def _found(found: list[Thread], text: str, away: bool) -> None:
    _ = words.current()
    heading = _("Found") if text else _("Archived") if away else _("Questions")
    place = "found" if text or away else "thread"  # what is found may stand above too
    _list(heading, found[:SHOWN], more=len(found) > SHOWN, place=place)
    if text and not found:
        st.caption(_("No title or question has these words."))
    elif len(found) > SHOWN:
        st.caption(_("The {n} newest are shown.", n=SHOWN))


def _list(title: str, threads: list[Thread], more: bool = False, place: str = "thread") -> None:
    _ = words.current()
    if threads:
        st.caption(f"{title} · {len(threads)}{'+' if more else ''}")
    with st.container(gap=None):
        for thread in threads:
            icon, status = STATUS[thread.status]
            st.button(
                inert_line(thread.title),
                key=f"{place}-{thread.id}",
                icon=icon,
                type="secondary" if thread.id == desk.thread_id() else "tertiary",
                help=f"{inert_line(thread.title)} · {_(status)}",
                wrap=False,
                on_click=desk.open_thread,
                args=(thread.id,),
            )
