"""The strips of a passage: how they are drawn, and where they are on its page."""

from collections.abc import Callable, Iterable
from typing import Any

import streamlit as st

from selfrag.language.terms import marks
from selfrag.ui import words
from selfrag.ui.inert import inert_line, marked
from selfrag.ui.review.keys import strip_key

INLINE = 2  # so many strips that were left out stand among the others; more are folded
Item = dict[str, Any]
Review = dict[str, Any]


def spans(item: Item, numbers: Iterable[int]) -> list[tuple[int, int]]:
    """Where these strips are in the page's stored text."""
    parts = [item["strips"][n] for n in numbers]
    return [(item["start"] + part["start"], item["start"] + part["end"]) for part in parts]


def read(item: Item, numbers: Iterable[int], question: str) -> str:
    """Markdown of the passage's strips, those that are not read in grey."""
    numbers = set(numbers)
    return "\n\n".join(_shown(item, n, question, read=n in numbers) for n in range(len(item["strips"])))


def draw(review: Review, item: Item, name: str, question: str, changed: Callable[[Item], None]) -> None:
    """A tick for each strip in reading order; what the graders left out is quiet, and folded where there is much.

    The text stands beside its box: what marks up a label would be read aloud as the box's name.
    """
    _ = words.current()
    numbers = range(len(item["strips"]))
    left_out = [n for n in numbers if not item["strips"][n]["kept"]]
    fold = left_out if INLINE < len(left_out) < len(numbers) else []

    def strip(n: int) -> None:
        with st.container(horizontal=True, wrap=False, gap="small"):
            st.checkbox(
                _("Strip {n} of {place}", n=n + 1, place=name),
                key=strip_key(review, item["passage_id"], n),
                label_visibility="collapsed",
                on_change=changed,
                args=(item,),
            )
            st.markdown(_shown(item, n, question, read=item["strips"][n]["kept"]))

    for n in numbers:
        if n not in fold:
            strip(n)
    if fold:
        with st.expander(_.plural("{n} more strip, not of help", "{n} more strips, not of help", len(fold))):
            for n in fold:
                strip(n)


def _shown(item: Item, n: int, question: str, read: bool) -> str:
    strip = item["strips"][n]
    text = " ".join(item["text"][strip["start"] : strip["end"]].split())
    return marked(text, marks(text, question)) if read else f":gray[{inert_line(text)}]"
