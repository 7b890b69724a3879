"""The review: a person decides which passages the model may read."""

from functools import partial
from typing import Any

import streamlit as st

from selfrag.errors import SelfragError
from selfrag.graph.review import NOTE_CHARS
from selfrag.graph.strategies import STRATEGIES
from selfrag.service import Service
from selfrag.ui import words
from selfrag.ui.inert import inert_line
from selfrag.ui.live import QUICK
from selfrag.ui.passage import draw_passage, place, verdict_color, verdict_word
from selfrag.ui.phrases import told

GROUPS = (
    (words.later("Kept from your last review"), lambda item: item["change"] == "kept"),
    (words.later("Relevant"), lambda item: item["is_rel"] == "relevant"),
    (words.later("Unsure"), lambda item: item["is_rel"] in ("ambiguous", "unknown", None)),
    (words.later("Not relevant"), lambda item: True),
)
FOLDED = "Not relevant"


def draw(service: Service, view: dict[str, Any]) -> None:
    """The card of a waiting review; every change is kept as a draft until it is decided."""
    _ = words.current()
    review = view["review"]
    evidence = view["evidence"]
    _restore(review, evidence)
    with st.container(border=True, key=f"review-{_slug(review['review_id'])}"):
        st.subheader(_("Review the evidence"), anchor=False)
        st.caption(_where_we_are(view))
        save = partial(_save, service, review)
        st.text_input(
            _("Question"),
            key=_key(review, "question"),
            on_change=save,
            help=_("Change the wording to search again with it. The question you asked stays in the history."),
        )
        if evidence:
            _choices(view, review, evidence, save)
        else:
            st.info(_nothing_found(view))
        st.text_input(_("Note for the record"), key=_key(review, "note"), on_change=save, max_chars=NOTE_CHARS)
        _buttons(service, view, edited=_edited(view) is not None)


def _where_we_are(view: dict[str, Any]) -> str:
    _ = words.current()
    review = view["review"]
    used = review["limits"]["rewrites"]
    line = _("Searched for “{query}”", query=inert_line(view["query"]))
    others = [query for query in view["tried"] if query != view["query"]]
    if others:
        before = ", ".join(f"“{inert_line(query)}”" for query in others)
        line += " · " + _("before that: {queries}", queries=before)
    n = len(view["tried"])
    search = _("search {n} of {limit}", n=n, limit=n + used["limit"] - used["used"])
    if review["gone"]:
        search += " · " + _.plural(
            "{n} passage of the last review is gone", "{n} passages of the last review are gone", len(review["gone"])
        )
    return f"{STRATEGIES[view['strategy']].title} · {line} · {search}"


def _nothing_found(view: dict[str, Any]) -> str:
    _ = words.current()
    return _(
        "Nothing was found in the collections searched. Change the question and search again, add documents, or stop."
    )


def _choices(view: dict[str, Any], review: dict[str, Any], evidence: list[dict[str, Any]], save: Any) -> None:
    _ = words.current()
    if not any(item["is_rel"] != "irrelevant" for item in evidence):
        st.warning(_("Nothing relevant was found. You can still answer from what you tick, search again, or stop."))
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        for name, label, choose in (
            ("all", _("All"), lambda item, kept: True),
            ("none", _("None"), lambda item, kept: False),
            ("invert", _("Invert"), lambda item, kept: not kept),
        ):
            st.button(
                label, key=_key(review, name), type="tertiary", on_click=_tick, args=(review, evidence, choose, save)
            )
    left = list(evidence)
    for title, belongs in GROUPS:
        group = [item for item in left if belongs(item)]
        left = [item for item in left if item not in group]
        if not group:
            continue
        heading = f"{_(title)} · {len(group)}"
        folded = title == FOLDED and len(group) < len(evidence)
        with st.expander(heading) if folded else st.container():
            if not folded:
                st.markdown(f"**{heading}**")
            for item in group:
                _choice(view, review, item, save)


def _choice(view: dict[str, Any], review: dict[str, Any], item: dict[str, Any], save: Any) -> None:
    _ = words.current()
    with st.container(border=True):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            key = _tick_key(review, item["passage_id"])
            st.checkbox(place(item), key=key, on_change=save, disabled=not item["exists"])
            st.badge(f"{verdict_word(item['is_rel'])} {item['score']:.2f}", color=verdict_color(item["is_rel"]))
            if item["change"] == "new" and review["attempt"] > 1:
                st.badge(_("new"), color="violet")
            st.caption(told(item["reason"]))
        draw_passage(item, view["asked"])


def _buttons(service: Service, view: dict[str, Any], edited: bool) -> None:
    _ = words.current()
    review = view["review"]
    n = len(_kept(review))
    written = (
        _.plural("Answer this from {n} passage", "Answer this from {n} passages", n)
        if edited
        else _.plural("Write the answer from {n} passage", "Write the answer from {n} passages", n)
    )
    with st.bottom, st.container(horizontal=True, gap="small"):
        for kind, label, primary in (
            ("write", written, not edited),
            ("search", _("Search again"), edited),
            ("reject", _("Stop without an answer"), False),
        ):
            st.button(
                label,
                key=_key(review, kind),
                type="primary" if primary else "secondary",
                disabled=kind == "write" and not n,
                shortcut="Ctrl+Enter" if primary else None,
                on_click=_decide,
                args=(service, view, kind),
            )
        if not n and not edited:
            st.caption(_("Tick at least one passage to write an answer: nothing is written from no evidence."))


def _decide(service: Service, view: dict[str, Any], kind: str) -> None:
    try:
        service.resume(view["thread_id"], _decision(view, kind)).wait(QUICK)
    except SelfragError as error:
        st.toast(told(str(error)), icon=":material/info:")


def _decision(view: dict[str, Any], kind: str) -> dict[str, Any]:
    """The decision as the fields are now: a click may come together with the last edit of one of them."""
    review, state = view["review"], st.session_state
    decision = {"review_id": review["review_id"], "keep": _kept(review), "note": state.get(_key(review, "note"), "")}
    if kind == "reject":
        return decision | {"action": "reject"}
    question = _edited(view)
    if kind == "write" and question is None:
        return decision | {"action": "approve"}
    return (
        decision | {"action": "edit", "search_again": kind == "search"} | ({"question": question} if question else {})
    )


def _edited(view: dict[str, Any]) -> str | None:
    question = str(st.session_state.get(_key(view["review"], "question"), "")).strip()
    return question if question and question != view["asked"] else None


def _kept(review: dict[str, Any]) -> list[str]:
    offered = [item["passage_id"] for item in review["evidence"]]
    return [passage_id for passage_id in offered if st.session_state.get(_tick_key(review, passage_id))]


def _restore(review: dict[str, Any], evidence: list[dict[str, Any]]) -> None:
    draft = review.get("draft") or {}
    kept = draft.get("keep", [item["passage_id"] for item in evidence if item["kept"] and item["exists"]])
    st.session_state.setdefault(_key(review, "question"), draft.get("question", review["asked"]))
    st.session_state.setdefault(_key(review, "note"), draft.get("note", ""))
    for item in evidence:
        ticked = item["passage_id"] in kept and item["exists"]
        st.session_state.setdefault(_tick_key(review, item["passage_id"]), ticked)


def _save(service: Service, review: dict[str, Any]) -> None:
    state = st.session_state
    draft = {
        "keep": _kept(review),
        "question": state[_key(review, "question")],
        "note": state[_key(review, "note")],
    }
    service.save_draft(review["review_id"], draft)


def _tick(review: dict[str, Any], evidence: list[dict[str, Any]], choose: Any, save: Any) -> None:
    for item in evidence:
        key = _tick_key(review, item["passage_id"])
        st.session_state[key] = item["exists"] and choose(item, st.session_state.get(key, False))
    save()


def _key(review: dict[str, Any], name: str) -> str:
    return f"{name}-{_slug(review['review_id'])}"


def _tick_key(review: dict[str, Any], passage_id: str) -> str:
    return f"keep-{_slug(review['review_id'])}-{_slug(passage_id)}"


def _slug(identifier: str) -> str:
    return identifier.replace(".", "-").replace(":", "-")
