"""What a person can do about a sentence of a final answer: strike it, take that back, try again in a copy."""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from selfrag.errors import SelfragError
from selfrag.service import Service
from selfrag.ui import amounts, people, words
from selfrag.ui.answer.support_map import Controls, Sentence, is_weak
from selfrag.ui.history import what_if
from selfrag.ui.inert import inert_line
from selfrag.ui.phrases import told


def struck_lines(view: dict[str, Any]) -> dict[int, str]:
    """For each struck sentence, by number from 0, who struck it and when."""
    _ = words.current()
    lines = {}
    for mark in view["struck"]:
        day = amounts.day(mark["at"])
        named = _("Struck by {name}, {day}", name=inert_line(mark["who"]), day=day)
        lines[mark["sentence"]] = named if mark["who"] else _("Struck, {day}", day=day)
    return lines


def controls(service: Service, view: dict[str, Any], struck: Mapping[int, str]) -> Controls:
    """Draws the buttons of a sentence."""

    def draw(n: int, sentence: Sentence) -> None:
        _ = words.current()
        is_struck = n in struck
        st.button(
            _("Put sentence {n} back", n=n + 1) if is_struck else _("Strike sentence {n}", n=n + 1),
            key=f"strike-{view['question_id']}-{n}",
            type="tertiary",
            icon=":material/undo:" if is_struck else ":material/format_strikethrough:",
            help=None if is_struck else _("Take the sentence out of the answer"),
            on_click=_strike,
            args=(service, view, n, not is_struck),
        )
        if not is_struck and is_weak(sentence):
            what_if.offer(service, view, n, sentence)

    return draw


def _strike(service: Service, view: dict[str, Any], n: int, struck: bool) -> None:
    try:
        service.strike(view["thread_id"], view["question_id"], n, struck, people.current(service))
    except SelfragError as error:
        st.toast(told(str(error)))
