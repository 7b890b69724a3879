"""A fold of an answer. Those of older questions are filled once they are opened, so that long threads stay quick."""

from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st


@contextmanager
def fold(title: str, key: str, lazy: bool) -> Iterator[bool]:
    """A fold, closed at first, and whether to fill it now."""
    folded = st.expander(title, key=key, on_change="rerun" if lazy else "ignore")
    with folded:
        yield not lazy or bool(folded.open)
