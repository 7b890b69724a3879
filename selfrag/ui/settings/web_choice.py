"""Who searches the web: shown, and SearXNG's address chosen, on the settings page."""

import streamlit as st

from selfrag.errors import SelfragError
from selfrag.service import Service
from selfrag.settings import SEARXNG
from selfrag.ui import words
from selfrag.ui.phrases import told

KEY = f"web-{SEARXNG}"
FAILED = "web-failed"


def draw(service: Service) -> None:
    """The address; it is saved as soon as it is typed."""
    _ = words.current()
    fixed = service.settings.fixed_by(SEARXNG)
    st.subheader(_("Web"), anchor=False)
    st.text_input(
        _("SearXNG for searches of the web"),
        service.choices()[SEARXNG],
        key=KEY,
        placeholder="http://localhost:8888",
        disabled=fixed is not None,
        on_change=_save,
        args=(service,),
        help=_("An instance that gives results as JSON. You are asked before a query goes there."),
    )
    if fixed:
        st.caption(_("Set by {name} in the environment.", name=f"`{fixed}`"))
    if st.session_state.get(FAILED):
        st.error(told(st.session_state.pop(FAILED)))


def none() -> str:
    """That nobody searches the web, in plain text."""
    return words.current()("none: give an address above, or start the app with TAVILY_API_KEY set")


def _save(service: Service) -> None:
    try:
        service.choose_models({SEARXNG: st.session_state[KEY].strip()})
    except SelfragError as error:
        st.session_state[FAILED] = str(error)
    else:
        st.toast(words.current()("Saved. The next question may use it."))
