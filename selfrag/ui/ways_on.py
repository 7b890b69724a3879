"""What else can be done with a question that has ended."""

import streamlit as st

from selfrag.service import Service
from selfrag.ui import compare, places, words

ENDED = ("answered", "no_evidence", "rejected")


def draw(service: Service, thread_id: str) -> None:
    """Its way through the graph, and the same question to another strategy."""
    if service.status(thread_id) not in ENDED:
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        places.link("graph", words.current()("Its way through the graph"), thread=thread_id)
        compare.offer(service.show(thread_id))
