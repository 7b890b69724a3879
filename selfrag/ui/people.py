"""Who sits at this desk: from the login, else one of the names in the settings, as the address says.

The choice stands in the address, so that it survives a reload, and in the session, so that it survives the way to
another page, whose address says nothing of it.
"""

import streamlit as st

from selfrag.service import Service
from selfrag.service.names import name_of
from selfrag.ui import words

YOU = "you"
_CHOICE = "you-choice"


def current(service: Service) -> str:
    """The name that decisions and comments are kept with; empty where nobody is named, or nobody is chosen yet."""
    if name := _logged_in():
        return name
    names = service.people()
    if len(names) < 2:
        return names[0] if names else ""
    chosen = st.session_state.get(YOU) or st.query_params.get(YOU, "")
    return chosen if chosen in names else ""


def known(service: Service) -> list[str]:
    """Everybody whom a review can be given to."""
    me = _logged_in()
    names = service.people()
    return [me, *names] if me and me not in names else names


def remember(service: Service) -> None:
    """Bring the page's address up to the choice; once the way to the page is known, or it would be lost on it."""
    name = current(service) if _is_a_choice(service) else ""
    if name:
        st.session_state[YOU] = name
        if st.query_params.get(YOU) != name:
            st.query_params[YOU] = name
    elif YOU in st.query_params:
        del st.query_params[YOU]


def draw(service: Service, place: str) -> None:
    """The choice of who you are, where there is one; `place` tells two of them on one page apart."""
    if not _is_a_choice(service):
        return
    _ = words.current()
    key = f"{_CHOICE}-{place}"
    st.session_state[key] = current(service)
    st.selectbox(
        _("You are"),
        ["", *service.people()],
        key=key,
        format_func=lambda name: name or _("Nobody chosen"),  # options are shown as plain text
        on_change=_choose,
        args=(key,),
        help=_("Your decisions and comments are kept with this name."),
    )


def _choose(key: str) -> None:
    name = st.session_state[key]
    st.session_state[YOU] = name
    if name:
        st.query_params[YOU] = name
    else:
        st.query_params.pop(YOU, None)


def _is_a_choice(service: Service) -> bool:
    return not _logged_in() and len(service.people()) > 1


def _logged_in() -> str:
    """The name of the login; without one set up, Streamlit's user has no such attribute."""
    if not getattr(st.user, "is_logged_in", False):
        return ""
    return name_of(str(st.user.get("name") or st.user.get("email") or ""))
