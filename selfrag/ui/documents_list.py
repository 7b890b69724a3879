"""Collections with their documents, the state of each and a way to remove it."""

from typing import Any

import streamlit as st

from selfrag.documents.collections import Collection
from selfrag.errors import SelfragError
from selfrag.service import Service
from selfrag.ui import collection_forms, reindexing, words
from selfrag.ui.inert import inert_line
from selfrag.ui.phrases import told

MARK = {"ready": ":material/check_circle:", "partly_ready": ":material/contrast:"}


def draw(service: Service) -> None:
    """Every collection with a line for each document."""
    _ = words.current()
    documents = service.documents()
    if not documents:
        st.info(
            _(
                "Nothing here yet: add PDFs in the sidebar. Several collections, such as contracts and manuals, can be "
                "searched apart: make one for each."
            )
        )
    collection_forms.offer_new(service)
    for collection in service.collections():
        _heading(service, collection)
        for document in documents:
            if document["collection"] == collection.title:
                _line(service, document)


def _heading(service: Service, collection: Collection) -> None:
    _ = words.current()
    with st.container(horizontal=True, vertical_alignment="center"):
        st.subheader(inert_line(collection.title), anchor=False)
        st.space("stretch")
        collection_forms.offer_change(service, collection)
    if collection.description:
        st.markdown(inert_line(collection.description))
    if collection.documents:
        st.caption(_.plural("{n} document", "{n} documents", collection.documents))
    else:
        st.caption(_("No documents yet: choose this collection in the sidebar, then add PDFs."))
    reindexing.offer(service, collection)


def _line(service: Service, document: dict[str, Any]) -> None:
    _ = words.current()
    with st.container(horizontal=True, vertical_alignment="center"):
        facts = " · ".join(
            [
                _.plural("{n} page", "{n} pages", document["pages"]),
                _.plural("{n} passage", "{n} passages", document["passages"]),
                f"{document['bytes'] / 1024:,.0f} kB",
            ]
        )
        st.markdown(f"{MARK.get(document['status'], '')} **{inert_line(document['name'])}** — {facts}")
        st.space("stretch")
        with st.popover(_("Delete"), type="tertiary"):
            st.markdown(
                _("Delete **{name}** with its passages and the stored file?", name=inert_line(document["name"]))
            )
            st.caption(_("Answers already given keep their quotes; reviews that wait lose its passages."))
            st.button(
                _("Delete it"),
                key=f"delete-{document['document']}",
                type="primary",
                on_click=_delete,
                args=(service, document["document"]),
            )
    for warning in document["warnings"]:
        st.caption(told(warning))


def _delete(service: Service, document: str) -> None:
    try:
        name = service.delete_document(document)
        st.toast(words.current()("Deleted {name}.", name=inert_line(name)))
    except SelfragError as error:
        st.toast(told(str(error)))
