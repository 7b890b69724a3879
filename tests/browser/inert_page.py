"""Shows the hostile corpus in every way that the interface shows outside text; run by test_inert.py."""

import streamlit as st

from selfrag.ui.inert import cited, inert, inert_line, marked
from tests.browser.corpus import HOSTILE

for number, text in enumerate(HOSTILE):
    with st.container(key=f"inert-{number}"):
        st.markdown(inert(text))
    with st.container(key=f"label-{number}"):
        st.checkbox(inert_line(text), key=f"box-{number}")
    with st.container(key=f"marked-{number}"):
        st.markdown(marked(text, [(1, 4), (3, 9), (12, 60)]))
    with st.container(key=f"cited-{number}"):
        st.markdown(cited(text, 3))
st.text("all shown")
