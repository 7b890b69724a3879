"""The consent: a person decides whether a query leaves for the web, and with which words."""

from functools import partial
from typing import Any

import streamlit as st

from selfrag.graph.consent import QUERY_CHARS
from selfrag.graph.decision import NOTE_CHARS
from selfrag.service import Service
from selfrag.ui import scores, searched, words
from selfrag.ui.inert import inert_line
from selfrag.ui.passage import draw_passage, graded, place, recognised, verdict_color
from selfrag.ui.review import fields
from selfrag.ui.review.keys import key, slug
from selfrag.ui.strategy_choice import title
from selfrag.ui.viewer import viewer as page_viewer


def draw(service: Service, view: dict[str, Any], alone: bool = True) -> None:
    """The card of a waiting consent; what is typed is kept as a draft until it is decided.

    The buttons stand at the bottom of the page, or in the card where it is not `alone`.
    """
    _ = words.current()
    review = view["review"]
    _restore(review)
    with st.container(border=True, key=f"review-{slug(review['review_id'])}"):
        st.subheader(_("Send a query to the web?"), anchor=False)
        st.caption(" · ".join([title(view["strategy"]), *([searched.where(view)] if view["searched"] else [])]))
        st.markdown(_why(review))
        searched.draw_failures(view)
        save = partial(_save, service, review)
        st.text_area(
            _("What leaves, word for word"),
            key=key(review, "query"),
            height="content",
            max_chars=QUERY_CHARS,
            on_change=save,
        )
        if len(review["asked"]) > QUERY_CHARS:
            st.caption(_("The question is longer than a query may be; what stands here is its beginning."))
        st.markdown(
            _("It goes to **{provider}**. Nothing else leaves: no passage, no history.", provider=_provider(review))
        )
        st.text_input(_("Note for the record"), key=key(review, "note"), on_change=save, max_chars=NOTE_CHARS)
        _found_so_far(service, view)
        _buttons(service, view, alone)


def _why(review: dict[str, Any]) -> str:
    _ = words.current()
    if review["why"] == "nothing_found":
        return _("Nothing that was found in your documents seems to answer the question, so the web could be asked.")
    return _("The web is one of the sources for this question.")


def _provider(review: dict[str, Any]) -> str:
    return inert_line(review["provider"])


def _found_so_far(service: Service, view: dict[str, Any]) -> None:
    _ = words.current()
    evidence = view["evidence"]
    if not evidence:
        return
    title = _.plural("{n} passage found so far", "{n} passages found so far", len(evidence))
    with st.expander(title):
        for item in evidence:
            with st.container(border=True):
                with st.container(horizontal=True, wrap=False, gap="small"):
                    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                        st.markdown(place(item), width="content")
                        st.badge(graded(item), color=verdict_color(item["is_rel"]))
                        if item["ocr"]:
                            recognised()
                    page_viewer.offer(service, item, key(view["review"], slug(item["passage_id"])))
                draw_passage(item, view["asked"])
        st.caption(scores.basis(view))


def _buttons(service: Service, view: dict[str, Any], alone: bool) -> None:
    _ = words.current()
    review = view["review"]
    empty = not _query(review)
    with st.bottom if alone else st.container(), st.container(horizontal=True, gap="small"):
        for action, label, primary in (
            ("allow", _("Send this query"), True),
            ("skip", _("Go on without the web"), False),
            ("never", _("Never in this thread"), False),
        ):
            st.button(
                label,
                key=key(review, action),
                type="primary" if primary else "secondary",
                disabled=primary and empty,
                shortcut="Ctrl+Enter" if primary and alone else None,
                on_click=_decide,
                args=(service, view, action),
            )
        if empty:
            st.caption(_("Type what to search the web for, or go on without it."))


def _decide(service: Service, view: dict[str, Any], action: str) -> None:
    review = view["review"]
    decision = {"review_id": review["review_id"], "action": action, "note": _note(review)}
    fields.send(service, view, decision | ({"query": _query(review)} if action == "allow" else {}))


def _restore(review: dict[str, Any]) -> None:
    draft = review.get("draft") or {}
    st.session_state.setdefault(key(review, "query"), draft.get("query", review["query"]))
    st.session_state.setdefault(key(review, "note"), draft.get("note", ""))


def _save(service: Service, review: dict[str, Any]) -> None:
    service.save_draft(review["review_id"], {"query": st.session_state[key(review, "query")], "note": _note(review)})


def _query(review: dict[str, Any]) -> str:
    """One line: a provider would read the end of a line as a space."""
    return " ".join(str(st.session_state.get(key(review, "query")) or "").split())


def _note(review: dict[str, Any]) -> str:
    return str(st.session_state.get(key(review, "note")) or "")
