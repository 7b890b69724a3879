"""What else can be done with a question that has ended, and where a copy comes from."""

from typing import Any

import streamlit as st

from selfrag.service import Service
from selfrag.service.last_review import last_evidence_review
from selfrag.ui import places, words
from selfrag.ui.compare import page as compare
from selfrag.ui.history import receipt, what_if_card

ENDED = ("answered", "no_evidence", "rejected")
BELOW = "below-"  # the history of the question has the same button


def draw(service: Service, view: dict[str, Any]) -> None:
    """Another decision, another strategy, its way through the graph, the record; and of a copy the original."""
    thread_id = view["thread_id"]
    if view["status"] in ENDED:
        review = last_evidence_review(service.desk, thread_id, view["question_id"])
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            if review:
                what_if_card.button(review.id, BELOW)
            compare.offer(view)
            places.link("graph", words.current()("Its way through the graph"), thread=thread_id)
            receipt.offer(service, thread_id)
        if review:
            what_if_card.opened(service, view, review.id, BELOW)
    if view["forked_from"]:
        _original(service, thread_id, view["forked_from"])


def _original(service: Service, thread_id: str, origin: dict[str, Any]) -> None:
    """A copy says that it is one: what it was made from stays as it was."""
    _ = words.current()
    original = origin["thread_id"]
    if service.status(original) is None:
        st.caption(_("This thread is a copy. The original was deleted."))
        return
    st.caption(_("This thread is a copy. The original stays as it is."))
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        places.link("chat", _("The original"), thread=original)
        places.link(
            "compare", _("Both side by side"), left=original, right=thread_id, left_question=origin["question_id"]
        )
