"""Two answers sentence beside sentence: what both say, what only one says, and where the support differs."""

from collections.abc import Mapping
from itertools import groupby
from typing import Any

import streamlit as st

from selfrag.service.aligned import Pair, aligned
from selfrag.ui import words
from selfrag.ui.answer.support_map import SUPPORT
from selfrag.ui.inert import inert

COLOURS = ("blue", "violet")


def draw(left: dict[str, Any], right: dict[str, Any], titles: tuple[str, str]) -> None:
    """Nothing where neither has an answer; on a narrow window the two sides of a line stand under each other."""
    _ = words.current()
    pairs = aligned(left, right)
    if not pairs:
        return
    st.subheader(_("Sentence by sentence"), anchor=False)
    st.caption(summary(pairs, titles))
    with st.container(gap="small", key="compare-sentences"):
        for alike, stretch in groupby(pairs, key=_kind):
            if alike == "shared":
                for pair in stretch:
                    _shared(pair)
            else:
                _apart(list(stretch), titles)


def _kind(pair: Pair) -> str:
    """What is drawn together; sentences in other words keep a line of their own, so that they stand side by side."""
    kinds = {"same": "shared", "support": "shared", "words": f"words {id(pair)}"}
    return kinds.get(pair.change, "alone")


def summary(pairs: list[Pair], titles: tuple[str, str]) -> str:
    """How many sentences there are of each kind."""
    _ = words.current()
    count = [pair.change for pair in pairs].count
    parts = [
        (count("same"), _("{n} the same", n=count("same"))),
        (count("support"), _("{n} with another verdict", n=count("support"))),
        (count("words"), _("{n} in other words", n=count("words"))),
        (count("left"), _("{n} only in “{title}”", n=count("left"), title=titles[0])),
        (count("right"), _("{n} only in “{title}”", n=count("right"), title=titles[1])),
    ]
    return " · ".join(said for n, said in parts if n)


def _shared(pair: Pair) -> None:
    """A sentence that both have, once, with both verdicts where they differ."""
    _ = words.current()
    sides = [side for side in (pair.left, pair.right) if side is not None]
    badge = f":gray-badge[{_('in both')}]" if pair.change == "same" else f":orange-badge[{_('other verdict')}]"
    verdicts = dict.fromkeys(map(verdict, sides))
    st.markdown(f"{badge} {inert(sides[0]['text'])} :gray[{' → '.join(verdicts)}]")


def _apart(pairs: list[Pair], titles: tuple[str, str]) -> None:
    """A stretch where the answers part, each side in its column."""
    _ = words.current()
    for n, column in enumerate(st.columns(2)):
        for pair in pairs:
            side = (pair.left, pair.right)[n]
            if side is not None:
                label = titles[n] if pair.change == "words" else _("only in “{title}”", title=titles[n])
                column.markdown(f":{COLOURS[n]}-badge[{label}] {inert(side['text'])} :gray[{verdict(side)}]")


def verdict(sentence: Mapping[str, Any]) -> str:
    """Sign and word of a sentence's support."""
    return words.current()(SUPPORT[sentence["is_sup"]] if sentence["is_sup"] else words.later("not checked"))
