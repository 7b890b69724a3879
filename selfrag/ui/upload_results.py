"""How the files of an upload get on, and how each of them ended."""

from collections import Counter
from typing import Any

import streamlit as st

from selfrag.runs import FileDone, FileProgress, Run, Waiting
from selfrag.ui import steps, words
from selfrag.ui.inert import inert_line
from selfrag.ui.phrases import told

OPEN = 5  # more lines than this are folded under a summary, but for the first failures
SHOWN_FAILURES = 2
MARK = {"ready": "✓", "partly_ready": "◐", "duplicate": "=", "failed": "✗"}
WORDS = {
    "ready": words.later("ready"),
    "partly_ready": words.later("partly ready"),
    "duplicate": words.later("already there"),
    "failed": words.later("failed"),
}
STAGES = {
    "queued": words.later("waiting"),
    "reading": words.later("reading"),
    "embedding": words.later("indexing"),
}


def of(run: Run) -> list[dict[str, Any]]:
    """The results so far, in the order in which files ended."""
    return [event.result for event in run.events() if isinstance(event, FileDone)]


def draw(run: Run) -> None:
    """Progress of the files under way, then one line for each that has ended."""
    _ = words.current()
    results = of(run)
    if run.ended is None:
        _under_way(run, Counter(result["file"] for result in results))
    if len(results) <= OPEN:
        for result in results:
            st.markdown(line(result))
        return
    counts = Counter(result["status"] for result in results)
    summary = " · ".join(f"{MARK[status]} {counts[status]} {_(WORDS[status])}" for status in WORDS if counts[status])
    for result in [result for result in results if result["status"] == "failed"][:SHOWN_FAILURES]:
        st.markdown(line(result))
    with st.expander(summary):
        for result in results:
            st.markdown(line(result))


def line(result: dict[str, Any]) -> str:
    """One line of markdown for a file's result."""
    _ = words.current()
    name = f"{MARK[result['status']]} **{inert_line(result['name'])}**"
    match result["status"]:
        case "ready":
            said = _.plural("{n} page", "{n} pages", result["pages"])
        case "duplicate":
            said = _("already there, nothing was added")
        case _status:
            said = told(result["error"] or "")
    notes = [told(warning) for warning in result["warnings"] if warning != result["error"]]
    return f"{name} — " + " · ".join([said, *notes])


def _under_way(run: Run, ended: Counter[str]) -> None:
    _ = words.current()
    news = [event for event in run.events() if isinstance(event, FileProgress)]
    expected = Counter(event.file for event in news if event.stage == "queued")
    latest = {event.file: event for event in news}
    waiting = [event for file, event in latest.items() if ended[file] < expected[file]]
    for event in [event for event in waiting if event.stage != "queued"][:OPEN]:
        share = event.done / event.total if event.total else 0.0
        count = f" {event.done}/{event.total}" if event.total else ""
        st.progress(min(share, 1.0), f"{inert_line(event.file)} · {_(STAGES[event.stage])}{count}")
    if busy := steps.waiting(next((event for event in reversed(run.events()) if isinstance(event, Waiting)), None)):
        st.caption(busy)
    queued = sum(event.stage == "queued" for event in waiting)
    if queued:
        st.caption(_.plural("{n} file waits", "{n} files wait", queued))
