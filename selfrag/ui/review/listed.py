"""A review as a list: every passage with its tick, in groups, so many at a time."""

from typing import Any

import streamlit as st

from selfrag.graph.verdicts import is_good
from selfrag.service import Service
from selfrag.ui import words
from selfrag.ui.review import draft as review_draft
from selfrag.ui.review import fields
from selfrag.ui.review import offered as review_passage
from selfrag.ui.review.groups import FOLDED, grouped, names, ordered
from selfrag.ui.review.keys import key

AT_A_TIME = 20
View = dict[str, Any]
Item = dict[str, Any]


def draw(service: Service, view: View) -> None:
    """The list. What ticks many passages (`draw_ticks`) speaks of all, not only of those drawn."""
    _ = words.current()
    evidence = view["evidence"]
    pages = -(-len(evidence) // AT_A_TIME)
    page = _page(view, pages)
    if pages > 1:
        _pages(view, page, pages)
    called, at, first = names(evidence), 0, (page - 1) * AT_A_TIME
    fields.draws(view, [item["passage_id"] for item in ordered(evidence)[first : first + AT_A_TIME]])
    for name, group in grouped(evidence):
        shown = group[max(0, first - at) : max(0, first + AT_A_TIME - at)]
        at += len(group)
        if shown:
            with _titled(f"{_(name)} · {len(group)}", folded=_is_folded(name, group, evidence)):
                for item in shown:
                    review_passage.draw(service, view, item, called[item["passage_id"]])
    if page < pages:
        _next(view, page)


def draw_ticks(service: Service, view: View) -> None:
    """The buttons that tick many passages at once."""
    _ = words.current()
    for name, label, choose in (
        ("relevant", _("All relevant"), lambda item, ticked: item["change"] == "kept" or is_good(item["is_rel"])),
        ("all", _("All"), lambda item, ticked: True),
        ("none", _("None"), lambda item, ticked: False),
        ("invert", _("Invert"), lambda item, ticked: not ticked),
    ):
        st.button(
            label,
            key=key(view["review"], name),
            type="tertiary",
            on_click=fields.change,
            args=(service, view, review_draft.tick_each(choose, view["evidence"])),
        )


def _page(view: View, pages: int) -> int:
    """Which part of a long list is shown, from 1. The widget is forgotten where it is not drawn; this is not."""
    return min(int(st.session_state.get(_name(view), 1)), pages)


def _pages(view: View, page: int, pages: int) -> None:
    """Above a long list: its parts, and what is drawn of it."""
    _ = words.current()
    widget, count = key(view["review"], "pages"), len(view["evidence"])
    st.session_state[widget] = page
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.pagination(pages, key=widget, on_change=lambda: _turn(view, st.session_state[widget]))
        first, last = (page - 1) * AT_A_TIME + 1, min(count, page * AT_A_TIME)
        st.caption(_("{first} to {last} of {n} passages", first=first, last=last, n=count))


def _next(view: View, page: int) -> None:
    """Below it: the way on, where the eye is after the last of them."""
    _ = words.current()
    n = min(AT_A_TIME, len(view["evidence"]) - page * AT_A_TIME)
    label = _.plural("Next {n} passage", "Next {n} passages", n)
    st.button(label, key=key(view["review"], "further"), type="tertiary", on_click=_turn, args=(view, page + 1))


def _turn(view: View, page: int) -> None:
    st.session_state[_name(view)] = page


def _name(view: View) -> str:
    return key(view["review"], "part")


def _is_folded(name: str, group: list[Item], evidence: list[Item]) -> bool:
    """What does not help, where something else does."""
    return name in FOLDED and len(group) < len(evidence) and not any(item["kept"] for item in group)


def _titled(heading: str, folded: bool) -> Any:
    """Where a group is drawn."""
    if folded:
        return st.expander(heading)
    st.markdown(f"**{heading}**")
    return st.container()
