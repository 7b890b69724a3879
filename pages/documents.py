"""What is stored, and what can be done with it."""

import streamlit as st

from selfrag.ui import desk, words
from selfrag.ui.documents import collection_forms, dialogs, disk
from selfrag.ui.documents import listing as documents_list
from selfrag.ui.uploads import uploads

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
