"""Adding PDFs in the sidebar: files go in as soon as they are chosen, and each ends with one line."""

from typing import Any

import streamlit as st

from selfrag.errors import SelfragError
from selfrag.runs import Run
from selfrag.samples import sample_files
from selfrag.service import Service
from selfrag.service.files import Upload
from selfrag.ui import words
from selfrag.ui.inert import inert_line
from selfrag.ui.phrases import told
from selfrag.ui.uploads import lost as lost_files
from selfrag.ui.uploads import progress as upload_progress
from selfrag.ui.uploads import results as upload_results

RUN = "ingest-run"
ROUND = "upload-round"
GIVEN = "given-files"
LOCKED = "locked-files"
COLLECTION = "upload-collection"
File = tuple[str, bytes]


def draw(service: Service, *, listing: bool = False) -> None:
    """The uploader, the progress of what is under way, and the results of the last upload.

    A page that lists documents (`listing`) is drawn anew with each that is added.
    """
    _ = words.current()
    state = st.session_state
    run = _followed(service)
    titles = _titles(service)
    collection = st.selectbox(
        _("Collection for new files"),
        titles,
        key=COLLECTION,
        accept_new_options=True,
        help=_("Choose one, or type the name of a new one."),
    )
    uploader = f"upload-{state.get(ROUND, 0)}"
    # Of any type: what the browser refuses is named only until the next drawing, what is refused here stays named.
    files = st.file_uploader(
        _("Add PDFs"),
        max_upload_size=service.limits.file_mb,
        accept_multiple_files=True,
        key=uploader,
        disabled=run is not None,
        help=_("Up to {mb} MB and {pages} pages each.", mb=service.limits.file_mb, pages=service.limits.pages),
    )
    chosen: list[Any] = state.get(uploader) or []  # with those that only the browser knows: the server was restarted
    if chosen:
        upload_results.forget()
        if files:
            start(service, [(file.name, file.getvalue()) for file in files], collection or titles[0])
        if len(chosen) > len(files):
            upload_results.never_came(len(chosen) - len(files))
        state[ROUND] = state.get(ROUND, 0) + 1  # a fresh uploader, so that no rerun brings the same files again
        st.rerun()
    _progress(service, run, listing)


def start(service: Service, files: list[File], collection: str, password: str | None = None) -> None:
    """Ingest files in the background."""
    start_each(service, [Upload(collection, files)], password)


def start_each(service: Service, uploads: list[Upload], password: str | None = None) -> None:
    """Ingest files into several collections in the background."""
    try:
        run = service.ingest_each(uploads, password)
    except SelfragError as error:
        st.toast(told(str(error)), icon=":material/error:")
    else:
        st.session_state[RUN] = run
        st.session_state[GIVEN] = (run.key, [file for upload in uploads for file in upload.files])


def _titles(service: Service) -> list[str]:
    """Collections for new files; first the one that was made or added to last, unless it holds samples."""
    collections, documents = service.collections(), service.documents()
    samples = {path.name for path in sample_files()}
    of_samples = {document["collection"] for document in documents if document["name"] in samples}
    latest = {collection.title: collection.created for collection in collections}
    latest |= {document["collection"]: document["created"] for document in sorted(documents, key=_created)}
    own = [title for title in latest if title not in of_samples]
    first = max(own, key=latest.__getitem__, default=words.current()("Documents"))
    chosen = st.session_state.get(COLLECTION)  # may be typed, or of a collection that is there no more
    return list(dict.fromkeys([first, *latest, *([chosen] if chosen else [])]))


def _created(document: dict[str, Any]) -> float:
    created: float = document["created"]
    return created


@st.fragment(run_every=0.5)
def _watch(drawn: int | None) -> None:
    run: Run | None = st.session_state[RUN]
    if run is None or run.ended is not None or drawn not in (None, len(upload_results.of(run))):
        st.rerun()
    else:
        upload_progress.draw(run)


def draw_progress(service: Service) -> None:
    """How far the upload or re-indexing under way got, and how the last upload ended, whichever page it began on."""
    _progress(service, _followed(service), listing=False)


def _progress(service: Service, run: Run | None, listing: bool) -> None:
    if run is not None:
        _watch(len(upload_results.of(run)) if listing else None)
    upload_results.draw(service)
    lost_files.draw(service)
    _passwords(service)


def _followed(service: Service) -> Run | None:
    """The run that this session follows: its own until that has ended, or else the one that is under way."""
    state = st.session_state
    if state.get(RUN) is not None and state[RUN].ended is not None:
        _settle(state[RUN])
    if state.get(RUN) is None:
        state[RUN] = service.ingest_under_way()
    run: Run | None = state[RUN]
    return run


def _settle(run: Run) -> None:
    """Keep the results, and of the files only those that need a password."""
    state = st.session_state
    state[RUN] = None
    results = upload_results.of(run)
    key, given = state.get(GIVEN) or ("", [])
    if key == run.key:
        state[GIVEN] = None
        for result in results:
            file = next(file for file in given if file[0] == result["file"])
            given.remove(file)  # the next one of that name is another file
            if result["needs_password"]:
                state.setdefault(LOCKED, []).append((file, result["collection"]))
    upload_results.keep(run, results)


def _passwords(service: Service) -> None:
    """A form for each file that needs a password."""
    _ = words.current()
    locked: list[tuple[File, str]] = st.session_state.get(LOCKED) or []
    for number, (file, collection) in enumerate(locked):
        with st.form(f"password-{number}", border=True, clear_on_submit=True):
            label = _("Password for {file}", file=inert_line(file[0]))
            password = st.text_input(label, type="password", autocomplete="off")
            with st.container(horizontal=True):
                opened = st.form_submit_button(_("Open with this password"), type="primary")
                left_out = st.form_submit_button(_("Leave it out"), type="tertiary")
        if left_out or (opened and password):
            del locked[number]
            if opened:
                upload_results.forget(file[0])
                start(service, [file], collection, password)
            st.rerun()
