"""Files that never became documents, because the program ended on the way."""

import streamlit as st

from selfrag.service import Service
from selfrag.ui import words
from selfrag.ui.inert import inert_line

SHOWN = 10


def draw(service: Service) -> None:
    """Name them and ask for them again, until they are added or somebody dismisses them."""
    _ = words.current()
    lost = service.lost_files()
    if not lost:
        return
    n, more = len(lost), len(lost) - SHOWN
    said = _.plural(
        "The program ended while {n} file was being added. Please add it again:",
        "The program ended while {n} files were being added. Please add them again:",
        n,
    )
    names = [f"- {inert_line(name)}" for name in lost[:SHOWN]]
    if more > 0:
        names.append(f"- {_.plural('and {n} more', 'and {n} more', more)}")
    st.warning("\n".join([said, "", *names]))
    st.button(
        _("Dismiss"), key="dismiss-lost", type="tertiary", icon=":material/close:", on_click=service.forget_lost_files
    )
