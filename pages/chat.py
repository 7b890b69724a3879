"""The chat page."""

import streamlit as st

from selfrag.ui import words

_ = words.current()
st.title(_("Ask"))
