"""What is to be said of an answer before it is read: where it comes from, how far it holds, what was changed."""

from typing import Any

import streamlit as st

from selfrag.graph.routes import NOT_USEFUL
from selfrag.service import Service
from selfrag.ui import words
from selfrag.ui.answer import changes
from selfrag.ui.answer.support_map import is_supported
from selfrag.ui.inert import inert_line


def draw(service: Service, view: dict[str, Any]) -> None:
    """The badges, or a sentence on why there is no answer."""
    with st.container(horizontal=True, gap="small"):
        _from_outside(view, service.quotes)
        _label(view, service.quotes)
        changes.draw(service, view)


def _label(view: dict[str, Any], quoted: bool) -> None:
    _ = words.current()
    match view["outcome"]:
        case "answered_directly":
            st.badge(_("Not from your documents"), color="gray", icon=":material/info:")
        case "partly_supported":
            _partly(view)
        case "rejected":
            st.info(_("You stopped this question. Nothing was written."))
        case "no_evidence":
            _nothing(view)
        case "answered" if (view["reflection"]["is_use"] or 5) <= NOT_USEFUL:
            st.badge(_("Supported, but hardly answers the question"), color="orange", icon=":material/warning:")
        case "answered":
            _answered(view, quoted)


def _answered(view: dict[str, Any], quoted: bool) -> None:
    """What was graded is said to be supported, and nothing else."""
    _ = words.current()
    sentences = view["reflection"]["sentences"]
    quotation = not sentences or not all(sentence.get("by") for sentence in sentences)
    if quoted and quotation and not all(citation.get("url") for citation in view["citations"]):
        st.badge(_("Quoted from your documents"), color="green", icon=":material/format_quote:")
    if not sentences:
        st.badge(_("Not checked against the passages"), color="gray", icon=":material/info:")
    elif not quoted and not any(sentence.get("by") for sentence in sentences):
        st.badge(_("Every sentence supported"), color="green", icon=":material/check:")


def _partly(view: dict[str, Any]) -> None:
    """What a person struck counts no more; the rest may well be supported."""
    _ = words.current()
    struck = {mark["sentence"] for mark in view["struck"]}
    left = [each for n, each in enumerate(view["reflection"]["sentences"]) if n not in struck]
    verdicts = {sentence["is_sup"] for sentence in left}
    if struck and left and all(map(is_supported, left)):
        st.badge(_("What is left is supported"), color="green", icon=":material/check:")
        return
    if verdicts <= {"unknown"}:
        said = _("Support could not be checked")
    else:
        said = _("Partly supported") if verdicts & {"fully", "partially"} else _("Not supported by the passages")
    st.badge(said, color="orange", icon=":material/warning:")


def _from_outside(view: dict[str, Any], quoted: bool) -> None:
    _ = words.current()
    if any(citation.get("url") for citation in view["citations"]):
        said = _("Quoted from the web") if quoted else _("Rests on the web")
        st.badge(said, color="blue", icon=":material/public:")


def _nothing(view: dict[str, Any]) -> None:
    _ = words.current()
    if view["gone"]:
        st.warning(_("The approved passages are gone: their documents were deleted. Ask again to search what is left."))
        return
    tried = ", ".join(f"“{inert_line(query)}”" for query in view["tried"])
    if view["counters"]["web"]:
        said = _(
            "Nothing in your documents or on the web answers this. Searched for: {queries}. "
            "Ask in other words, or add the document that knows.",
            queries=tried,
        )
    else:
        said = _(
            "Nothing in your documents answers this. Searched for: {queries}. "
            "Ask in other words, or add the document that knows.",
            queries=tried,
        )
    st.warning(said)
