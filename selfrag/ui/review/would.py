"""What each policy would have done with the evidence of a review, beside what a person keeps."""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple, cast

import streamlit as st

from selfrag.graph.policies import would
from selfrag.graph.state import Evidence, Policy
from selfrag.ui import words
from selfrag.ui.policies import MEANINGS

OTHERS: tuple[Policy, ...] = ("when_unsure", "never")


class Effect(NamedTuple):
    """What a policy does: it asks, or approves so many; of those kept here it leaves some out, and reads others."""

    asks: bool
    approves: int = 0
    left_out: int = 0
    let_through: int = 0


def effect(policy: Policy, evidence: Sequence[dict[str, Any]], kept: Collection[str]) -> Effect:
    """Beside the passages that a person keeps now."""
    done = would(policy, cast(Sequence[Evidence], evidence))
    if done.asks:
        return Effect(asks=True)
    return Effect(False, len(done.keep), len({*kept} - {*done.keep}), len({*done.keep} - {*kept}))


def draw(evidence: Sequence[dict[str, Any]], kept: Collection[str]) -> None:
    """One folded line."""
    _ = words.current()
    with st.expander(_("What the policies would have done")):
        for policy in OTHERS:
            st.caption(said(_(MEANINGS[policy][0]), effect(policy, evidence, kept)))


def said(policy: str, done: Effect) -> str:
    """A sentence for a policy of that name."""
    _ = words.current()
    if done.asks:
        return _("“{policy}” would have asked you.", policy=policy)
    if not done.approves:
        return _("“{policy}” would have ended without an answer: nothing was relevant.", policy=policy)
    parts = [
        _.plural(
            "“{policy}” would have approved {n} passage", "“{policy}” would have approved {n} passages", done.approves,
            policy=policy,
        ),
        *([_("left out {n} that you keep", n=done.left_out)] if done.left_out else []),
        *([_("let through {n} that you leave out", n=done.let_through)] if done.let_through else []),
    ]  # fmt: skip
    return " · ".join(parts) + ("" if len(parts) > 1 else " · " + _("the same that you keep"))
