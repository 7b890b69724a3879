"""Draws hostile titles into the picture of a strategy, each in one of its own; run by test_graph_page.py."""

import streamlit as st

from selfrag.graph.strategies.diagram import mermaid
from tests.browser.test_graph_page import TITLES

for number, title in enumerate(TITLES):
    source = {"id": "c1", "title": title, "hits": 1, "seconds": 0.1, "error": None}
    step = {"node": "search", "seconds": 0.1, "calls": 0, "embeds": 0, "tokens": 0, "found": {"sources": [source]}}
    with st.container(key=f"picture-{number}"):
        st.mermaid_chart(mermaid("adaptive", [step]), alt=f"Picture {number}")
st.text("all shown")
