"""“What if”: a review of the history answered otherwise, in a fork, which is shown beside the original."""

from typing import Any

import streamlit as st

from selfrag.errors import SelfragError
from selfrag.graph.consent import KIND as WEB_CONSENT
from selfrag.graph.consent import QUERY_CHARS
from selfrag.graph.decision import NOTE_CHARS
from selfrag.graph.draft_review import KIND as DRAFT_REVIEW
from selfrag.service import Service
from selfrag.ui import people, places, words
from selfrag.ui.inert import inert_line
from selfrag.ui.live import QUICK
from selfrag.ui.passage import EXCERPT, graded, place
from selfrag.ui.phrases import told
from selfrag.ui.review.keys import slug

OPEN, REFUSED = "what-if-open", "what-if-refused"
Review = dict[str, Any]


def offer(service: Service, view: dict[str, Any], review_id: str) -> None:
    """The way to another decision: a button, and once it is clicked the card."""
    button(review_id)
    opened(service, view, review_id)


def button(review_id: str, at: str = "") -> None:
    """Opens and closes the card; `at` tells several buttons for one review apart."""
    _ = words.current()
    st.button(
        _("What if…"),
        key=f"what-if-{at}{slug(review_id)}",
        type="tertiary",
        icon=":material/fork_right:",
        help=_("Decide otherwise in another thread. This one stays as it is."),
        on_click=_toggle,
        args=((at, review_id),),
    )


def opened(service: Service, view: dict[str, Any], review_id: str, at: str = "") -> None:
    """The card, where that button opened it."""
    if st.session_state.get(OPEN) == (at, review_id):
        with st.container(border=True, key=f"what-if-card-{slug(review_id)}"):
            _card(service, view, review_id)


def address(original: tuple[str, str], fork: tuple[str, str]) -> dict[str, str]:
    """What the comparison's address says, for thread and question of each; both may go on with other questions."""
    return {"left": original[0], "left_question": original[1], "right": fork[0], "right_question": fork[1]}


def _toggle(which: tuple[str, str]) -> None:
    closes = st.session_state.get(OPEN) == which
    st.session_state[OPEN] = None if closes else which
    st.session_state.pop(REFUSED, None)


def _card(service: Service, view: dict[str, Any], review_id: str) -> None:
    _ = words.current()
    try:
        review = service.decided_review(view["thread_id"], review_id)
    except SelfragError as error:
        st.warning(told(str(error)))
        return
    if REFUSED in st.session_state:
        st.warning(told(st.session_state[REFUSED]))
    st.caption(_("Decide otherwise: a new thread goes on from here, and both answers are shown side by side."))
    cards = {WEB_CONSENT: _of_web, DRAFT_REVIEW: _of_draft}
    with st.container(gap="small"):
        ways = cards.get(review["kind"], _of_passages)(review)
    with st.container(horizontal=True, gap="small"):
        for n, (name, label, decision) in enumerate(ways):
            if st.button(
                label,
                key=_key(review, name),
                type="secondary" if n else "primary",
                disabled=decision is not None and decision.get("keep") == [] and decision["action"] == "approve",
            ):
                _fork(service, view, review_id, decision)


def _fork(service: Service, view: dict[str, Any], review_id: str, decision: Review | None) -> None:
    """Here and not in a callback, which could not go to another page."""
    try:
        run = service.fork(view["thread_id"], review_id, decision, people.current(service))
    except SelfragError as error:
        st.session_state[REFUSED] = str(error)
        st.rerun()
    run.wait(QUICK)
    st.session_state.pop(OPEN, None)
    st.session_state.pop(REFUSED, None)
    fork = service.show(run.key)["question_id"]
    both = address((view["thread_id"], view["question_id"]), (run.key, fork))
    st.switch_page(places.page("compare"), query_params=both)


Ways = list[tuple[str, str, Review | None]]
"""Name, label and decision of each button; without a decision the fork waits with the whole card."""


def _of_passages(review: Review) -> Ways:
    _ = words.current()
    before = (review["decision"] or {}).get("keep")
    question = st.text_input(_("Question"), review["asked"], key=_key(review, "question")).strip()
    query = st.text_input(_("Words to search for"), review["query"], key=_key(review, "query")).strip()
    keep = []
    for item in review["evidence"]:
        was = item["passage_id"] in before if before is not None else item["kept"]
        label = f"{place(item)} · {graded(item)}"
        key, excerpt = _key(review, slug(item["passage_id"])), inert_line(_begin(item["text"]))
        if st.checkbox(label, was and item["exists"], key=key, disabled=not item["exists"]):
            keep.append(item["passage_id"])
        if excerpt:
            st.caption(excerpt)
    reworded, other = question != review["asked"] and question, query != review["query"] and query
    edit: Review = {"keep": keep, "action": "edit"} | ({"question": question} if reworded else {})
    written = edit | {"search_again": False} if reworded else {"action": "approve", "keep": keep}
    n = len(keep)
    write = _.plural("Write the answer from {n} passage", "Write the answer from {n} passages", n)
    search = edit | {"search_again": True} | ({"query": query} if other else {})
    ways: Ways = [("write", write, written), ("search", _("Search again"), search)]
    if reworded or other:
        ways.reverse()
    return [*ways, _whole()]


def _begin(text: str) -> str:
    """Its first words; what is left out shows."""
    return text if len(text) <= EXCERPT else text[:EXCERPT].rsplit(maxsplit=1)[0] + " …"


def _of_web(review: Review) -> Ways:
    _ = words.current()
    query = st.text_input(_("Query"), review["query"], key=_key(review, "query"), max_chars=QUERY_CHARS).strip()
    allow = {"action": "allow"} | ({"query": query} if query and query != review["query"] else {})
    return [("allow", _("Send it to the web"), allow), ("skip", _("Go on without the web"), {"action": "skip"})]


def _of_draft(review: Review) -> Ways:
    _ = words.current()
    st.markdown(f"> {inert_line(review['answer'])}")
    note = st.text_input(_("What to do otherwise"), key=_key(review, "note"), max_chars=NOTE_CHARS)
    again = {"action": "write_again", "note": note}
    return [
        ("again", _("Write it again"), again),
        ("accept", _("Accept it as it was"), {"action": "accept"}),
        _whole(),
    ]


def _whole() -> tuple[str, str, None]:
    return "whole", words.current()("Open the whole card"), None


def _key(review: Review, name: str) -> str:
    return f"what-if-{slug(review['review_id'])}-{name}"
