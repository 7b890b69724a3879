"""Beside what was not found: the pages that no search can find, because they have no text."""

from typing import Any

import streamlit as st

from selfrag.language.page_numbers import ranges
from selfrag.ui import places, words
from selfrag.ui.inert import inert_line

SHOWN = 5  # documents named; of more, the rest is counted


def draw(view: dict[str, Any]) -> None:
    """How many pages of the searched collections have no text, where, and the way to the documents."""
    _ = words.current()
    blind = view["pages_without_text"]
    if not blind:
        return
    said = _.plural(
        "{n} page in {documents} of the searched collections has no readable text (a scan?), "
        "so nothing on it could be found: {places}",
        "{n} pages in {documents} of the searched collections have no readable text (scans?), "
        "so nothing on them could be found: {places}",
        sum(len(each["pages"]) for each in blind),
        documents=_.plural("{n} document", "{n} documents", len(blind)),
        places=_named(blind),
    )
    with st.container(gap="xxsmall"):
        st.info(said, icon=":material/document_scanner:")
        places.link("documents", _("See the documents"))


def _named(blind: list[dict[str, Any]]) -> str:
    _ = words.current()
    named = [
        _("{document} p. {pages}", document=f"**{inert_line(each['document'])}**", pages=ranges(each["pages"]))
        for each in blind[:SHOWN]
    ]
    rest = len(blind) - SHOWN
    if rest > 0:
        named.append(_.plural("and {n} more document", "and {n} more documents", rest))
    return "; ".join(named)
