"""The strips of a passage: which of them are ticked, and how they are drawn."""

from collections.abc import Callable, Iterable
from typing import Any

import streamlit as st

from selfrag.language.terms import marks
from selfrag.ui import words
from selfrag.ui.inert import inert_line, marked
from selfrag.ui.passage import place
from selfrag.ui.review_keys import strip_key, tick_key

INLINE = 2  # so many strips that were left out stand among the others; more are folded
Item = dict[str, Any]
Review = dict[str, Any]


def has_strips(item: Item) -> bool:
    """Whether there is anything to choose within the passage; one strip is the passage itself."""
    return len(item.get("strips") or []) > 1


def chosen(review: Review, item: Item) -> list[int]:
    """Numbers of the ticked strips."""
    return [n for n in range(len(item["strips"])) if st.session_state.get(strip_key(review, item["passage_id"], n))]


def spans(item: Item, numbers: Iterable[int]) -> list[tuple[int, int]]:
    """Where these strips are in the page's stored text."""
    parts = [item["strips"][n] for n in numbers]
    return [(item["start"] + part["start"], item["start"] + part["end"]) for part in parts]


def restore(review: Review, item: Item, draft: dict[str, list[int]]) -> None:
    """Fill the ticks, once a session, from the draft or from what the graders said."""
    graded = [n for n, strip in enumerate(item["strips"]) if strip["kept"]]
    ticked = draft.get(item["passage_id"], graded)
    for n in range(len(item["strips"])):
        st.session_state.setdefault(strip_key(review, item["passage_id"], n), n in ticked)


def follow_passage(review: Review, item: Item) -> None:
    """A passage that was ticked without any strip is read whole."""
    if has_strips(item) and st.session_state.get(tick_key(review, item["passage_id"])) and not chosen(review, item):
        for n in range(len(item["strips"])):
            st.session_state[strip_key(review, item["passage_id"], n)] = True


def follow_strips(review: Review, item: Item) -> None:
    """A passage is ticked as long as one of its strips is."""
    st.session_state[tick_key(review, item["passage_id"])] = bool(chosen(review, item))


def draw(review: Review, item: Item, question: str, changed: Callable[[Item], None]) -> None:
    """A tick for each strip in reading order; what the graders left out is quiet, and folded where there is much."""
    _ = words.current()
    numbers = range(len(item["strips"]))
    left_out = [n for n in numbers if not item["strips"][n]["kept"]]
    fold = left_out if INLINE < len(left_out) < len(numbers) else []
    for n in numbers:
        if n not in fold:
            _strip(review, item, n, question, changed)
    if fold:
        with st.expander(_.plural("{n} more strip, not of help", "{n} more strips, not of help", len(fold))):
            for n in fold:
                _strip(review, item, n, question, changed)


def _strip(review: Review, item: Item, n: int, question: str, changed: Callable[[Item], None]) -> None:
    """The text stands beside its box: what marks up a label would be read aloud as the box's name."""
    strip = item["strips"][n]
    text = " ".join(item["text"][strip["start"] : strip["end"]].split())
    with st.container(horizontal=True, wrap=False, gap="small"):
        st.checkbox(
            words.current()("Strip {n} of {place}", n=n + 1, place=place(item)),
            key=strip_key(review, item["passage_id"], n),
            label_visibility="collapsed",
            on_change=changed,
            args=(item,),
        )
        st.markdown(marked(text, marks(text, question)) if strip["kept"] else f":gray[{inert_line(text)}]")
