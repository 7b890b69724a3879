"""The review: a person decides which passages the model may read."""

from functools import partial
from typing import Any

import streamlit as st

from selfrag.graph.review import NOTE_CHARS
from selfrag.graph.verdicts import is_bad
from selfrag.service import Service
from selfrag.ui import page_viewer, scores, searched, strips, textless, words
from selfrag.ui import review_fields as fields
from selfrag.ui import review_keys as keys
from selfrag.ui.inert import inert_line
from selfrag.ui.passage import draw_passage, from_the_web, graded, place, recognised, verdict_color
from selfrag.ui.phrases import told
from selfrag.ui.strategy_choice import title

GROUPS = (
    (words.later("Kept from your last review"), lambda item: item["change"] == "kept"),
    (words.later("Relevant"), lambda item: item["is_rel"] == "relevant"),
    (words.later("Correct"), lambda item: item["is_rel"] == "correct"),
    (words.later("Unsure"), lambda item: item["is_rel"] in ("ambiguous", "unknown", None)),
    (words.later("Not relevant"), lambda item: item["is_rel"] == "irrelevant"),
    (words.later("Incorrect"), lambda item: True),
)
FOLDED = ("Not relevant", "Incorrect")


def draw(service: Service, view: dict[str, Any], alone: bool = True) -> None:
    """The card of a waiting review; every change is kept as a draft until it is decided.

    The buttons stand at the bottom of the page, or in the card where it is not `alone`.
    """
    _ = words.current()
    review = view["review"]
    evidence = view["evidence"]
    fields.restore(review, evidence)
    with st.container(border=True, key=f"review-{keys.slug(review['review_id'])}"):
        st.subheader(_("Review the evidence"), anchor=False)
        st.caption(_where_we_are(view))
        save = partial(fields.save, service, review)
        st.text_input(
            _("Question"),
            key=keys.key(review, "question"),
            on_change=save,
            help=_("Change the wording to search again with it. The question you asked stays in the history."),
        )
        searched.draw_failures(view)
        if evidence:
            _choices(service, view)
        else:
            st.info(
                _(
                    "Nothing was found in the collections searched. Change the question and search again, add "
                    "documents, or stop."
                )
            )
            if service.ingest_under_way():
                st.caption(_("Files are still being added: what is in them can be found once they are."))
            textless.draw(view)
        st.text_input(_("Note for the record"), key=keys.key(review, "note"), on_change=save, max_chars=NOTE_CHARS)
        _buttons(service, view, edited=fields.edited(view) is not None, alone=alone)


def _where_we_are(view: dict[str, Any]) -> str:
    _ = words.current()
    review = view["review"]
    gone = review["gone"] and _.plural(
        "{n} passage of the last review is gone", "{n} passages of the last review are gone", len(review["gone"])
    )
    facts = [title(view["strategy"]), searched.where(view), searched.count(view), gone, scores.basis(view)]
    return " · ".join(fact for fact in facts if fact)


def _choices(service: Service, view: dict[str, Any]) -> None:
    _ = words.current()
    review, evidence = view["review"], view["evidence"]
    if all(is_bad(item["is_rel"]) for item in evidence):
        st.warning(_("Nothing relevant was found. You can still answer from what you tick, search again, or stop."))
        textless.draw(view)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        for name, label, choose in (
            ("all", _("All"), lambda ticked: True),
            ("none", _("None"), lambda ticked: False),
            ("invert", _("Invert"), lambda ticked: not ticked),
        ):
            st.button(
                label,
                key=keys.key(review, name),
                type="tertiary",
                on_click=fields.tick,
                args=(service, review, evidence, choose),
            )
    left = list(evidence)
    for name, belongs in GROUPS:
        group = [item for item in left if belongs(item)]
        left = [item for item in left if item not in group]
        if not group:
            continue
        heading = f"{_(name)} · {len(group)}"
        folded = name in FOLDED and len(group) < len(evidence) and not any(item["kept"] for item in group)
        with st.expander(heading) if folded else st.container():
            if not folded:
                st.markdown(f"**{heading}**")
            for item in group:
                _choice(service, view, item)


def _choice(service: Service, view: dict[str, Any], item: dict[str, Any]) -> None:
    review = view["review"]
    with st.container(border=True):
        with st.container(horizontal=True, wrap=False, gap="small"):
            with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                _heading(service, view, item)
            spans = strips.spans(item, strips.chosen(review, item)) if strips.has_strips(item) else None
            page_viewer.offer(service, item, keys.tick_key(review, item["passage_id"]), spans)
        if item["url"]:
            st.caption(inert_line(item["url"]))
        if strips.has_strips(item) and item["exists"]:
            strips.draw(review, item, view["asked"], partial(fields.strip_ticked, service, review))
        else:
            draw_passage(item, view["asked"])


def _heading(service: Service, view: dict[str, Any], item: dict[str, Any]) -> None:
    _ = words.current()
    review = view["review"]
    st.checkbox(
        place(item),
        key=keys.tick_key(review, item["passage_id"]),
        on_change=fields.passage_ticked,
        args=(service, review, item),
        disabled=not item["exists"],
    )
    st.badge(graded(item), color=verdict_color(item["is_rel"]))
    if item["url"]:
        st.badge(from_the_web(), color="blue", icon=":material/public:")
    if item["change"] == "new" and review["attempt"] > 1:
        st.badge(_("new"), color="violet")
    if item["ocr"]:
        recognised()
    st.caption(told(item["reason"]))


def _buttons(service: Service, view: dict[str, Any], edited: bool, alone: bool) -> None:
    _ = words.current()
    review = view["review"]
    n = len(fields.kept(review))
    written = (
        _.plural("Answer this from {n} passage", "Answer this from {n} passages", n)
        if edited
        else _.plural("Write the answer from {n} passage", "Write the answer from {n} passages", n)
    )
    with st.bottom if alone else st.container(), st.container(horizontal=True, gap="small"):
        for kind, label, primary in (
            ("write", written, not edited),
            ("search", _("Search again"), edited),
            ("reject", _("Stop without an answer"), False),
        ):
            st.button(
                label,
                key=keys.key(review, kind),
                type="primary" if primary else "secondary",
                disabled=kind == "write" and not n,
                shortcut="Ctrl+Enter" if primary and alone else None,
                on_click=fields.decide,
                args=(service, view, kind),
            )
        if not n and not edited:
            st.caption(_("Tick at least one passage to write an answer: nothing is written from no evidence."))
