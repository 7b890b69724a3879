"""A thread: every question with what became of it, and the next one."""

from dataclasses import dataclass
from typing import Any

import streamlit as st

from selfrag.errors import SelfragError
from selfrag.graph.consent import KIND as WEB_CONSENT
from selfrag.graph.draft_review import KIND as DRAFT_REVIEW
from selfrag.runs import Run
from selfrag.service import Service
from selfrag.service.recovery import CUT_OFF
from selfrag.ui import desk, live, strategy_choice, words
from selfrag.ui.answer import answer, draft_card
from selfrag.ui.inert import cited, inert
from selfrag.ui.phrases import told
from selfrag.ui.review import card as review_card
from selfrag.ui.review import consent as consent_card
from selfrag.ui.review import too_late
from selfrag.ui.viewer import viewer as page_viewer

UNSENT = "unsent-question"
CARDS = {"chunk_review": review_card.draw, WEB_CONSENT: consent_card.draw, DRAFT_REVIEW: draft_card.draw}
SHOWN = 20  # older questions are drawn on request, so that long threads stay quick


@dataclass(frozen=True)
class Look:
    """A thread at one moment, from which all parts of its page are drawn: it goes on while they are."""

    thread_id: str
    run: Run | None  # while it is alive
    views: list[dict[str, Any]]  # the last questions, oldest first
    earlier: int  # questions before these

    @property
    def waits(self) -> bool:
        """Whether nothing can be asked before a person has decided."""
        return self.run is None and bool(self.views) and self.views[-1]["status"] == "waiting"


def look(service: Service, thread_id: str) -> Look:
    """See how the thread is now. Raises UnknownThread."""
    seen = _glance(service, thread_id)
    cut_off = seen.run is None and bool(seen.views) and live.under_way(seen.views[-1])
    return _glance(service, thread_id) if cut_off else seen  # or its run began between the two


def _glance(service: Service, thread_id: str) -> Look:
    run = service.run(thread_id)  # before the views: a run that ends in between must not look cut off
    views = service.history(thread_id, None if st.session_state.get(_everything(thread_id)) else SHOWN)
    return Look(thread_id, run, views, service.count_questions(thread_id) - len(views))


def draw(service: Service, seen: Look) -> None:
    """Draw the thread. While a review waits, what was asked before is folded, so that the card is in sight."""
    _ = words.current()
    views = seen.views
    if seen.earlier > 0:
        st.button(
            _.plural("Show {n} earlier question", "Show {n} earlier questions", seen.earlier),
            on_click=st.session_state.__setitem__,
            args=(_everything(seen.thread_id), True),
        )
    if views and views[-1]["status"] == "waiting" and len(views) > 1:
        with st.expander(_.plural("{n} earlier question", "{n} earlier questions", len(views) - 1)):
            _all(service, views[:-1])
    else:
        _all(service, views[:-1])
    for view in views[-1:]:
        _question(service, view, seen.run, last=True)


def _everything(thread_id: str) -> str:
    return f"all-{thread_id}"


def _all(service: Service, views: list[dict[str, Any]]) -> None:
    for view in views:
        _question(service, view)


def _question(service: Service, view: dict[str, Any], run: Run | None = None, last: bool = False) -> None:
    _ = words.current()
    with st.chat_message("user"):
        st.markdown(inert(view["question"]))
        if view["asked"] != view["question"]:
            st.caption(_("Understood as: {question}", question=inert(view["asked"])))
    with st.chat_message("assistant"):
        if last:
            too_late.draw(service, view)
        if run is not None and page_viewer.is_open():
            live.watch(service, view)
        elif run is not None:
            live.follow(service, run, view)
        else:
            draw_outcome(service, view, last)


def draw_outcome(service: Service, view: dict[str, Any], last: bool = True, alone: bool = True) -> None:
    """What became of a question that nobody works on: a card, an answer, or why there is none.

    A card that is not `alone` on the page keeps its buttons to itself.
    """
    if view["review"]:
        CARDS[view["review"]["kind"]](service, view, alone)
    elif live.under_way(view) or view["status"] in ("stopped", "failed"):
        _cut_off(service, view, last)
    else:
        answer.draw(service, view, last)


def _cut_off(service: Service, view: dict[str, Any], last: bool) -> None:
    _ = words.current()
    if live.under_way(view) and service.worked_on(view["thread_id"]):
        live.elsewhere(service, view["thread_id"])
        return
    if view["answer"]:
        st.markdown(cited(view["answer"], len(view["approved"])))
    if view["status"] == "failed":
        st.error(told(view["error"] or ""))
    elif live.under_way(view):
        st.warning(told(CUT_OFF))
    else:
        st.warning(told(view["error"]) if view["error"] else _("Stopped. What was found so far is kept."))
    if last:
        st.button(
            _("Continue"),
            key=f"continue-{view['question_id']}",
            type="primary",
            on_click=_continue,
            args=(service, view["thread_id"]),
            help=_("Goes on from the last finished step; nothing that finished is done again."),
        )


def _continue(service: Service, thread_id: str) -> None:
    try:
        service.continue_(thread_id)
    except SelfragError as error:
        st.toast(told(str(error)))


def ask(service: Service, question: str, sources: list[str]) -> None:
    """Ask in the open thread or in a new one, with the chosen strategy.

    A question that cannot be asked now is shown again, not lost.
    """
    st.session_state.pop(UNSENT, None)
    strategy = strategy_choice.chosen(service)
    try:
        run = service.ask(question, thread_id=desk.thread_id(), sources=sources, strategy=strategy)
    except SelfragError as error:
        st.session_state[UNSENT] = (question, str(error))
    else:
        desk.open_thread(run.key)
        run.wait(live.QUICK)


def draw_unsent() -> None:
    """The last question, where it could not be asked, and why."""
    if UNSENT in st.session_state:
        question, why = st.session_state[UNSENT]
        st.warning(f"{told(why)}\n\n“{inert(question)}”")
