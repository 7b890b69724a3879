"""Where a question was searched for, with which words, and what could not be searched."""

from typing import Any

import streamlit as st

from selfrag.ports import WEB
from selfrag.ui import words
from selfrag.ui.inert import inert_line
from selfrag.ui.phrases import told
from selfrag.ui.sources import named

REWRITING = ("self", "combined")


def where(view: dict[str, Any]) -> str:
    """The last search, and the words tried before it; records from before there were sources know the words alone."""
    _ = words.current()
    found = [source for source in view["searched"] if source["error"] is None]
    local = [source for source in found if source["id"] != WEB]
    on_the_web = outgoing(view) if any(source["id"] == WEB for source in found) else ""
    query = inert_line(view["query"])
    parts = []
    if local and view["tried"] == [view["asked"]] and not on_the_web:
        parts.append(_("Searched {sources}", sources=named(local)))  # the question stands beside it
    elif local:
        parts.append(_("Searched {sources} for “{query}”", sources=named(local), query=query))
    elif not on_the_web:
        parts.append(_("Searched for “{query}”", query=query))
    if on_the_web:
        parts.append(_("Searched the web for “{query}”", query=inert_line(on_the_web)))
    now = {view["query"]} if not on_the_web or local else set()
    others = [query for query in view["tried"] if query not in now | {on_the_web}]
    if others:
        before = ", ".join(f"“{inert_line(query)}”" for query in others)
        parts.append(_("before that: {queries}", queries=before))
    return " · ".join(parts)


def count(view: dict[str, Any]) -> str:
    """Which search this is, and of how many where the strategy tries other words by itself."""
    _ = words.current()
    n, rewrites = len(view["tried"]), view["review"]["limits"]["rewrites"]
    if view["strategy"] in REWRITING:
        return _("search {n} of {limit}", n=n, limit=n + rewrites["limit"] - rewrites["used"])
    return _("search {n}", n=n) if n > 1 else ""


def outgoing(view: dict[str, Any]) -> str:
    """The query that a person let out to the web; empty where none left."""
    consent = view["consent"] or {}
    return str(consent.get("query") or "") if consent.get("action") == "allow" else ""


def draw_failures(view: dict[str, Any]) -> None:
    """The sources that failed in the last search, and why a choice of sources was not taken."""
    _ = words.current()
    failed = [source for source in view["searched"] if source["error"] is not None]
    if failed:
        st.warning("\n\n".join(failure(source) for source in failed))
    if view["fallback"]:
        st.caption(told(view["fallback"]))


def failure(source: dict[str, Any]) -> str:
    """One source with the reason why it was not searched."""
    _ = words.current()
    why = told(source["error"])
    if source["id"] == WEB:
        return _("The web was not searched: {why}", why=why)
    return _("{source} was not searched: {why}", source=told(source["title"]), why=why)
