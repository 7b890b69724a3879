"""The pages by name, for the frame around them and for links from one to another."""

from pathlib import Path
from typing import Any

import streamlit as st

from selfrag.ui import words

_PAGES = Path(__file__).parents[2] / "pages"
ICONS = {
    "chat": ":material/forum:",
    "reviews": ":material/inbox:",
    "compare": ":material/compare_arrows:",
    "documents": ":material/description:",
    "graph": ":material/account_tree:",
    "insights": ":material/insights:",
    "settings": ":material/settings:",
}
WIDE = ("reviews", "compare", "graph")
ADDING = ("chat", "documents")  # these draw the uploader, and what is under way beneath it
ASKING_WHO = ("chat", "reviews")  # these draw the choice of who you are where it belongs
TITLES = {
    "chat": words.later("Ask"),
    "reviews": words.later("Reviews"),
    "compare": words.later("Compare"),
    "documents": words.later("Documents"),
    "graph": words.later("Graph"),
    "insights": words.later("Insights"),
    "settings": words.later("Settings"),
}


def page(name: str, note: str = "") -> Any:
    """One of the pages; `note` stands behind its title."""
    title = words.current()(TITLES[name])
    return st.Page(_PAGES / f"{name}.py", title=title + note, icon=ICONS[name], default=name == "chat")


def link(name: str, label: str, **query: str) -> None:
    """A link to a page, with what its address says; `label` is markdown."""
    st.page_link(page(name), label=label, icon=ICONS[name], query_params=query)
