"""An upload or re-indexing while it works: how far each file and all of them are, how long it takes, and Cancel."""

import time

import streamlit as st

from selfrag.runs import FileProgress, Run, Waiting
from selfrag.ui import steps, words
from selfrag.ui.inert import inert_line
from selfrag.ui.uploads import results as upload_results
from selfrag.ui.uploads.counts import Counts, Pace, counts

LINES = 5
PACE = "upload-pace"
STAGES = {
    "reading": words.later("reading"),
    "recognising": words.later("recognising text"),
    "embedding": words.later("indexing"),
}


def draw(run: Run) -> None:
    """Progress of all files and of those under way; then what has failed so far."""
    _ = words.current()
    events = run.events()
    so_far = counts(events)
    st.progress(min(so_far.share, 1.0), _told(so_far))
    left = _("Stopping; what is under way is taken out.") if run.stopping else _left(run, so_far)
    busy = steps.waiting(next((event for event in reversed(events) if isinstance(event, Waiting)), None))
    told = [said for said in (left, busy) if said] + [_file(event) for event in so_far.under_way[:LINES]]
    if told:
        st.caption("\\\n".join(told))
    st.button(
        _("Cancel"),
        key="cancel-upload",
        on_click=run.stop,
        disabled=run.stopping,
        help=_("Files that are done stay; nothing stays of the others."),
    )
    upload_results.lines([result for result in upload_results.of(run) if result["status"] == "failed"])


def _told(so_far: Counts) -> str:
    _ = words.current()
    files = _.plural("{done} of {n} file", "{done} of {n} files", so_far.files, done=so_far.ended)
    if so_far.all_pages is not None:
        pages = _.plural("{done} of {n} page", "{done} of {n} pages", so_far.all_pages, done=f"{so_far.pages:,}")
    else:
        pages = _.plural("{n} page read", "{n} pages read", so_far.pages)
    return f"{files} · {pages}" if so_far.pages else files


def _file(event: FileProgress) -> str:
    _ = words.current()
    if event.stage in ("reading", "recognising") and event.done == event.total > 0:
        return f"{inert_line(event.file)} · {_('read, waits to be indexed')}"
    count = f" {event.done:,}/{event.total:,}" if event.total else ""
    stage = _(STAGES[event.stage]) if event.stage in STAGES else ""
    return f"{inert_line(event.file)} · {stage}{count}"


def _left(run: Run, so_far: Counts) -> str:
    """About how long it still takes; empty while that cannot be told."""
    _ = words.current()
    now = time.monotonic()
    key, pace = st.session_state.get(PACE) or ("", None)
    if pace is None or key != run.key:
        pace = Pace(so_far.share, now)
        st.session_state[PACE] = (run.key, pace)
    minutes = pace.left(so_far.share, now)
    if minutes is None:
        return ""
    return _("less than a minute left") if not minutes else _("about {n} min left", n=minutes)
