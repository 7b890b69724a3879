"""The fields of a review card: their keys, the draft that survives a reload, and the decision they make."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from selfrag.errors import SelfragError
from selfrag.service import Service
from selfrag.ui.live import QUICK
from selfrag.ui.phrases import told

Choice = Callable[[bool], bool]


def decide(service: Service, view: dict[str, Any], kind: str) -> None:
    """Take the decision of a button: `write`, `search` or `reject`."""
    try:
        service.resume(view["thread_id"], _decision(view, kind)).wait(QUICK)
    except SelfragError as error:
        st.toast(told(str(error)), icon=":material/info:")


def _decision(view: dict[str, Any], kind: str) -> dict[str, Any]:
    """The decision as the fields are now: a click may come together with the last edit of one of them."""
    review, state = view["review"], st.session_state
    decision = {"review_id": review["review_id"], "keep": kept(review), "note": state.get(key(review, "note"), "")}
    if kind == "reject":
        return decision | {"action": "reject"}
    question = edited(view)
    if kind == "write" and question is None:
        return decision | {"action": "approve"}
    return (
        decision | {"action": "edit", "search_again": kind == "search"} | ({"question": question} if question else {})
    )


def edited(view: dict[str, Any]) -> str | None:
    """The question as it was reworded, or None."""
    question = str(st.session_state.get(key(view["review"], "question"), "")).strip()
    return question if question and question != view["asked"] else None


def kept(review: dict[str, Any]) -> list[str]:
    """Ids of the ticked passages, in the order they are offered."""
    offered = [item["passage_id"] for item in review["evidence"]]
    return [passage_id for passage_id in offered if st.session_state.get(tick_key(review, passage_id))]


def restore(review: dict[str, Any], evidence: list[dict[str, Any]]) -> None:
    """Fill the fields, once a session, from the draft or from what the graders said."""
    draft = review.get("draft") or {}
    ticks = draft.get("keep", [item["passage_id"] for item in evidence if item["kept"] and item["exists"]])
    st.session_state.setdefault(key(review, "question"), draft.get("question", review["asked"]))
    st.session_state.setdefault(key(review, "note"), draft.get("note", ""))
    for item in evidence:
        ticked = item["passage_id"] in ticks and item["exists"]
        st.session_state.setdefault(tick_key(review, item["passage_id"]), ticked)


def save(service: Service, review: dict[str, Any]) -> None:
    """Keep the fields as a draft."""
    state = st.session_state
    draft = {
        "keep": kept(review),
        "question": state[key(review, "question")],
        "note": state[key(review, "note")],
    }
    service.save_draft(review["review_id"], draft)


def tick(service: Service, review: dict[str, Any], evidence: list[dict[str, Any]], choose: Choice) -> None:
    """Tick what `choose` says, given whether a passage is ticked."""
    for item in evidence:
        name = tick_key(review, item["passage_id"])
        st.session_state[name] = item["exists"] and choose(st.session_state.get(name, False))
    save(service, review)


def key(review: dict[str, Any], name: str) -> str:
    """Key of a field or button of this review."""
    return f"{name}-{slug(review['review_id'])}"


def tick_key(review: dict[str, Any], passage_id: str) -> str:
    """Key of a passage's checkbox."""
    return f"keep-{slug(review['review_id'])}-{slug(passage_id)}"


def slug(identifier: str) -> str:
    """An id as it may stand in a key and in the name of a class."""
    return identifier.replace(".", "-").replace(":", "-")
