"""The fields of a review card: the draft that survives a reload, and the decision they make."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from selfrag.errors import SelfragError
from selfrag.service import Service
from selfrag.ui import strips
from selfrag.ui.live import QUICK
from selfrag.ui.phrases import told
from selfrag.ui.review_keys import key, tick_key

Choice = Callable[[bool], bool]
Item = dict[str, Any]


def decide(service: Service, view: dict[str, Any], kind: str) -> None:
    """Take the decision of a button: `write`, `search` or `reject`."""
    send(service, view, _decision(view, kind))


def send(service: Service, view: dict[str, Any], decision: dict[str, Any]) -> None:
    """Answer the review; one that was answered before says so, and nothing changes."""
    try:
        service.resume(view["thread_id"], decision).wait(QUICK)
    except SelfragError as error:
        st.toast(told(str(error)), icon=":material/info:")


def _decision(view: dict[str, Any], kind: str) -> dict[str, Any]:
    """The decision as the fields are now: a click may come together with the last edit of one of them."""
    review, state = view["review"], st.session_state
    keep = kept(review)
    decision = {"review_id": review["review_id"], "keep": keep, "note": state.get(key(review, "note"), "")}
    if kind == "reject":
        return decision | {"action": "reject"}
    decision["strips"] = {item["passage_id"]: strips.chosen(review, item) for item in _in_strips(review, keep)}
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
    """Ids of the ticked passages, in the order they are offered; one in strips needs a ticked strip too."""
    return [item["passage_id"] for item in review["evidence"] if _is_kept(review, item)]


def _is_kept(review: dict[str, Any], item: Item) -> bool:
    ticked = bool(st.session_state.get(tick_key(review, item["passage_id"])))
    return ticked and (not strips.has_strips(item) or bool(strips.chosen(review, item)))


def _in_strips(review: dict[str, Any], passage_ids: list[str]) -> list[Item]:
    return [item for item in review["evidence"] if item["passage_id"] in passage_ids and strips.has_strips(item)]


def restore(review: dict[str, Any], evidence: list[Item]) -> None:
    """Fill the fields, once a session, from the draft or from what the graders said."""
    draft = review.get("draft") or {}
    ticks = draft.get("keep", [item["passage_id"] for item in evidence if item["kept"] and item["exists"]])
    st.session_state.setdefault(key(review, "question"), draft.get("question", review["asked"]))
    st.session_state.setdefault(key(review, "note"), draft.get("note", ""))
    for item in evidence:
        ticked = item["passage_id"] in ticks and item["exists"]
        st.session_state.setdefault(tick_key(review, item["passage_id"]), ticked)
        if strips.has_strips(item):
            strips.restore(review, item, draft.get("strips", {}))


def save(service: Service, review: dict[str, Any]) -> None:
    """Keep the fields as a draft."""
    state = st.session_state
    everything = [item["passage_id"] for item in review["evidence"]]
    draft = {
        "keep": kept(review),
        "strips": {item["passage_id"]: strips.chosen(review, item) for item in _in_strips(review, everything)},
        "question": state[key(review, "question")],
        "note": state[key(review, "note")],
    }
    service.save_draft(review["review_id"], draft)


def tick(service: Service, review: dict[str, Any], evidence: list[Item], choose: Choice) -> None:
    """Tick what `choose` says, given whether a passage is ticked."""
    for item in evidence:
        name = tick_key(review, item["passage_id"])
        st.session_state[name] = item["exists"] and choose(st.session_state.get(name, False))
        strips.follow_passage(review, item)
    save(service, review)


def passage_ticked(service: Service, review: dict[str, Any], item: Item) -> None:
    """After a click on a passage's box."""
    strips.follow_passage(review, item)
    save(service, review)


def strip_ticked(service: Service, review: dict[str, Any], item: Item) -> None:
    """After a click on the box of one of its strips."""
    strips.follow_strips(review, item)
    save(service, review)
