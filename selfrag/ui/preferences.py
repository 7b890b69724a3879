"""Choices that last: the interface's language and who reviews."""

from collections.abc import Callable, Mapping

import streamlit as st

from selfrag.service import Service
from selfrag.ui import model_choice, reindexing, web_choice, words
from selfrag.ui.phrases import told

POLICIES = {
    "always": (
        words.later("Always ask me"),
        words.later("Every answer waits until you have ticked what may be read."),
    ),
    "when_unsure": (
        words.later("Ask me when unsure"),
        words.later("You are asked when any passage is graded unsure; otherwise the relevant ones are approved."),
    ),
    "never": (
        words.later("Never ask me"),
        words.later("Relevant passages are approved for you, and the record says so."),
    ),
}

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
    _choice(service, "policy", _("Review of the evidence"), POLICIES, lambda code: _(POLICIES[code][0]))
    st.caption(_(POLICIES[service.preference("policy")][1]) + " " + _("Applies to new threads."))
    model_choice.draw(service)
    web_choice.draw(service)
    reindexing.draw_needed(service)
    st.subheader(_("This desk"), anchor=False)
    info = service.info() | {"web": service.web_provider or web_choice.none()}
    for name, label in FACTS.items():
        st.markdown(f"- {_(label)}: {told(str(info[name]))}")


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
