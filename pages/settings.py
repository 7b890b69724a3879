"""Language, review policy, and what this desk runs on."""

import streamlit as st

from selfrag.ui import desk, words
from selfrag.ui.settings import preferences

_ = words.current()
service = desk.service()
st.title(_("Settings"), anchor=False)
preferences.draw(service)
