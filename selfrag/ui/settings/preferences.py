"""Choices that last: the interface's language, who reviews, and who is at this desk."""

from collections.abc import Callable, Mapping

import streamlit as st

from selfrag.language.plain import plain
from selfrag.service import Service
from selfrag.ui import policies, words
from selfrag.ui.documents import reindexing
from selfrag.ui.phrases import told
from selfrag.ui.settings import model_choice, web_choice

NAMES_CHARS = 1000

FACTS = {
    "data_dir": words.later("Data folder"),
    "answers_with": words.later("Answers come from"),
    "searches_with": words.later("Search model"),
    "web": words.later("Web search"),
    "ocr": words.later("Text in scans"),
    "collections": words.later("Collections"),
    "documents": words.later("Documents"),
    "passages": words.later("Passages"),
    "threads": words.later("Questions"),
    "waiting": words.later("Waiting for you"),
}


def draw(service: Service) -> None:
    """Draw the choices and the facts."""
    _ = words.current()
    languages = {"auto": _("As the browser"), **words.LANGUAGES}
    _choice(service, "language", _("Language"), languages, lambda code: languages[code])
    _reviews(service)
    _people(service)
    model_choice.draw(service)
    web_choice.draw(service)
    reindexing.draw_needed(service)
    st.subheader(_("This desk"), anchor=False)
    info = service.info() | {"web": service.web_provider or web_choice.none()}
    for name, label in FACTS.items():
        st.markdown(f"- {_(label)}: {told(str(info[name]))}")


def _reviews(service: Service) -> None:
    _ = words.current()
    policies.radio(
        service,
        service.preference("policy"),
        key="preference-policy",
        on_change=lambda: service.prefer("policy", st.session_state["preference-policy"]),
    )
    st.toggle(
        _("Ask me before an answer is final"),
        service.preference("draft_review") == "on",
        key="preference-draft",
        on_change=lambda: service.prefer("draft_review", "on" if st.session_state["preference-draft"] else "off"),
        help=_("The written answer waits for you: accept it, change it, or have it written again."),
    )
    st.caption(_("Both apply to new threads; a thread's own menu changes them for that thread."))


def _people(service: Service) -> None:
    _ = words.current()
    st.text_area(
        _("People at this desk"),
        "\n".join(service.people()),
        key="preference-people",
        max_chars=NAMES_CHARS,
        placeholder=_("One name on each line"),
        on_change=lambda: service.prefer("people", plain(st.session_state["preference-people"])),
    )
    st.caption(
        _("Reviews can be given to these names, and decisions and comments are kept with them. They are no passwords.")
    )


def _choice(service: Service, name: str, label: str, options: Mapping[str, object], show: Callable[[str], str]) -> None:
    key = f"preference-{name}"
    codes = list(options)
    st.radio(
        label,
        codes,
        index=codes.index(service.preference(name)),
        key=key,
        format_func=show,
        on_change=lambda: service.prefer(name, st.session_state[key]),
    )
