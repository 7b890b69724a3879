"""Below the picture: each node with what its visits took and found, and how much of the loops was used."""

from typing import Any

import streamlit as st

from selfrag.graph.consent import KIND as WEB_CONSENT
from selfrag.graph.draft_review import KIND as DRAFT_REVIEW
from selfrag.graph.path import visits
from selfrag.graph.strategies.diagram import nodes_of
from selfrag.ports import Limits
from selfrag.ui import steps, words
from selfrag.ui.graph import words as graph_words

LOOPS = (
    ("rewrites", "rewrite_question", words.later("Searches with other words: {used} of {limit}")),
    ("writes", "write_answer", words.later("Answers written: {used} of {limit}")),
    ("web", "ask_web_consent", words.later("Queries let out to the web: {used} of {limit}")),
)


def draw(strategy: str, view: dict[str, Any] | None, limits: Limits) -> None:
    """The nodes of the strategy; with a view of a question also what became of it."""
    _ = words.current()
    if view is not None:
        st.markdown(" · ".join(counters(strategy, view, limits)))
    st.table(rows(strategy, view), hide_index=True)


def counters(strategy: str, view: dict[str, Any], limits: Limits) -> list[str]:
    """The loops that the strategy has, each against its limit."""
    _ = words.current()
    nodes = nodes_of(strategy)
    return [
        _(said, used=view["counters"][name], limit=getattr(limits, name)) for name, node, said in LOOPS if node in nodes
    ]


def rows(strategy: str, view: dict[str, Any] | None) -> list[dict[str, str]]:
    """A row of markdown cells for each node, in the order of the picture."""
    _ = words.current()
    done = view["steps"] if view else []
    ran = visits(done)
    found: list[dict[str, str]] = []
    for node in nodes_of(strategy):
        row = {_("Node"): f"`{node}`", _("Does"): graph_words.does(node)}
        if view is not None:
            spent = ran.get(node)
            row[_("Visits")] = str(spent.count) if spent else ""
            row[_("Seconds")] = f"{spent.seconds:.2f}" if spent else ""
            row[_("Calls")] = str(spent.calls) if spent else ""
            row[_("Tokens")] = str(spent.tokens) if spent else ""
            row[_("Found")] = _found(node, view)
        found.append(row)
    return found


def _found(node: str, view: dict[str, Any]) -> str:
    """What its visits found, in their order; and that it waits."""
    told = [steps.told(step) for step in view["steps"] if step["node"] == node]
    if node == waits(view):
        told.append(words.current()("**Waits for you**"))
    return " → ".join(line for line in told if line)


def waits(view: dict[str, Any]) -> str:
    """The node that waits for a person; empty where none does."""
    if view["status"] != "waiting" or not view["review"]:
        return ""
    return {WEB_CONSENT: "ask_web_consent", DRAFT_REVIEW: "review_draft"}.get(view["review"]["kind"], "review_evidence")
