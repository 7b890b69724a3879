"""The draft of an answer: a person accepts it, changes it, or has it written or searched for again."""

from functools import partial
from typing import Any

import streamlit as st

from selfrag.graph.decision import NOTE_CHARS
from selfrag.graph.draft_review import ANSWER_CHARS
from selfrag.service import Service
from selfrag.ui import words
from selfrag.ui.answer import draft_fields as fields
from selfrag.ui.answer import support_map
from selfrag.ui.history import what_if
from selfrag.ui.inert import cited
from selfrag.ui.review.keys import key, slug
from selfrag.ui.strategy_choice import title


def draw(service: Service, view: dict[str, Any], alone: bool = True) -> None:
    """The card of a waiting draft; every change is kept until it is decided.

    The buttons stand at the bottom of the page, or in the card where it is not `alone`.
    """
    _ = words.current()
    review = view["review"]
    fields.restore(review)
    fields.draws(review)
    save = partial(fields.save, service, review)
    with st.container(border=True, key=f"review-{slug(review['review_id'])}"):
        st.subheader(_("Check the answer before it is final"), anchor=False)
        st.caption(_where_we_are(view))
        _text(service, review)
        _sentences(service, view)
        st.text_input(
            _("Note for the record") if service.quotes else _("Note to the writer"),
            key=key(review, fields.NOTE),
            on_change=save,
            max_chars=NOTE_CHARS,
        )
        if service.quotes:
            st.caption(_("The embedded model only quotes: it follows no note and would write the same again."))
        if "search_again" in review["allowed"]:
            st.text_input(
                _("Other words to search for"),
                key=key(review, fields.QUERY),
                on_change=save,
                max_chars=service.limits.question_chars,
                placeholder=review["query"],
            )
        _buttons(service, view, alone)


def _where_we_are(view: dict[str, Any]) -> str:
    _ = words.current()
    attempt = view["review"]["attempt"]
    facts = [title(view["strategy"]), _("draft {n}", n=attempt) if attempt > 1 else ""]
    return " · ".join(fact for fact in facts if fact)


def _text(service: Service, review: dict[str, Any]) -> None:
    """The draft as prose, or open for changes."""
    _ = words.current()
    editing = fields.is_editing(review)
    if editing:
        st.text_area(
            _("The answer in your words"),
            key=key(review, fields.TEXT),
            height="content",
            max_chars=ANSWER_CHARS,
            on_change=fields.save,
            args=(service, review),
            help=_("What you change is marked as yours. [1] refers to the first passage."),
        )
    else:
        st.markdown(cited(review["answer"], len(review["approved"])))
    st.button(
        _("Back to the draft") if editing else _("Edit the text"),
        key=key(review, "edit"),
        type="tertiary",
        icon=":material/undo:" if editing else ":material/edit:",
        on_click=fields.edit,
        args=(service, review, not editing),
    )


def _sentences(service: Service, view: dict[str, Any]) -> None:
    """What carries each sentence of the draft, and what can be done about it."""
    _ = words.current()
    review = view["review"]
    if not review["sentences"]:
        st.caption(_("The sentences of this answer were not checked against the passages."))
        return
    sentences = _checked(view)
    struck = {} if fields.is_editing(review) else dict.fromkeys(fields.struck(review), _("Will be left out"))
    st.markdown(f"**{support_map.counted(sentences, struck, review['is_use'])}**")
    support_map.SupportMap(service, view, sentences, struck, partial(_controls, service, view)).draw()


def _checked(view: dict[str, Any]) -> list[support_map.Sentence]:
    """The draft's sentences with all that is known of them."""
    known = {sentence["text"]: sentence for sentence in view["reflection"]["sentences"]}
    return [{"reason": "", **known.get(each["text"], {}), **each} for each in view["review"]["sentences"]]


def _controls(service: Service, view: dict[str, Any], n: int, sentence: support_map.Sentence) -> None:
    _ = words.current()
    review = view["review"]
    if fields.is_editing(review):
        return
    st.checkbox(
        _("Strike sentence {n}", n=n + 1),
        key=fields.strike_key(review, n),
        on_change=fields.save,
        args=(service, review),
        width="content",
    )
    if n in fields.struck(review) or not support_map.is_weak(sentence):
        return
    misread = what_if.misread_of(review["approved"], sentence)
    if "search_again" in review["allowed"]:
        st.button(
            _("Search again for sentence {n}", n=n + 1),
            key=f"{key(review, 'search-for')}-{n}",
            type="tertiary",
            on_click=fields.search_for,
            args=(service, view, sentence["text"]),
        )
    if "write_again" in review["allowed"] and what_if.can_go(review["approved"], misread):
        st.button(
            what_if.without(len(misread)),
            key=f"{key(review, 'write-without')}-{n}",
            type="tertiary",
            help=what_if.places(view, misread),
            on_click=fields.write_without,
            args=(service, view, misread),
        )


def _buttons(service: Service, view: dict[str, Any], alone: bool) -> None:
    """The main one is what the fields ask for: words to search for, a note to the writer, or neither.

    Who quotes would only write the same again, and follows no note.
    """
    _ = words.current()
    review = view["review"]
    query, note = fields.typed(review, fields.QUERY), "" if service.quotes else fields.typed(review, fields.NOTE)
    offered = ("accept", *(() if service.quotes else ("write_again",)), "search_again", "reject")
    allowed = [kind for kind in offered if kind in review["allowed"]]
    wished = "search_again" if query else "write_again" if note else "accept"
    main = wished if wished in allowed else "accept"
    labels = {
        "accept": _accept(review),
        "write_again": _("Write again with the note") if note else _("Write again"),
        "search_again": _("Search again"),
        "reject": _("Stop without an answer"),
    }
    nothing_left = not fields.is_editing(review) and 0 < len(review["sentences"]) == len(fields.struck(review))
    with st.bottom if alone else st.container(), st.container(horizontal=True, gap="small"):
        for kind in allowed:
            st.button(
                labels[kind],
                key=key(review, kind),
                type="primary" if kind == main else "secondary",
                disabled=kind == "accept" and nothing_left,
                shortcut="Ctrl+Enter" if kind == main and alone else None,
                on_click=fields.decide,
                args=(service, view, kind),
            )
        if nothing_left:
            st.caption(_("Every sentence is struck: leave one, or stop without an answer."))


def _accept(review: dict[str, Any]) -> str:
    _ = words.current()
    if fields.edited(review) is not None:
        return _("Accept my edited answer")
    if not fields.is_editing(review) and (struck := fields.struck(review)):
        return _.plural("Accept without {n} sentence", "Accept without {n} sentences", len(struck))
    return _("Accept this answer")
