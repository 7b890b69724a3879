"""What is stored, and how to remove it."""

import streamlit as st

from selfrag.ui import desk, documents_list, uploads, words

_ = words.current()
service = desk.service()
with st.sidebar:
    uploads.draw(service)
st.title(_("Documents"), anchor=False)
documents_list.draw(service)
