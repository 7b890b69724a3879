"""The fields of a draft's card in this session, kept after every change, and the decision they make.

Two people who change different fields do not undo each other's changes.
"""

from typing import Any

import streamlit as st

from selfrag.service import Service
from selfrag.ui.review import fields as review_fields
from selfrag.ui.review.draft import Fields, merged
from selfrag.ui.review.keys import key

STRIKE, NOTE, QUERY, TEXT, EDITING = "strike", "note", "query", "text", "editing"
Review = dict[str, Any]
View = dict[str, Any]


def restore(review: Review) -> None:
    """Show the fields as they are stored, with what was changed here since they were read last."""
    stored = _of(review, review["draft"])
    base = _base(review)
    _put(review, stored, merged(base, _now(review), stored) if base else stored)


def save(service: Service, review: Review) -> None:
    """Keep what changed in this session."""
    base, mine = _base(review), _now(review)

    def change(draft: dict[str, Any] | None) -> dict[str, Any]:
        stored = _of(review, draft)
        return _to_draft(merged(base or stored, mine, stored))

    stored = _of(review, service.change_draft(review["review_id"], change))
    _put(review, stored, stored)


def strike_key(review: Review, n: int) -> str:
    """Key of the box that strikes a sentence, counted from 0."""
    return f"{key(review, STRIKE)}-{n}"


def struck(review: Review) -> list[int]:
    """Numbers of the sentences that are struck, from 0."""
    return [n for n in range(len(review["sentences"])) if st.session_state.get(strike_key(review, n))]


def draws(review: Review) -> None:
    """Say whether the boxes of the sentences are about to be drawn; while the text is open there are none."""
    st.session_state[key(review, "boxes")] = not is_editing(review)


def is_editing(review: Review) -> bool:
    """Whether the text is open for changes; then it is taken as it is, and no sentence is struck."""
    return bool(st.session_state.get(key(review, EDITING)))


def edited(review: Review) -> str | None:
    """The text as it was changed; None where it was not, or where nothing is left of it."""
    text = str(st.session_state.get(key(review, TEXT)) or "").strip()
    return text if is_editing(review) and text and text != review["answer"].strip() else None


def typed(review: Review, name: str) -> str:
    """What stands in a one-line field."""
    return " ".join(str(st.session_state.get(key(review, name)) or "").split())


def edit(service: Service, review: Review, editing: bool) -> None:
    """Open the text for changes, or go back to the draft as it was written."""
    st.session_state[key(review, EDITING)] = editing
    st.session_state[key(review, TEXT)] = review["answer"]
    save(service, review)


def decide(service: Service, view: View, kind: str) -> None:
    """Take the decision of a button: `accept`, `write_again`, `search_again` or `reject`.

    The fields are read now: a click may come together with the last edit of one of them.
    """
    review_fields.send(service, view, _decision(view["review"], kind))


def search_for(service: Service, view: View, query: str) -> None:
    """Search for a sentence of the draft."""
    decision = {**_noted(view["review"]), "action": "search_again", "query": query[: service.limits.question_chars]}
    review_fields.send(service, view, decision)


def write_without(service: Service, view: View, passage_ids: list[str]) -> None:
    """Write again from what was approved but for these passages."""
    review = view["review"]
    keep = [passage_id for passage_id in review["approved"] if passage_id not in passage_ids]
    review_fields.send(service, view, {**_noted(review), "action": "write_again", "keep": keep})


def _noted(review: Review) -> dict[str, Any]:
    return {"review_id": review["review_id"], "note": typed(review, NOTE)}


def _decision(review: Review, kind: str) -> dict[str, Any]:
    decision = {**_noted(review), "action": kind}
    if kind == "search_again":
        return {**decision, "query": typed(review, QUERY) or review["query"]}
    if kind != "accept":
        return decision
    if is_editing(review):
        text = edited(review)
        return decision if text is None else {**decision, "action": "edit", "answer": text}
    return {**decision, **({"strike": struck(review)} if struck(review) else {})}


def _of(review: Review, draft: dict[str, Any] | None) -> Fields:
    """The fields of a stored draft; without one, as nobody touched them."""
    draft = draft or {}
    fields: Fields = {(NOTE,): "", (QUERY,): "", (TEXT,): review["answer"], (EDITING,): False}
    fields |= {name: draft[name[0]] for name in fields if name[0] in draft}
    return fields | {(STRIKE, str(n)): n in draft.get(STRIKE, []) for n in range(len(review["sentences"]))}


def _to_draft(fields: Fields) -> dict[str, Any]:
    typed = {name[0]: value for name, value in fields.items() if name[0] != STRIKE}
    return typed | {STRIKE: [int(name[1]) for name, value in fields.items() if name[0] == STRIKE and value]}


def _now(review: Review) -> Fields:
    """As they are in this session; what is not drawn is as it was."""
    return {name: st.session_state.get(_key(review, name), value) for name, value in (_base(review) or {}).items()}


def _put(review: Review, base: Fields, fields: Fields) -> None:
    """Show these fields, and remember `base` as what is stored; a widget that has its value already is left alone.

    Boxes that were not drawn last are told again: a browser learns only what was set in the run that draws them.
    """
    st.session_state[key(review, "fields")] = base
    drawn = st.session_state.get(key(review, "boxes"), False)
    for name, value in fields.items():
        held, anew = _key(review, name), name[0] == STRIKE and not drawn
        if anew or held not in st.session_state or st.session_state[held] != value:
            st.session_state[held] = value


def _base(review: Review) -> Fields | None:
    base: Fields | None = st.session_state.get(key(review, "fields"))
    return base


def _key(review: Review, name: tuple[str, ...]) -> str:
    return strike_key(review, int(name[1])) if name[0] == STRIKE else key(review, name[0])
