"""Passwords of documents whose pages are looked at: kept while the session lasts, and nowhere else."""

import streamlit as st

from selfrag.ui import words

_KEPT, _TYPED = "page-passwords", "page-password"


def kept(document_id: str) -> str | None:
    """What was typed for this document."""
    password: str | None = st.session_state.get(_KEPT, {}).get(document_id)
    return password


def ask(document_id: str) -> None:
    """Ask for the password; one that was typed before did not open the document, and is forgotten."""
    _ = words.current()
    if st.session_state.get(_KEPT, {}).pop(document_id, None) is not None:
        st.error(_("That password does not open this document: try again."))
    with st.form("page-password-form", clear_on_submit=True, border=False):
        st.text_input(
            _("Password of this document"),
            key=_TYPED,
            type="password",
            autocomplete="off",
            help=_("It is kept until you close or reload this tab, and never stored."),
        )
        st.form_submit_button(_("Open"), type="primary", on_click=_keep, args=(document_id,))


def _keep(document_id: str) -> None:
    if typed := st.session_state.get(_TYPED):
        st.session_state.setdefault(_KEPT, {})[document_id] = typed
