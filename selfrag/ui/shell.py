"""The frame around every page: its title and the way to the others."""

from pathlib import Path

import streamlit as st

from selfrag.ui import desk, words

_PAGES = Path(__file__).parents[2] / "pages"


def main() -> None:
    """Draw the page that the URL names."""
    st.set_page_config(page_title="selfrag", page_icon="📑", layout="centered")
    chosen = desk.service().preference("language")
    words.choose(None if chosen == "auto" else chosen)
    _ = words.current()
    waiting = len(desk.service().threads("waiting"))
    ask = _("Ask") + (f" · {waiting}" if waiting else "")
    st.navigation(
        [
            st.Page(_PAGES / "chat.py", title=ask, icon=":material/forum:", default=True),
            st.Page(_PAGES / "documents.py", title=_("Documents"), icon=":material/description:"),
            st.Page(_PAGES / "settings.py", title=_("Settings"), icon=":material/settings:"),
        ]
    ).run()


main()
