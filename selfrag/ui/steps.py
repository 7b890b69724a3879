"""What goes on in a run, what a step took, and what all of it cost."""

import time
from typing import Any

from selfrag.runs import Waiting
from selfrag.ui import words
from selfrag.ui.inert import inert_line
from selfrag.ui.tellers import TELLERS

DOING = {
    "decide_retrieval": words.later("Deciding whether documents are needed"),
    "search": words.later("Searching"),
    "search_web": words.later("Searching the web"),
    "gather_evidence": words.later("Gathering passages"),
    "grade_passages": words.later("Reading and grading the passages"),
    "refine_passages": words.later("Cutting the passages into strips"),
    "rewrite_question": words.later("Looking for better words"),
    "approve_by_policy": words.later("Applying your policy"),
    "write_answer": words.later("Writing the answer"),
    "answer_directly": words.later("Writing a reply"),
    "reflect": words.later("Checking the answer against the passages"),
    "finish": words.later("Finishing"),
}


def doing(node: str) -> str:
    """What is going on while a node runs."""
    return words.current()(DOING.get(node, node))


def waiting(event: Waiting | None) -> str:
    """That the server is waited for; empty once it no longer is."""
    if event is None or event.until < time.monotonic():
        return ""
    return words.current()("The model server is busy and asked to wait {n} s", n=round(event.seconds))


def told(step: dict[str, Any]) -> str | None:
    """One line of markdown about a finished step; None where there is nothing to tell."""
    if step.get("failed"):
        return words.current()("{doing}: broke off", doing=doing(step["node"]))
    teller = TELLERS.get(step["node"])
    return teller(step["found"]) if teller else None


def spent(step: dict[str, Any]) -> str:
    """What a step took: model calls, tokens, seconds; empty where it took no time to speak of."""
    _ = words.current()
    parts = []
    if step["calls"] + step["embeds"]:
        parts.append(_.plural("{n} model call", "{n} model calls", step["calls"] + step["embeds"]))
    if step["tokens"]:
        parts.append(_.plural("{n} token", "{n} tokens", step["tokens"]))
    if parts or step["seconds"] >= 0.05:
        parts.append(_("{seconds} s", seconds=f"{step['seconds']:.1f}"))
    return " · ".join(parts)


def cost(view: dict[str, Any]) -> str:
    """One line: searches, model calls, tokens, money where prices are known, seconds."""
    _ = words.current()
    steps = [step for step in view["steps"] if not step.get("inherited")]
    searches = sum(step["node"] == "search" for step in steps)
    parts = [_.plural("{n} search", "{n} searches", searches)]
    if view["calls"]["chat"]:
        parts.append(_.plural("{n} model call", "{n} model calls", view["calls"]["chat"]))
    tokens = sum(step["tokens"] for step in steps)
    if tokens:
        parts.append(_.plural("{n} token", "{n} tokens", tokens))
    if view["cost"] is not None:
        parts.append(f"{inert_line(view['currency'])} {money(view['cost'])}")
    seconds = sum(step["seconds"] for step in steps)
    return " · ".join([*parts, _("{seconds} s", seconds=f"{seconds:.1f}")])


def money(amount: float) -> str:
    """Two figures that say something, however small the amount."""
    return f"{amount:,.2f}" if amount >= 1 or amount == 0 else f"{amount:.2g}" if amount >= 0.0001 else "< 0.0001"
