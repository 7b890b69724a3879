"""The fields of a review card in this session: what was ticked and typed, kept as a draft after every change.

They are kept beside the widgets, which forget what they do not draw. `view` is a question whose review waits.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import streamlit as st

from selfrag.errors import ReviewAnswered, ReviewOutdated, SelfragError
from selfrag.service import Service
from selfrag.ui import people
from selfrag.ui.live import QUICK
from selfrag.ui.phrases import told
from selfrag.ui.review import draft as review_draft
from selfrag.ui.review import too_late
from selfrag.ui.review.draft import DECIDED, KEEP, NOTE, QUESTION, STRIPS, TYPED, Fields, has_strips
from selfrag.ui.review.keys import key, strip_key, tick_key

UNDOABLE = 100  # changes that can be undone
View = dict[str, Any]
Item = dict[str, Any]


class _Known(NamedTuple):
    """The fields as this session saw them last in the store, and as they are here."""

    base: Fields
    mine: Fields


class _Change(NamedTuple):
    """What undoing a change sets, None for a field that was not there, and the passage that was looked at."""

    before: dict[tuple[str, ...], Any]
    at: str | None


def send(service: Service, view: View, decision: dict[str, Any]) -> None:
    """Answer the review; one that was answered before says by whom and how, and nothing changes."""
    try:
        run = service.resume(view["thread_id"], decision, people.current(service))
    except SelfragError as error:
        if isinstance(error, ReviewAnswered | ReviewOutdated):
            too_late.keep(view, error)
        st.toast(told(str(error)), icon=":material/info:", duration="long")
    else:
        too_late.in_time(view)
        run.wait(QUICK)


def restore(view: View) -> None:
    """Before anything is drawn: fill the fields from the draft, with what another tab or person changed meanwhile."""
    stored = _of(view, view["review"].get("draft"))
    known = _known(view)
    _put(view, _Known(stored, stored if known is None else review_draft.merged(known.base, now(view), stored)))


def now(view: View) -> Fields:
    """The fields as they are: a click may come together with the last edit of one of them."""
    known = _known(view)
    fields, state = dict(known.mine if known else _of(view, view["review"].get("draft"))), st.session_state
    for name in TYPED:
        fields[name] = state.get(key(view["review"], name[0]), fields[name])
    for item in _drawn(view):
        passage_id = item["passage_id"]
        fields[KEEP, passage_id] = state.get(tick_key(view["review"], passage_id), fields[KEEP, passage_id])
        if has_strips(item):
            fields[STRIPS, passage_id] = _strips(view, item, fields[STRIPS, passage_id])
    return fields


def draws(view: View, passage_ids: Sequence[str]) -> None:
    """Say whose boxes are about to be drawn. A browser may go on sending what it knew of others, which is no click."""
    st.session_state[key(view["review"], "drawn")] = frozenset(passage_ids)


def change(service: Service, view: View, edit: Callable[[Fields], None]) -> None:
    """Change the fields, in a callback; what this changes can be undone, with what a widget changed before it."""
    known, fields = _known(view), now(view)
    edit(fields)
    before = known.mine if known else {}
    names = dict.fromkeys([*before, *fields])
    undo = {name: before.get(name) for name in names if before.get(name) != fields.get(name) and name not in TYPED}
    if undo:
        _undos(view).append(_Change(undo, st.session_state.get(key(view["review"], "at"))))
        del _undos(view)[:-UNDOABLE]
    _save(service, view, fields)


def save(service: Service, view: View) -> None:
    """Keep what was typed."""
    _save(service, view, now(view))


def undo(service: Service, view: View) -> None:
    """Take the last change back, and look at what was looked at then."""
    if not _undos(view):
        return
    last = _undos(view).pop()
    fields = {**now(view), **last.before}
    st.session_state[key(view["review"], "at")] = last.at
    _save(service, view, {name: value for name, value in fields.items() if value is not None})


def undoable(view: View) -> int:
    """How many changes can be undone."""
    return len(_undos(view))


def passage_ticked(service: Service, view: View, item: Item) -> None:
    """After a click on a passage's box."""
    if item not in _drawn(view):
        return

    def follow(fields: Fields) -> None:
        review_draft.set_tick(fields, item, fields[KEEP, item["passage_id"]])
        fields[DECIDED, item["passage_id"]] = True

    change(service, view, follow)


def strip_ticked(service: Service, view: View, item: Item) -> None:
    """After a click on the box of one of its strips: a passage is ticked as long as one of them is."""
    if item not in _drawn(view):
        return

    def follow(fields: Fields) -> None:
        fields[KEEP, item["passage_id"]] = bool(fields[STRIPS, item["passage_id"]])
        fields[DECIDED, item["passage_id"]] = True

    change(service, view, follow)


def edited(view: View) -> str | None:
    """The question as it was reworded, or None."""
    question = str(now(view)[QUESTION]).strip()
    return question if question and question != view["asked"] else None


def _of(view: View, draft: dict[str, Any] | None) -> Fields:
    return review_draft.of_draft(draft, view["review"]["asked"], view["evidence"])


def _save(service: Service, view: View, mine: Fields) -> None:
    """Keep the fields as a draft, and take over what another changed in it."""
    known, evidence = _known(view), view["evidence"]

    def change(draft: dict[str, Any] | None) -> dict[str, Any]:
        stored = _of(view, draft)
        return review_draft.to_draft(review_draft.merged(known.base if known else stored, mine, stored), evidence)

    stored = _of(view, service.change_draft(view["review"]["review_id"], change))
    _put(view, _Known(stored, stored))


def _put(view: View, known: _Known) -> None:
    """Show these fields; a widget that has its value already is left alone.

    A box that was not drawn last is told again: a browser learns only what was set in the run that draws it.
    """
    review = view["review"]
    st.session_state[_name(view)] = known
    values: dict[str, Any] = {key(review, NOTE[0]): known.mine[NOTE], key(review, QUESTION[0]): known.mine[QUESTION]}
    anew: set[str] = set()
    drawn = _drawn(view)
    for item in view["evidence"]:
        passage_id = item["passage_id"]
        boxes = {tick_key(review, passage_id): known.mine[KEEP, passage_id]}
        if has_strips(item):
            chosen = known.mine[STRIPS, passage_id]
            boxes |= {strip_key(review, passage_id, n): n in chosen for n in range(len(item["strips"]))}
        values |= boxes
        anew |= set() if item in drawn else {*boxes}
    for name, value in values.items():
        if name in anew or name not in st.session_state or st.session_state[name] != value:
            st.session_state[name] = value


def _strips(view: View, item: Item, known: tuple[int, ...]) -> tuple[int, ...]:
    names = [strip_key(view["review"], item["passage_id"], n) for n in range(len(item["strips"]))]
    return tuple(n for n, name in enumerate(names) if st.session_state.get(name, n in known))


def _drawn(view: View) -> list[Item]:
    drawn = st.session_state.get(key(view["review"], "drawn"), ())
    return [item for item in view["evidence"] if item["passage_id"] in drawn]


def _known(view: View) -> _Known | None:
    known: _Known | None = st.session_state.get(_name(view))
    return known


def _undos(view: View) -> list[_Change]:
    undos: list[_Change] = st.session_state.setdefault(key(view["review"], "undos"), [])
    return undos


def _name(view: View) -> str:
    return key(view["review"], "fields")
