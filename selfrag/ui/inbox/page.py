"""Reviews that wait for a person, oldest first, and what was decided; each is one click away."""

from typing import Any

import streamlit as st

from selfrag.errors import SelfragError
from selfrag.service import Service
from selfrag.ui import people, places, words
from selfrag.ui.desk import THREAD
from selfrag.ui.inbox import comments as inbox_comments
from selfrag.ui.inbox.words import age, by, counts, done, kind, line, when
from selfrag.ui.phrases import told
from selfrag.ui.review.keys import slug
from selfrag.ui.strategy_choice import title

PER_PAGE = 20
WHO_WIDTH = 280  # pixels
SHOWN = "inbox-shown"
FILTERS = {"all": words.later("All"), "mine": words.later("Mine"), "unassigned": words.later("Unassigned")}


def draw(service: Service) -> None:
    """The page: whose reviews, the list, and below it the decisions."""
    _ = words.current()
    names = people.known(service)
    with st.container(width=WHO_WIDTH):
        people.draw(service, "inbox")
    waiting = service.inbox()
    shown = waiting
    if names and waiting:
        _choose_whose(service)
        shown = [item for item in waiting if is_shown(service, item["assigned"])]
    if not waiting:
        st.info(_("Nothing waits for you. Ask a question: what it finds is shown here until you decide on it."))
        places.link("chat", _("Ask a question"))
    elif not shown:
        st.info(_("None of the reviews that wait is among these: look at all of them."))
    else:
        longest = age(shown[0]["created"])
        st.caption(
            _.plural(
                "{n} review waits, for {age}.", "{n} reviews wait, the longest for {age}.", len(shown), age=longest
            )
        )
        _list(service, shown, names)
    _decisions(service, open_at_first=not waiting)


def is_shown(service: Service, assigned: str) -> bool:
    """Whether a review with this assignment is among those that the person has chosen to see."""
    match st.session_state.get(SHOWN, "all"):
        case "mine":
            return bool(assigned) and assigned == people.current(service)
        case "unassigned":
            return not assigned
    return True


def _choose_whose(service: Service) -> None:
    _ = words.current()
    options = [one for one in FILTERS if one != "mine" or people.current(service)]
    chosen = st.session_state.get(SHOWN, "all")
    key = "inbox-whose"
    st.segmented_control(
        _("Whose reviews"),
        options,
        default=chosen if chosen in options else "all",
        required=True,
        key=key,
        format_func=lambda one: _(FILTERS[one]),
        label_visibility="collapsed",
        on_change=lambda: st.session_state.update({SHOWN: st.session_state[key] or "all"}),
    )


def _list(service: Service, waiting: list[dict[str, Any]], names: list[str]) -> None:
    pages = -(-len(waiting) // PER_PAGE)
    at = st.session_state.get("inbox-page", 1) if pages > 1 else 1
    at = min(at, pages)
    for item in waiting[(at - 1) * PER_PAGE : at * PER_PAGE]:
        _line(service, item, names)
    if pages > 1:
        st.pagination(pages, key="inbox-page")


def _line(service: Service, item: dict[str, Any], names: list[str]) -> None:
    _ = words.current()
    name, color = kind(item)
    renamed = item["title"] != item["question"][: len(item["title"])]
    facts = [
        _("waits {age}", age=age(item["created"])),
        counts(item),
        title(item["strategy"]),
        line(item["title"]) if renamed else "",
        _("archived") if item["archived"] else "",
    ]
    with st.container(border=True, key=f"inbox-{slug(item['review_id'])}", gap="xsmall"):
        _question(item)
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.badge(name, color=color)
            st.caption(" · ".join(fact for fact in facts if fact), width="stretch")
            if names or item["assigned"]:
                _assign(service, item, names)
            inbox_comments.draw(service, item["thread_id"], item["comments"], item["review_id"])


def _question(item: dict[str, Any]) -> None:
    """The question as far as a list has room for it, and the way to it."""
    with st.container(horizontal=True, wrap=False, vertical_alignment="center", gap="small"):
        st.markdown(line(item["question"]), width="stretch")
        st.page_link(
            places.page("chat"),
            label=words.current()("Open"),
            icon=":material/arrow_forward:",
            icon_position="right",
            query_params={THREAD: item["thread_id"]},
        )


def _assign(service: Service, item: dict[str, Any], names: list[str]) -> None:
    _ = words.current()
    key = f"assign-{slug(item['review_id'])}"
    options = list(dict.fromkeys(["", *names, item["assigned"]]))
    if st.session_state.get(key) != item["assigned"]:
        st.session_state[key] = item["assigned"]
    st.selectbox(
        _("Assigned to"),
        options,
        key=key,
        format_func=lambda name: name or _("Unassigned"),  # options are shown as plain text
        label_visibility="collapsed",
        width=160,
        on_change=_assigned,
        args=(service, item["review_id"], key),
    )


def _assigned(service: Service, review_id: str, key: str) -> None:
    try:
        service.assign(review_id, st.session_state[key])
    except SelfragError as error:
        st.toast(told(str(error)))


def _decisions(service: Service, open_at_first: bool) -> None:
    _ = words.current()
    decided = st.expander(
        _("What was decided"), expanded=open_at_first, key="inbox-decided", on_change="rerun", icon=":material/history:"
    )
    if not decided.open:
        return
    with decided:
        latest = service.decisions()
        if not latest:
            st.caption(_("Nothing yet."))
        for item in latest:
            note = f"“{line(item['note'])}”" if item["note"] else ""
            facts = [when(item["decided"]), kind(item)[0], f"{by(item)}: {done(item)}", note]
            with st.container(key=f"decided-{slug(item['review_id'])}", gap=None):
                _question(item)
                st.caption(" · ".join(fact for fact in facts if fact))
