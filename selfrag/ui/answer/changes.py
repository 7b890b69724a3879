"""What people did to an answer: its text edited, sentences struck, and by whom."""

from typing import Any

import streamlit as st

from selfrag.service import Service
from selfrag.service.last_review import decided_by
from selfrag.ui import people, words
from selfrag.ui.inert import inert_line


def author(service: Service, view: dict[str, Any]) -> str:
    """Who decided on the draft of this answer; empty where that is you, or nobody gave a name."""
    accepted = view["accepted"] or {}
    name = decided_by(service.desk, accepted["review_id"]) if accepted.get("review_id") else ""
    return "" if name == people.current(service) else name


def draw(service: Service, view: dict[str, Any]) -> None:
    """A badge for each kind of change; nothing where the answer is as it was written."""
    _ = words.current()
    accepted = view["accepted"] or {}
    if accepted.get("action") == "edit":
        name = inert_line(author(service, view))
        st.badge(_("Edited by {name}", name=name) if name else _("Edited by you"), color="blue", icon=":material/edit:")
    if accepted.get("action") == "accept" and accepted.get("strike"):
        _struck(len(accepted["strike"]), {author(service, view)})
    marks = view["struck"]
    if marks:
        _struck(len(marks), {mark["who"] for mark in marks})


def _struck(count: int, names: set[str]) -> None:
    _ = words.current()
    one, *others = names
    if one and not others:
        said = _.plural("{n} sentence struck by {name}", "{n} sentences struck by {name}", count, name=inert_line(one))
    else:
        said = _.plural("{n} sentence struck", "{n} sentences struck", count)
    st.badge(said, color="blue", icon=":material/format_strikethrough:")
