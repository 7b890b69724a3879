"""What is searched: collections, and the web where a provider is set up."""

from collections.abc import Iterable, Mapping
from typing import Any

import streamlit as st

from selfrag.ports import WEB
from selfrag.service import Service
from selfrag.ui import words
from selfrag.ui.inert import inert_line

SHOWN = 4  # names in a line; of more, the rest is counted
KEY = "sources"


def draw(service: Service) -> list[str]:
    """Ids of what was chosen; empty means all collections, and not the web. Nothing to choose, nothing drawn."""
    _ = words.current()
    collections = service.collections()
    if not collections:
        return []
    titles = {collection.id: inert_line(collection.title) for collection in collections}
    provider = service.web_provider
    if provider:
        titles[WEB] = _("Web (asks first)")
    chosen: list[str] = []
    if len(titles) > 1:
        described = [(titles[each.id], each.description) for each in collections if each.description]
        if not set(st.session_state.get(KEY, [])) <= set(titles):
            del st.session_state[KEY]
        chosen = st.multiselect(
            _("Search in"),
            list(titles),
            key=KEY,
            format_func=titles.__getitem__,
            placeholder=_("All collections") if len(collections) > 1 else titles[collections[0].id],
            help="\n".join(f"- **{title}**: {inert_line(text)}" for title, text in described) or None,
        )
    _about_the_web(provider, WEB in chosen)
    return chosen


def _about_the_web(provider: str, is_chosen: bool) -> None:
    _ = words.current()
    if is_chosen:
        st.caption(_("You are asked before a query leaves for {provider}.", provider=inert_line(provider)))
    elif not provider:
        st.caption(
            _(
                "To search the web too, start the app with {address} or {key} set.",
                address="`SELFRAG_SEARXNG_URL`",
                key="`TAVILY_API_KEY`",
            )
        )


def named(sources: Iterable[Mapping[str, Any]]) -> str:
    """The titles of collections that were searched, in one line of markdown."""
    _ = words.current()
    titles = [inert_line(source["title"]) for source in sources if source["id"] != WEB]
    if len(titles) <= SHOWN + 1:
        return ", ".join(titles)
    return _("{names} and {n} more", names=", ".join(titles[:SHOWN]), n=len(titles) - SHOWN)
