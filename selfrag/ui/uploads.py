"""Adding PDFs in the sidebar: files go in as soon as they are chosen, and each ends with one line."""

from typing import Any

import streamlit as st

from selfrag.errors import SelfragError
from selfrag.runs import Run
from selfrag.samples import sample_files
from selfrag.service import Service
from selfrag.service.files import Upload
from selfrag.ui import upload_results, words
from selfrag.ui.inert import inert_line
from selfrag.ui.phrases import told

RUN = "ingest-run"
ROUND = "upload-round"
GIVEN = "given-files"
LOCKED = "locked-files"
COLLECTION = "upload-collection"
File = tuple[str, bytes]


def draw(service: Service) -> None:
    """The uploader, the progress of what is under way, and the results of the last upload."""
    _ = words.current()
    state = st.session_state
    titles = _titles(service)
    collection = st.selectbox(
        _("Collection for new files"),
        titles,
        key=COLLECTION,
        accept_new_options=True,
        help=_("Choose one, or type the name of a new one."),
    )
    run = _run(service)
    busy = run is not None and run.ended is None
    files = st.file_uploader(
        _("Add PDFs"),
        type="pdf",
        max_upload_size=service.limits.file_mb,
        accept_multiple_files=True,
        key=f"upload-{state.get(ROUND, 0)}",
        disabled=busy,
        help=_("Up to {mb} MB and {pages} pages each.", mb=service.limits.file_mb, pages=service.limits.pages),
    )
    if files:
        start(service, [(file.name, file.getvalue()) for file in files], collection or titles[0])
        state[ROUND] = state.get(ROUND, 0) + 1  # a fresh uploader, so that no rerun brings the same files again
        st.rerun()
    draw_progress(service)


def start(service: Service, files: list[File], collection: str, password: str | None = None) -> None:
    """Ingest files in the background."""
    start_each(service, [Upload(collection, files)], password)


def start_each(service: Service, uploads: list[Upload], password: str | None = None) -> None:
    """Ingest files into several collections in the background."""
    try:
        st.session_state[RUN] = service.ingest_each(uploads, password).key
    except SelfragError as error:
        st.toast(told(str(error)), icon=":material/error:")
    else:
        st.session_state[GIVEN] = [file for upload in uploads for file in upload.files]


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
def _watch(service: Service) -> None:
    run = _run(service)
    if run is None or run.ended is not None:
        st.rerun()
    else:
        upload_results.draw(run)
        st.button(words.current()("Cancel"), key="cancel-upload", on_click=run.stop, disabled=run.stopping)


def draw_progress(service: Service) -> None:
    """How far the upload or re-indexing under way got, and how the last upload ended."""
    run = _run(service)
    if run is None:
        return
    if run.ended is None:
        _watch(service)
        return
    upload_results.draw(run)
    if run.ended.error:
        st.error(told(run.ended.error))
    _passwords(service, run)


def _passwords(service: Service, run: Run) -> None:
    """A form for each file that needs a password; other bytes are let go as soon as their upload has ended."""
    _ = words.current()
    state = st.session_state
    results = zip(state.pop(GIVEN, []), upload_results.of(run), strict=False)  # files end in the order they came in
    locked: list[tuple[File, str]] = state.setdefault(LOCKED, [])
    locked += [(file, result["collection"]) for file, result in results if result["needs_password"]]
    for number, (file, collection) in enumerate(locked):
        with st.form(f"password-{run.key}-{number}", border=True):
            label = _("Password for {file}", file=inert_line(file[0]))
            password = st.text_input(label, type="password", autocomplete="off")
            if st.form_submit_button(_("Open with this password")) and password:
                del locked[number]
                start(service, [file], collection, password)
                st.rerun()


def _run(service: Service) -> Run | None:
    key = st.session_state.get(RUN)
    if key is None or service.ingest_run(key) is None:
        return service.ingest_under_way()
    return service.ingest_run(key)
