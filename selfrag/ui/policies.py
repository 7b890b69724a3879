"""Who reviews the evidence: what each policy means, and what it would have done with what you decided."""

from typing import Any

import streamlit as st

from selfrag.service import Service
from selfrag.service.policy_effects import Effect
from selfrag.ui import words

MEANINGS = {
    "always": (
        words.later("Always ask me"),
        words.later("Every answer waits until you have ticked what may be read."),
    ),
    "when_unsure": (
        words.later("Ask me when unsure"),
        words.later("You are asked when any passage is graded unsure; otherwise the relevant ones are approved."),
    ),
    "never": (
        words.later("Never ask me"),
        words.later("Relevant passages are approved for you, and the record says so."),
    ),
}


def radio(service: Service, chosen: str, **choice: Any) -> None:
    """The choice of a policy with its meaning and its effect under each; `choice` is passed on to the widget."""
    _ = words.current()
    effects = service.policy_effects()
    codes = list(MEANINGS)
    st.radio(
        _("Review of the evidence"),
        codes,
        index=codes.index(chosen) if chosen in codes else None,
        format_func=lambda code: _(MEANINGS[code][0]),
        captions=[f"{_(MEANINGS[code][1])} {told(effects[code]) if code != 'always' else ''}" for code in codes],
        **choice,
    )
    if not effects["always"]["reviews"]:
        st.caption(_("Once you have decided on evidence, this says what each of them would have done."))


def told(effect: Effect) -> str:
    """What a policy would have saved and let through, in one sentence; nothing where nothing was decided yet."""
    _ = words.current()
    if not effect["reviews"]:
        return ""
    return _.plural(
        "It would have saved {saved} of {reviews} reviews and let through {n} passage that was dropped.",
        "It would have saved {saved} of {reviews} reviews and let through {n} passages that were dropped.",
        effect["let_through"],
        saved=effect["saved"],
        reviews=effect["reviews"],
    )
