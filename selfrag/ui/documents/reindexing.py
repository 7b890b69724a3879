"""Collections that another model embedded, and the button that embeds them anew."""

import streamlit as st

from selfrag.documents.collections import Collection
from selfrag.errors import SelfragError
from selfrag.service import Service
from selfrag.ui import words
from selfrag.ui.inert import inert_line
from selfrag.ui.phrases import told


def draw_needed(service: Service) -> None:
    """Every collection that needs it."""
    for collection in service.collections():
        offer(service, collection)


def offer(service: Service, collection: Collection) -> None:
    """What keeps the collection from being searched, and the way out; nothing where nothing does."""
    _ = words.current()
    if not service.needs_reindex(collection):
        return
    if service.reindex_under_way(collection):
        st.info(_("“{title}” is being re-indexed.", title=inert_line(collection.title)))
        return
    st.warning(
        _(
            "“{title}” was embedded by {earlier}, and now {current} searches. Until it is re-indexed nothing in it is "
            "found.",
            title=inert_line(collection.title),
            earlier=inert_line(collection.embedder),
            current=inert_line(service.searches_with),
        )
    )
    st.button(
        _.plural("Re-index {n} passage", "Re-index {n} passages", collection.passages),
        key=f"reindex-{collection.id}",
        on_click=_reindex,
        args=(service, collection),
        disabled=service.ingest_under_way() is not None,
        help=_(
            "From what is stored, by {model}; nothing needs to be uploaded again.",
            model=inert_line(service.searches_with),
        ),
    )


def _reindex(service: Service, collection: Collection) -> None:
    try:
        service.reindex(collection)
    except SelfragError as error:
        st.toast(told(str(error)))
