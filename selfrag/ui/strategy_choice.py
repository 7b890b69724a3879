"""Which strategy answers the next question."""

import streamlit as st

from selfrag.graph.strategies import STRATEGIES
from selfrag.service import Service
from selfrag.ui import desk, words

LAST = "last-strategy"
WHAT_IT_DOES = {
    "self": words.later("Searches where that helps, tries other words where nothing fits, and checks every sentence."),
    "adaptive": words.later("Decides whether and where to search, and offers all that it finds. Checks no answer."),
    "corrective": words.later("Searches, cuts into strips, and asks about the web if need be. Checks no answer."),
    "combined": words.later(
        "Decides where to search, cuts into strips, tries other words, then the web, and checks every sentence."
    ),
}


def draw(service: Service) -> None:
    """The choice, with what the chosen strategy does; it begins with the open thread's, else with the last chosen."""
    _ = words.current()
    names = list(STRATEGIES)
    chosen = st.selectbox(
        _("Strategy"),
        names,
        index=names.index(_usual(service)),
        key=_key(),
        format_func=title,
        on_change=_remember,
        help="\n".join(f"- **{title(name)}**: {_(text)}" for name, text in WHAT_IT_DOES.items()),
    )
    st.caption(_(WHAT_IT_DOES[chosen]))


def chosen(service: Service) -> str:
    """The strategy of the next question."""
    return str(st.session_state.get(_key()) or _usual(service))


def title(name: str) -> str:
    """A strategy's name in the field."""
    return STRATEGIES[name].title


def _usual(service: Service) -> str:
    thread_id = desk.thread_id()
    known = (thread.strategy for thread in service.threads() if thread.id == thread_id)
    return next(known, str(st.session_state.get(LAST, next(iter(STRATEGIES)))))


def _remember() -> None:
    st.session_state[LAST] = st.session_state[_key()]


def _key() -> str:
    return f"strategy-{desk.thread_id() or 'new'}"
