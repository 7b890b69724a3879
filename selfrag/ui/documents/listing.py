"""Collections with their documents: found by name, in the order that was chosen, more of them on demand."""

from typing import Any

import streamlit as st

from selfrag.documents.collections import Collection
from selfrag.service import Service
from selfrag.ui import amounts, words
from selfrag.ui.documents import collection_forms, reindexing
from selfrag.ui.documents import forms as document_forms
from selfrag.ui.documents import line as document_line
from selfrag.ui.documents import search as document_search
from selfrag.ui.inert import inert_line

SEARCH, ORDER, SELECTING, MORE = "document-search", "document-order", "select-documents", "lines-shown"
LINES = 60  # shared by the collections at first, so that a page of any number of documents is drawn quickly
FEWEST, MOST, STEP = 5, 25, 50
Document = dict[str, Any]


def draw(service: Service) -> None:
    """The tools, then every collection with a line for each document."""
    _ = words.current()
    documents, collections = service.documents(), service.collections()
    if not documents and service.ingest_under_way() is None:
        st.info(
            _(
                "Nothing here yet: add PDFs in the sidebar. Several collections, such as contracts and manuals, can be "
                "searched apart: make one for each."
            )
        )
    wanted = _tools(documents) if documents else ""
    shown = document_search.ordered(
        document_search.found(documents, wanted), st.session_state.get(ORDER) or next(iter(document_search.ORDERS))
    )
    selecting = bool(documents) and bool(st.session_state.get(SELECTING))
    if selecting:
        _chosen(service, documents)
    if wanted and not shown:
        st.info(_("No document has “{text}” in its name.", text=inert_line(wanted)))
        st.button(_("Show all"), key="show-all", on_click=_forget_search)
    first = max(FEWEST, min(MOST, LINES // max(1, len(collections))))
    for collection in collections:
        held = [document for document in shown if document["collection_id"] == collection.id]
        if held or not wanted:
            _collection(service, collection, held, first, selecting)


def _tools(documents: list[Document]) -> str:
    """How much there is, and the ways through it; returns the words that are searched for."""
    _ = words.current()
    count = _.plural("{n} document", "{n} documents", len(documents))
    pages = _.plural("{n} page", "{n} pages", sum(document["pages"] for document in documents))
    st.caption(f"{count} · {pages} · {amounts.size(sum(document['bytes'] for document in documents))}")
    with st.container(horizontal=True, vertical_alignment="center"):
        wanted = st.text_input(
            _("Search by name"),
            key=SEARCH,
            icon=":material/search:",
            placeholder=_("Search by name"),
            label_visibility="collapsed",
            autocomplete="off",
        )
        st.selectbox(
            _("Order"),
            list(document_search.ORDERS),
            key=ORDER,
            format_func=lambda order: _(document_search.ORDERS[order][0]),
            label_visibility="collapsed",
            width=210,
        )
        st.toggle(_("Select several"), key=SELECTING)
    return wanted.strip()


def _collection(service: Service, collection: Collection, held: list[Document], first: int, selecting: bool) -> None:
    _ = words.current()
    with st.container(border=True):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.subheader(inert_line(collection.title), anchor=False, width="content")
            st.caption(_count(collection, len(held)), width="stretch")
            collection_forms.offer_change(service, collection)
        if collection.description:
            st.markdown(inert_line(collection.description))
        if not collection.documents:
            st.caption(_("No documents yet: choose this collection in the sidebar, then add PDFs."))
        reindexing.offer(service, collection)
        more: dict[str, int] = st.session_state.setdefault(MORE, {})
        lines = first + more.get(collection.id, 0)
        for document in held[:lines]:
            document_line.draw(service, document, selecting)
        rest = len(held) - lines
        if rest > 0:
            st.button(
                _("Show {n} more of {rest}", n=min(STEP, rest), rest=rest),
                key=f"more-{collection.id}",
                type="tertiary",
                icon=":material/expand_more:",
                on_click=_show_more,
                args=(collection.id,),
            )


def _count(collection: Collection, found: int) -> str:
    _ = words.current()
    if not collection.documents:
        return ""
    if found < collection.documents:
        return _("{n} of {all} documents", n=found, all=collection.documents)
    return _.plural("{n} document", "{n} documents", collection.documents)


def _chosen(service: Service, documents: list[Document]) -> None:
    """What can be done with all that are ticked; those that went meanwhile are no longer."""
    _ = words.current()
    document_line.chosen().intersection_update(document["document"] for document in documents)
    ticked = [document for document in documents if document["document"] in document_line.chosen()]
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(_.plural("{n} document selected", "{n} documents selected", len(ticked)), width="stretch")
        if st.button(_("Move"), key="move-chosen", icon=":material/drive_file_move:", disabled=not ticked):
            document_forms.move(service, ticked)
        if st.button(_("Delete"), key="delete-chosen", icon=":material/delete:", disabled=not ticked):
            document_forms.delete(service, ticked)


def _show_more(collection: str) -> None:
    more = st.session_state[MORE]
    more[collection] = more.get(collection, 0) + STEP


def _forget_search() -> None:
    st.session_state[SEARCH] = ""
