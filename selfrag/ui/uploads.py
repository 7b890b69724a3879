"""Adding PDFs in the sidebar: files go in as soon as they are chosen, and each ends with one line."""

from typing import Any

import streamlit as st

from selfrag.errors import SelfragError
from selfrag.runs import FileDone, FileProgress, Run
from selfrag.service import Service
from selfrag.ui import words
from selfrag.ui.inert import inert_line
from selfrag.ui.phrases import told

RUN = "ingest-run"
ROUND = "upload-round"
LOCKED = "locked-files"
DEFAULT = "Documents"
MARK = {"ready": "✓", "partly_ready": "◐", "duplicate": "=", "failed": "✗"}
STAGES = {
    "queued": words.later("waiting"),
    "reading": words.later("reading"),
    "embedding": words.later("indexing"),
}


def draw(service: Service) -> None:
    """The uploader, the progress of what is under way, and the results of the last upload."""
    _ = words.current()
    state = st.session_state
    titles = [collection.title for collection in service.collections()] or [DEFAULT]
    collection = st.selectbox(
        _("Collection for new files"),
        titles,
        key="upload-collection",
        accept_new_options=True,
        help=_("Choose one, or type the name of a new one."),
    )
    run = _run(service)
    busy = run is not None and run.ended is None
    files = st.file_uploader(
        _("Add PDFs"),
        type="pdf",
        accept_multiple_files=True,
        key=f"upload-{state.get(ROUND, 0)}",
        disabled=busy,
        help=_("Up to {mb} MB and {pages} pages each.", mb=service.limits.file_mb, pages=service.limits.pages),
    )
    if files:
        start(service, [(file.name, file.getvalue()) for file in files], collection or DEFAULT)
        state[ROUND] = state.get(ROUND, 0) + 1  # a fresh uploader, so that no rerun brings the same files again
        st.rerun()
    _progress(service)


def start(service: Service, files: list[tuple[str, bytes]], collection: str, password: str | None = None) -> None:
    """Ingest files in the background."""
    st.session_state[LOCKED] = dict(files)
    try:
        st.session_state[RUN] = service.ingest(files, collection, password).key
    except SelfragError as error:
        st.toast(told(str(error)), icon=":material/error:")


@st.fragment(run_every=0.5)
def _watch(service: Service) -> None:
    run = _run(service)
    if run is None or run.ended is not None:
        st.rerun()
    else:
        _results(run)


def _progress(service: Service) -> None:
    run = _run(service)
    if run is None:
        return
    if run.ended is None:
        _watch(service)
    else:
        _results(run)
        if run.ended.error:
            st.error(told(run.ended.error))
        _passwords(service, run)


def _results(run: Run) -> None:
    _ = words.current()
    done = {event.result["file"]: event.result for event in run.events() if isinstance(event, FileDone)}
    latest = {event.file: event for event in run.events() if isinstance(event, FileProgress)}
    for file, progress in latest.items():
        if file not in done:
            share = progress.done / progress.total if progress.total else 0.0
            count = f" {progress.done}/{progress.total}" if progress.total else ""
            st.progress(min(share, 1.0), f"{inert_line(file)} · {_(STAGES.get(progress.stage, progress.stage))}{count}")
    for result in done.values():
        st.markdown(result_line(result))


def result_line(result: dict[str, Any]) -> str:
    """One line of markdown for a file's result."""
    _ = words.current()
    name = f"{MARK[result['status']]} **{inert_line(result['name'])}**"
    pages = _.plural("{n} page", "{n} pages", result["pages"] or 0)
    match result["status"]:
        case "ready":
            line = f"{name} — {pages}"
        case "duplicate":
            line = f"{name} — " + _("already there, nothing was added")
        case _status:
            line = f"{name} — {told(result['error'] or '')}"
    notes = [told(warning) for warning in result.get("warnings", []) if warning != result["error"]]
    return " · ".join([line, *notes])


def _passwords(service: Service, run: Run) -> None:
    _ = words.current()
    files: dict[str, bytes] = st.session_state.get(LOCKED, {})
    locked = [event.result for event in run.events() if isinstance(event, FileDone) and event.result["needs_password"]]
    for result in locked:
        if result["file"] not in files:
            continue
        with st.form(f"password-{run.key}-{result['file']}", border=True):
            password = st.text_input(
                _("Password for {file}", file=inert_line(result["name"])), type="password", autocomplete="off"
            )
            if st.form_submit_button(_("Open with this password")) and password:
                start(service, [(result["file"], files[result["file"]])], result["collection"], password)
                st.rerun()


def _run(service: Service) -> Run | None:
    key = st.session_state.get(RUN)
    return service.ingest_run(key) if key else None
