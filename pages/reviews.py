"""Reviews that wait for a person, oldest first, and what was decided."""

import streamlit as st

from selfrag.ui import desk, words
from selfrag.ui.inbox import page as inbox

st.title(words.current()("Reviews"), anchor=False)
inbox.draw(desk.service())
