"""A review one passage at a time, one key for each decision."""

from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st

from selfrag.language.terms import marks
from selfrag.service import Service
from selfrag.ui import words
from selfrag.ui.inert import inert_line, marked
from selfrag.ui.review import draft as review_draft
from selfrag.ui.review import fields, strips
from selfrag.ui.review import more as review_more
from selfrag.ui.review import offered as review_passage
from selfrag.ui.review.draft import DECIDED, STRIPS, Fields, has_strips
from selfrag.ui.review.groups import names, ordered
from selfrag.ui.review.keys import key

END = "end"
View = dict[str, Any]
Item = dict[str, Any]


def draw(service: Service, view: View, alone: bool, main: str, beside: Callable[[], None]) -> None:
    """The passage that is looked at; after the last one, what to do next: the button `main`.

    `beside` draws the buttons that stand beside those of a passage. There is no box to tick here, which would swallow
    the keys while it has the focus.
    """
    fields.draws(view, ())
    items, now = _items(view), fields.now(view)
    at = _at(view, items, now)
    _progress(items, now)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        _buttons(service, view, items, at, alone)
        beside()
    if at == END:
        _end(view, items, now, main)
    else:
        _passage(service, view, next(item for item in items if item["passage_id"] == at), now, alone)


def _items(view: View) -> list[Item]:
    return [item for item in ordered(view["evidence"]) if item["exists"]]


def _at(view: View, items: Sequence[Item], now: Fields) -> str:
    """Id of the passage that is looked at, or END; at first the first that nobody decided yet."""
    ids = [item["passage_id"] for item in items]
    chosen = st.session_state.get(key(view["review"], "at"))
    if chosen in (*ids, END):
        return str(chosen)
    return next((each for each in ids if (DECIDED, each) not in now), END)


def _progress(items: Sequence[Item], now: Fields) -> None:
    _ = words.current()
    decided = sum((DECIDED, item["passage_id"]) in now for item in items)
    share = decided / len(items) if items else 1.0
    st.progress(share, text=_("{n} of {total} decided", n=decided, total=len(items)))


def _buttons(service: Service, view: View, items: Sequence[Item], at: str, alone: bool) -> None:
    """They stand above the text, so that they stay where they are however long it is."""
    _ = words.current()
    ids = [*(item["passage_id"] for item in items), END]
    number, ended = ids.index(at), at == END
    item = None if ended else items[number]
    for name, label, icon, shortcut, there, act, given in (
        ("one-keep", _("Keep"), "check", "k", not ended, _decide, (service, view, item, True)),
        ("one-drop", _("Drop"), "close", "d", not ended, _decide, (service, view, item, False)),
        ("one-back", _("Back"), "arrow_back", "ArrowLeft", number > 0, _go, (view, ids[max(0, number - 1)])),
        ("one-next", _("Next"), "arrow_forward", "ArrowRight", not ended, _go, (view, (*ids, END)[number + 1])),
    ):
        st.button(
            label,
            key=key(view["review"], name),
            icon=f":material/{icon}:",
            disabled=not there,
            shortcut=shortcut if alone else None,
            on_click=act,
            args=given,
        )


def _decide(service: Service, view: View, item: Item, keep: bool) -> None:
    """Keep or drop a passage and look at the next one."""

    def decide(now: Fields) -> None:
        review_draft.set_tick(now, item, keep)
        now[DECIDED, item["passage_id"]] = True

    st.session_state[key(view["review"], "at")] = item["passage_id"]  # where undoing this leads back to
    fields.change(service, view, decide)
    ids = [*(each["passage_id"] for each in _items(view)), END]
    _go(view, ids[ids.index(item["passage_id"]) + 1])


def _go(view: View, at: str) -> None:
    st.session_state[key(view["review"], "at")] = at


def _passage(service: Service, view: View, item: Item, now: Fields, alone: bool) -> None:
    _ = words.current()
    kept = item["passage_id"] in review_draft.kept(now, [item])
    with st.container(border=True, key=key(view["review"], "shown")):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(f"#### {names(view['evidence'])[item['passage_id']]}", width="content")
            review_passage.badges(view, item)
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            by_you = (DECIDED, item["passage_id"]) in now
            st.markdown(_state(kept, by_you), width="content")
            review_passage.offer_page(service, view, item)
            review_passage.offer_around(service, view, item, "t" if alone else None)
            review_more.offer_like(service, view, item)
        if item["url"]:
            st.caption(inert_line(item["url"]))
        before, after = review_passage.around(service, view, item)
        review_passage.quiet(before, "before")
        if has_strips(item):
            st.markdown(strips.read(item, now[STRIPS, item["passage_id"]], view["asked"]))
        else:
            st.markdown(marked(item["text"], marks(item["text"], view["asked"])))
        review_passage.quiet(after, "after")
        review_passage.found_around_and_like(service, view, item)


def _state(kept: bool, by_you: bool) -> str:
    _ = words.current()
    if by_you:
        return _("**You keep it.**") if kept else _("**You leave it out.**")
    return _("Kept, as it was graded.") if kept else _("Left out, as it was graded.")


def _end(view: View, items: Sequence[Item], now: Fields, main: str) -> None:
    _ = words.current()
    kept = len(review_draft.kept(now, items))
    undecided = [item["passage_id"] for item in items if (DECIDED, item["passage_id"]) not in now]
    said = _("That was the last passage: {kept} kept, {dropped} left out.", kept=kept, dropped=len(items) - kept)
    st.info(f"{said} " + _("Go on with “{button}”.", button=main), icon=":material/flag:")
    if undecided:
        n = len(undecided)
        st.button(
            _.plural("See the one you have not decided", "See the {n} you have not decided", n),
            key=key(view["review"], "undecided"),
            type="tertiary",
            on_click=_go,
            args=(view, undecided[0]),
        )
