"""The documents of every collection, with their state and a way to remove them."""

from typing import Any

import streamlit as st

from selfrag.errors import SelfragError
from selfrag.service import Service
from selfrag.ui import reindexing, words
from selfrag.ui.inert import inert_line
from selfrag.ui.phrases import told

MARK = {"ready": ":material/check_circle:", "partly_ready": ":material/contrast:"}


def draw(service: Service) -> None:
    """One line for each document, by collection."""
    _ = words.current()
    documents = service.documents()
    if not documents:
        st.info(_("Nothing here yet: add PDFs in the sidebar."))
        return
    for title in dict.fromkeys(document["collection"] for document in documents):
        group = [document for document in documents if document["collection"] == title]
        st.subheader(inert_line(title), anchor=False)
        st.caption(_.plural("{n} document", "{n} documents", len(group)))
        reindexing.offer(service, service.collection(title))
        for document in group:
            _line(service, document)


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
