"""One document in the list: its state, what is in it, and what can be done with it."""

from typing import Any

import streamlit as st

from selfrag.service import Service
from selfrag.ui import amounts, words
from selfrag.ui.documents import forms as document_forms
from selfrag.ui.inert import inert_line
from selfrag.ui.phrases import told

CHOSEN = "chosen-documents"
_STATES = {
    "ready": (":green[:material/check_circle:]", words.later("Ready")),
    "partly_ready": (":orange[:material/contrast:]", words.later("Partly ready")),
}
_ACTS = {
    "look": words.later("Look at it"),
    "rename": words.later("Rename"),
    "move": words.later("Move to another collection"),
    "delete": words.later("Delete"),
}


def draw(service: Service, document: dict[str, Any], selecting: bool) -> None:
    """The line, its reasons and its menu; a tick box before it while several are being chosen."""
    _ = words.current()
    own = document["document"]
    with st.container(horizontal=True, vertical_alignment="top", wrap=False):
        if selecting:
            _tick(document)
        st.markdown(told_of(document), width="stretch")
        st.download_button(
            ":material/download:",
            lambda: service.document_file(own).read_bytes(),  # read when it is clicked, not for every line
            file_name=_file_name(document["name"]),
            mime="application/pdf",
            key=f"download-{own}",
            help=_("Download the original"),
            on_click="ignore",
            type="tertiary",
        )
        act = st.menu_button(
            _("More"), list(_ACTS), key=f"menu-{own}", type="tertiary", format_func=lambda act: _(_ACTS[act])
        )
    if act:
        document_forms.open_form(service, act, document)


def told_of(document: dict[str, Any]) -> str:
    """Three lines of markdown: the name; state and figures; why not all of it can be found."""
    _ = words.current()
    mark, state = _STATES[document["status"]]
    unreadable = len(document["unreadable"])
    empty = len(set(document["pages_without_text"]) - set(document["unreadable"]))
    facts = [
        _(state),
        _.plural("{n} page", "{n} pages", document["pages"]),
        _.plural("{n} passage", "{n} passages", document["passages"]),
        _.plural("{n} page without text", "{n} pages without text", empty) if empty else "",
        _.plural("{n} unreadable page", "{n} unreadable pages", unreadable) if unreadable else "",
        _.plural("{n} page by OCR", "{n} pages by OCR", len(document["ocr"])) if document["ocr"] else "",
        amounts.size(document["bytes"]),
        _("added {day}", day=amounts.day(document["created"])),
    ]
    reasons = [f"\\\n:small[:gray[{told(warning)}]]" for warning in document["warnings"]]
    figures = " · ".join(fact for fact in facts if fact)
    return f"**{inert_line(document['name'])}**\\\n:small[{mark} {figures}]" + "".join(reasons)


def _file_name(label: str) -> str:
    """The label may have lost its ending: “plan.pdf (2)”, or what a person typed."""
    return label if label.lower().endswith(".pdf") else f"{label}.pdf"


def chosen() -> set[str]:
    """Ids of the documents that are ticked."""
    ids: set[str] = st.session_state.setdefault(CHOSEN, set())
    return ids


def _tick(document: dict[str, Any]) -> None:
    own = document["document"]
    key = f"choose-{own}"

    def keep() -> None:  # a line that is not drawn forgets its box
        (chosen().add if st.session_state[key] else chosen().discard)(own)

    st.checkbox(
        inert_line(document["name"]),
        own in chosen(),
        key=key,
        label_visibility="collapsed",
        on_change=keep,
    )
