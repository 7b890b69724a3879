"""What is stored, and what can be done with it."""

import streamlit as st

from selfrag.ui import collection_forms, desk, dialogs, disk, documents_list, uploads, words

_ = words.current()
service = desk.service()
with st.sidebar:
    uploads.draw(service, listing=True)
with st.container(horizontal=True, vertical_alignment="center"):
    st.title(_("Documents"), anchor=False, width="stretch")
    collection_forms.offer_new(service)
documents_list.draw(service)
disk.draw(service)
dialogs.draw()
