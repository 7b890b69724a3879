"""Which collections are searched."""

import streamlit as st

from selfrag.service import Service
from selfrag.ui import words
from selfrag.ui.inert import inert_line


def draw(service: Service) -> list[str]:
    """Ids of the chosen collections; empty means all. Nothing to choose, nothing drawn."""
    _ = words.current()
    titles = {collection.id: collection.title for collection in service.collections()}
    if len(titles) < 2:
        return []
    return st.multiselect(
        _("Search in"),
        list(titles),
        key="sources",
        format_func=lambda one: inert_line(titles[one]),
        placeholder=_("All collections"),
    )
