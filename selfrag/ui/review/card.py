"""The review: a person decides which passages the model may read."""

from typing import Any

import streamlit as st

from selfrag.graph.decision import NOTE_CHARS
from selfrag.graph.verdicts import is_bad
from selfrag.service import Service
from selfrag.ui import scores, searched, textless, words
from selfrag.ui.review import changes as review_changes
from selfrag.ui.review import decision as review_decision
from selfrag.ui.review import draft as review_draft
from selfrag.ui.review import fields, would
from selfrag.ui.review import listed as review_list
from selfrag.ui.review import more as review_more
from selfrag.ui.review import one_by_one as review_one
from selfrag.ui.review.keys import key, slug
from selfrag.ui.strategy_choice import title

LOOK = "review-look"
LOOKS = {"list": words.later("List"), "one": words.later("One by one")}
View = dict[str, Any]


def draw(service: Service, view: View, alone: bool = True) -> None:
    """The card of a waiting review; every change is kept as a draft until it is decided.

    The buttons stand at the bottom of the page, or in the card where it is not `alone`; then no key is bound to them.
    """
    _ = words.current()
    review, evidence = view["review"], view["evidence"]
    fields.restore(view)
    now = fields.now(view)
    kept = review_draft.kept(now, evidence)
    n = len(kept) + len(review_decision.added(service, now))
    with st.container(border=True, key=f"review-{slug(review['review_id'])}"):
        st.subheader(_("Review the evidence"), anchor=False)
        one = bool(evidence) and _chosen(view, alone) == "one"
        if one:  # the passage stands as high as it can: whoever decides by keys looks at nothing else
            main = review_decision.write_label(view, n)
            review_one.draw(service, view, alone, main, lambda: _look(service, view, alone))
        _facts(service, view)
        if not evidence:
            _nothing(service, view)
        elif not one:
            with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                _look(service, view, alone)
                review_list.draw_ticks(service, view)
            review_list.draw(service, view)
        review_more.draw_added(service, view)
        review_more.draw_search(service, view)
        if evidence:
            would.draw(evidence, kept)
        st.text_input(
            _("Note for the record"),
            key=key(review, "note"),
            on_change=fields.save,
            args=(service, view),
            max_chars=NOTE_CHARS,
        )
        _buttons(service, view, n, alone)


def _facts(service: Service, view: View) -> None:
    """What was searched, what changed and what is used up; the question, which may be reworded."""
    _ = words.current()
    st.caption(f"{_where_we_are(view)} · {review_changes.attempts(view)}")
    review_changes.draw(service, view)
    st.text_input(
        _("Question"),
        key=key(view["review"], "question"),
        on_change=fields.save,
        args=(service, view),
        help=_("Change the wording to search again with it. The question you asked stays in the history."),
    )
    searched.draw_failures(view)
    if view["evidence"] and all(is_bad(item["is_rel"]) for item in view["evidence"]):
        st.warning(_("Nothing relevant was found. You can still answer from what you tick, search again, or stop."))
        textless.draw(view)


def _where_we_are(view: View) -> str:
    facts = [title(view["strategy"]), searched.where(view), searched.count(view), scores.basis(view)]
    return " · ".join(fact for fact in facts if fact)


def _nothing(service: Service, view: View) -> None:
    _ = words.current()
    st.info(
        _(
            "Nothing was found in the collections searched. Change the question and search again, add "
            "documents, or stop."
        )
    )
    if service.ingest_under_way():
        st.caption(_("Files are still being added: what is in them can be found once they are."))
    textless.draw(view)


def _chosen(view: View, alone: bool) -> str:
    """List or one by one, as chosen in this session; each of two cards on a page has its own choice."""
    return str(st.session_state.setdefault(_choice(view, alone), "list"))


def _choice(view: View, alone: bool) -> str:
    return LOOK if alone else key(view["review"], LOOK)


def _look(service: Service, view: View, alone: bool) -> None:
    """The way back from the last change, and the way to the other look."""
    _ = words.current()
    review = view["review"]
    other = "one" if _chosen(view, alone) == "list" else "list"
    st.button(
        _("Undo"),
        key=key(review, "undo"),
        type="tertiary",
        icon=":material/undo:",
        disabled=not fields.undoable(view),
        shortcut="u" if alone else None,
        on_click=fields.undo,
        args=(service, view),
    )
    st.button(
        _(LOOKS[other]),
        key=key(review, "switch"),
        type="tertiary",
        help=_("Between the list and one passage at a time"),
        shortcut="o" if alone else None,
        on_click=st.session_state.update,
        args=({_choice(view, alone): other},),
    )


def _buttons(service: Service, view: View, n: int, alone: bool) -> None:
    _ = words.current()
    review, edited = view["review"], fields.edited(view) is not None
    with st.bottom if alone else st.container(), st.container(horizontal=True, gap="small"):
        for kind, label, primary in (
            ("write", review_decision.write_label(view, n), not edited),
            ("search", _("Search again"), edited),
            ("reject", _("Stop without an answer"), False),
        ):
            st.button(
                label,
                key=key(review, kind),
                type="primary" if primary else "secondary",
                disabled=kind == "write" and not n,
                shortcut="Ctrl+Enter" if primary and alone else None,
                on_click=review_decision.decide,
                args=(service, view, kind),
            )
        if not n and not edited:
            st.caption(_("Tick at least one passage to write an answer: nothing is written from no evidence."))
