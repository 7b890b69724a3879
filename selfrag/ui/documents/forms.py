"""What can be done with documents, each in a dialog of its own."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import streamlit as st

from selfrag.errors import UnknownDocument
from selfrag.service import Service
from selfrag.ui import words
from selfrag.ui.documents import dialogs
from selfrag.ui.inert import inert_line
from selfrag.ui.viewer import viewer as page_viewer

NAME, TARGET = "document-name", "move-to"
Document = dict[str, Any]


def open_form(service: Service, act: str, document: Document) -> None:
    """Open what was chosen in a document's menu: look, rename, move or delete."""
    match act:
        case "look":
            page_viewer.open(service, document["document"], 1)
        case "rename":
            rename(service, document)
        case "move":
            move(service, [document])
        case "delete":
            delete(service, [document])


def rename(service: Service, document: Document) -> None:
    """Ask for another name."""
    _ = words.current()

    def draw() -> None:
        with st.form("rename-document", border=False):
            st.text_input(_("Name"), document["name"], key=NAME, autocomplete="off")
            st.form_submit_button(_("Rename it"), key="rename-it", type="primary", on_click=change)

    def change() -> None:
        typed = st.session_state[NAME]
        dialogs.attempt(lambda: service.rename_document(document["document"], typed), _("Renamed."))

    dialogs.show(_("Rename"), draw)


def move(service: Service, documents: Sequence[Document]) -> None:
    """Ask for the collection that the documents go to."""
    _ = words.current()
    here = {document["collection"] for document in documents}
    titles = [each.title for each in service.collections() if here != {each.title}]

    def draw() -> None:
        _list(documents)
        st.selectbox(
            _("To the collection"),
            titles,
            index=None,
            key=TARGET,
            accept_new_options=True,
            placeholder=_("Choose one, or type the name of a new one"),
        )
        st.caption(_("The passages go along; answers already given keep their sources."))
        chosen = st.session_state.get(TARGET)
        st.button(_("Move"), key="move-it", type="primary", disabled=not chosen, on_click=change)

    def change() -> None:
        title = st.session_state[TARGET]
        said = _("Moved to {title}.", title=inert_line(title))
        dialogs.attempt(partial(_move_all, service, documents, title), said)

    dialogs.show(_("Move to another collection"), draw)


def delete(service: Service, documents: Sequence[Document]) -> None:
    """Ask before the documents go."""
    _ = words.current()

    def draw() -> None:
        _list(documents)
        st.markdown(
            _.plural(
                "The stored file, {n} page and its passages go for good.",
                "The stored files, {n} pages and their passages go for good.",
                sum(document["pages"] for document in documents),
            )
        )
        st.caption(_("Answers already given keep their quotes; reviews that wait lose the passages."))
        st.button(_("Delete for good"), key="delete-it", type="primary", on_click=change)

    def change() -> None:
        said = _.plural("Deleted {n} document.", "Deleted {n} documents.", len(documents))
        if len(documents) == 1:
            said = _("Deleted {name}.", name=inert_line(documents[0]["name"]))
        dialogs.attempt(partial(_delete_all, service, documents), said)

    dialogs.show(_.plural("Delete this document?", "Delete {n} documents?", len(documents)), draw)


def _move_all(service: Service, documents: Sequence[Document], title: str) -> None:
    for document in documents:
        service.move_document(document["document"], title)


def _delete_all(service: Service, documents: Sequence[Document]) -> None:
    missing: UnknownDocument | None = None
    for document in documents:
        try:
            service.delete_document(document["document"])
        except UnknownDocument as error:  # somebody else was faster; the others go all the same
            missing = error
    if missing:
        raise missing


def _list(documents: Sequence[Document], shown: int = 5) -> None:
    _ = words.current()
    names = [f"**{inert_line(document['name'])}**" for document in documents[:shown]]
    rest = len(documents) - shown
    if rest > 0:
        names.append(_.plural("and {n} more", "and {n} more", rest))
    st.markdown("\\\n".join(names))
