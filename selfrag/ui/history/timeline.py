"""What became of a question as a readable list: when, who, and one sentence for each thing that happened."""

from typing import Any

import streamlit as st

from selfrag.service import Service
from selfrag.ui import amounts, places, steps, words
from selfrag.ui.history import what_if_card
from selfrag.ui.history import words as history_words
from selfrag.ui.inert import inert_line
from selfrag.ui.review.keys import slug

Event = dict[str, Any]


def draw(service: Service, view: dict[str, Any]) -> None:
    """The list; a review in it can be answered otherwise, in a fork."""
    day, lines = "", list[str]()
    for event in service.timeline(view["thread_id"], view["question_id"]):
        said = history_words.told(event)
        if not said:
            continue
        today = day if event["at"] is None else amounts.day(event["at"])
        lines.append(f"- {_line(event, said, '' if today == day else f'{today}, ')}")
        day = today
        if _links(event):
            _flush(lines)
            _ways_on(service, view, event)
    _flush(lines)


def _line(event: Event, said: str, day: str) -> str:
    """Day, where it is another one than before, time, who, what, and what it took."""
    _ = words.current()
    when = f":gray[{day}{amounts.clock(event['at'])}] " if event["at"] is not None else ""
    who = f"**{inert_line(event['who'])}** · " if event["who"] else ""
    step = event.get("step") or {}
    taken = _("done before the fork") if step.get("inherited") else steps.spent(step) if step else ""
    return f"{when}{who}{said}" + (f" :gray[— {taken}]" if taken else "")


def _flush(lines: list[str]) -> None:
    """Draw what was gathered as one element: a page of many questions stays quick."""
    if lines:
        st.markdown("\n".join(lines))
        lines.clear()


def _links(event: Event) -> bool:
    return event["kind"] in ("forked", "forked_from") or bool(event.get("review_id") and event.get("review_kind"))


def _ways_on(service: Service, view: dict[str, Any], event: Event) -> None:
    _ = words.current()
    if event["kind"] in ("forked", "forked_from"):
        both = pair(view, event)
        with st.container(key=f"fork-{slug(view['question_id'])}-{event['thread_id']}-{event['kind']}"):
            places.link("compare", _("Both answers side by side"), **both)
    else:
        what_if_card.offer(service, view, event["review_id"])


def pair(view: dict[str, Any], event: Event) -> dict[str, str]:
    """The address of the comparison: the original on the left, the fork on the right."""
    here = (view["thread_id"], view["question_id"])
    there = (event["thread_id"], event["question_id"])
    return what_if_card.address(here, there) if event["kind"] == "forked" else what_if_card.address(there, here)
