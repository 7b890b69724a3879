"""The page of a document as a picture, in a dialog, with the cited place marked.

What is open is kept in the session, so that whatever draws the page anew meanwhile leaves the dialog as it is. Turning
pages and zooming draw the dialog alone.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import streamlit as st

from selfrag.errors import PasswordNeeded, SelfragError, UnknownDocument
from selfrag.service import Service
from selfrag.service.pictures import PagePicture
from selfrag.ui import desk, words
from selfrag.ui.inert import inert_line
from selfrag.ui.passage import recognised
from selfrag.ui.phrases import told
from selfrag.ui.viewer import image as page_image
from selfrag.ui.viewer import password as page_password

OPENED = "opened-page"
ZOOM = "page-zoom"
WIDTH = 1000  # pixels; a narrower window narrows the dialog
ZOOMS = {1.0: words.later("Fit"), 1.5: "150 %", 2.0: "200 %"}
FLAWS = {
    "empty": words.later("This page has no text (scan?), so nothing on it can be found; you see its picture."),
    "late": words.later("There was no time left to recognise the text of this page, so nothing on it can be found."),
    "failed": words.later("The text of this page could not be read, so nothing on it can be found."),
    "unreadable": words.later(
        "The text of this page cannot be read reliably (broken font encoding), so nothing on it can be found."
    ),
    "order": words.later("The lines of this page were read in an order that may be wrong."),
    "cut": words.later("The text of this page is very long; its end may be missing in what can be found."),
}
Spans = tuple[tuple[int, int], ...]


@dataclass
class Opened:
    """What the dialog shows: a document, the cited page with its spans, and the page that is turned to."""

    document_id: str
    document: str
    cited: int
    spans: Spans
    thread: str | None
    page: int
    pages: int = 0


def open(service: Service, document_id: str, page: int, spans: Iterable[tuple[int, int]] = ()) -> None:
    """Show a page, counted from 1, with these characters of its stored text marked."""
    known = {document["document"]: document["name"] for document in service.documents()}
    label = known.get(document_id, "")
    st.session_state[OPENED] = Opened(document_id, label, page, tuple(spans), desk.thread_id(), page)


def is_open() -> bool:
    """Whether the dialog is open; then the page behind it must not keep the script to itself."""
    return _opened() is not None


def offer(service: Service, item: Mapping[str, Any], key: str, spans: Iterable[tuple[int, int]] | None = None) -> None:
    """The button that opens the page of a citation or passage, its own span marked unless there are others.

    What came from the web has no page; what was deleted none any more.
    """
    if item.get("url") or not item["document_id"] or not item.get("exists", True):
        return
    _ = words.current()
    st.button(
        _("Page {page}", page=item["page"]),
        key=f"page-{key}",
        type="tertiary",
        icon=":material/find_in_page:",
        help=_("See this place on its page"),
        on_click=open,
        args=(service, item["document_id"], item["page"], spans or [(item["start"], item["end"])]),
    )


def draw(service: Service) -> None:
    """The dialog, where a page was opened on what is shown now."""
    opened = _opened()
    if opened is None:
        return
    if opened.thread != desk.thread_id():
        _close()
        return
    _ = words.current()
    title = inert_line(opened.document) or _("deleted document")
    st.dialog(title, width=WIDTH, on_dismiss=_close)(_draw)(service)


def _draw(service: Service) -> None:
    opened = _opened()
    if opened is None:  # closed while it was still being drawn
        return
    _ = words.current()
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        turning = st.container(horizontal=True, vertical_alignment="center", gap="small", width="content")
        waiting = st.container(width="content")
        st.space("stretch")
        zooming = st.container(width="content")
    notes = st.container(gap="small")
    password = page_password.kept(opened.document_id)
    zoom = float(st.session_state.get(ZOOM) or 1.0)
    try:
        with waiting, st.spinner(_("Drawing the page")):
            spans = opened.spans if opened.page == opened.cited else ()
            picture = service.page_picture(opened.document_id, opened.page, spans, zoom=zoom, password=password)
    except PasswordNeeded:
        with notes:
            page_password.ask(opened.document_id)
        return
    except UnknownDocument:
        notes.warning(_("The document was deleted, so its pages cannot be shown."))
        return
    except SelfragError as error:
        with turning:
            _turns(opened)
        notes.warning(told(str(error)))
        return
    opened.pages = picture.pages
    with turning:
        _turns(opened)
        st.markdown(where(picture), width="content")
        if picture.reader == "ocr":
            recognised()
    with zooming:
        _zooms()
    with notes:
        _notes(picture)
    page_image.draw(picture.png, _description(picture), zoom, picture.top)


def _turns(opened: Opened) -> None:
    """The way to the page before and after, and back to the cited one."""
    _ = words.current()
    for step, name, icon, there in (
        (-1, _("Previous"), ":material/chevron_left:", opened.page > 1),
        (1, _("Next"), ":material/chevron_right:", opened.page < opened.pages),
    ):
        st.button(
            name, key=f"page-turn-{step}", icon=icon, disabled=not there, on_click=_turn, args=(opened.page + step,)
        )
    if opened.spans and opened.page != opened.cited:
        st.button(_("Cited page"), key="page-turn-back", type="tertiary", on_click=_turn, args=(opened.cited,))


def _zooms() -> None:
    _ = words.current()
    st.segmented_control(
        _("Size of the page"),
        list(ZOOMS),
        key=ZOOM,
        default=1.0,
        required=True,
        format_func=lambda zoom: _(ZOOMS[zoom]),
        label_visibility="collapsed",
        persist_state="session",  # who needs large pages needs the next one large too
    )


def _notes(picture: PagePicture) -> None:
    _ = words.current()
    if picture.note:
        st.info(told(picture.note))
    if picture.flaw and picture.reader != "ocr":
        st.warning(_(FLAWS[picture.flaw]))


def where(picture: PagePicture) -> str:
    """The page's number among all, and the label printed on it where that is another."""
    _ = words.current()
    if picture.page_label and picture.page_label != str(picture.page):
        label = inert_line(picture.page_label)
        return _("Page {page} of {pages} (printed {label})", page=picture.page, pages=picture.pages, label=label)
    return _("Page {page} of {pages}", page=picture.page, pages=picture.pages)


def _description(picture: PagePicture) -> str:
    """What is read aloud in place of the picture; plain text."""
    _ = words.current()
    said = _("{document}, page {page}", document=picture.document, page=picture.page)
    return said + ". " + _("The cited place is marked.") if picture.marked else said


def _turn(page: int) -> None:
    opened = _opened()
    if opened is not None:
        opened.page = page


def _close() -> None:
    st.session_state.pop(OPENED, None)


def _opened() -> Opened | None:
    opened: Opened | None = st.session_state.get(OPENED)
    return opened
