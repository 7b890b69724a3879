"""The frame around every page: its title and the way to the others."""

from pathlib import Path

import streamlit as st

from selfrag.ui import words

_PAGES = Path(__file__).parents[2] / "pages"


def main() -> None:
    """Draw the page that the URL names."""
    _ = words.current()
    st.set_page_config(page_title="selfrag", layout="wide")
    st.navigation(
        [
            st.Page(_PAGES / "chat.py", title=_("Ask"), default=True),
            st.Page(_PAGES / "documents.py", title=_("Documents")),
            st.Page(_PAGES / "settings.py", title=_("Settings")),
        ]
    ).run()


main()
