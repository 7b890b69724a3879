"""A decision that came too late stays told where its review was, for as long as its question is the last one."""

from typing import Any

import streamlit as st

from selfrag.errors import ReviewAnswered, ReviewOutdated
from selfrag.service import Service
from selfrag.ui.phrases import told

IN_TIME, TOO_LATE = "decided-in-time", "decided-too-late"
View = dict[str, Any]


def in_time(view: View) -> None:
    """The decision on the review of the view was taken; what came too late before is no news any more."""
    st.session_state[IN_TIME] = view["review"]["review_id"]
    st.session_state.pop(TOO_LATE, None)


def keep(view: View, refusal: ReviewAnswered | ReviewOutdated) -> None:
    """Remember what was said to a decision on the review of the view, unless it came after this session's own."""
    if st.session_state.get(IN_TIME) != view["review"]["review_id"]:
        st.session_state[TOO_LATE] = (view["question_id"], view["review"]["review_id"], str(refusal))


def draw(service: Service, view: View) -> None:
    """Who decided instead, how long ago and what; nothing where the last decision of this session was in time."""
    question_id, review_id, said = st.session_state.get(TOO_LATE, ("", "", ""))
    if view["question_id"] == question_id:
        st.info(told(service.decided_already(review_id) or said), icon=":material/info:")
