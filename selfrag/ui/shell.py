"""The frame around every page: its title and the way to the others."""

import streamlit as st

from selfrag.ui import desk, people, places, words
from selfrag.ui.uploads import uploads
from selfrag.ui.viewer import viewer as page_viewer


def main() -> None:
    """Draw the page that the URL names."""
    # Before the pages, or the browser is sent to a stranger for the open page's icon.
    st.set_page_config(page_title="selfrag", page_icon="📑")
    chosen = desk.service().preference("language")
    words.choose(None if chosen == "auto" else chosen)
    waiting = len(desk.service().queue())
    notes = {"reviews": f" · {waiting}" if waiting else ""}
    pages = {name: places.page(name, notes.get(name, "")) for name in places.TITLES}
    shown = st.navigation(list(pages.values()))
    wide = shown in [pages[name] for name in places.WIDE]
    st.set_page_config(layout="wide" if wide else "centered")
    people.remember(desk.service())
    if shown not in [pages[name] for name in places.ADDING]:
        with st.sidebar:
            uploads.draw_progress(desk.service())
    shown.run()
    if shown not in [pages[name] for name in places.ASKING_WHO]:
        with st.sidebar:
            people.draw(desk.service(), "foot")
    page_viewer.draw(desk.service())


main()
