"""Decisions typed on a terminal: nothing that cannot be understood counts as one, it is asked for again."""

import re
import sys
from typing import Any

from selfrag.graph.consent import KIND as WEB_CONSENT
from selfrag.language.plain import plain
from selfrag.terminal.showing import evidence_lines, one_line

Decision = dict[str, Any]

PROMPT = (
    "Keep which? Numbers (1 3), with strips (1:0,2), Enter for those marked x, e TEXT for another question, r to stop: "
)
SLIP = "That is none of the passages' numbers, and no e or r."
CONSENT_PROMPT = "Send it? y to send it, q TEXT to send this instead, n for never in this thread, Enter to keep it in: "
CONSENT_SLIP = "That is no y, q, n or Enter; nothing was sent."

_CHOICE = r"(\d{1,4})(?::(\d{1,4}(?:,\d{1,4})*))?"
_CHOICES = re.compile(rf"{_CHOICE}(?:[\s,]+{_CHOICE})*", re.ASCII)


def ask_for_decision(view: dict[str, Any]) -> Decision | None:
    """Show on standard error what is asked, and read a decision from standard input; None at its end."""
    review = view["review"]
    asks_consent = review["kind"] == WEB_CONSENT
    if asks_consent:
        _say(f"Nothing has left this machine. To {one_line(review['provider'])} would go:\n  {_shown(review)}")
    else:
        _say("\n".join(evidence_lines(view)))
    while True:
        print(CONSENT_PROMPT if asks_consent else PROMPT, end="", file=sys.stderr, flush=True)
        line = sys.stdin.readline()
        if not line:
            return None
        decision = understand_consent(line.strip(), review) if asks_consent else understand(line.strip(), view)
        if decision is not None:
            return {"review_id": review["review_id"], **decision}
        _say(CONSENT_SLIP if asks_consent else SLIP)


def understand(reply: str, view: dict[str, Any]) -> Decision | None:
    """The decision on passages that a typed line means, or None."""
    kept = [item["passage_id"] for item in view["evidence"] if item["kept"]]
    if reply == "r":
        return {"action": "reject"}
    if reply.startswith("e "):
        return {"action": "edit", "question": reply[2:], "keep": kept}
    if not reply:
        return {"action": "approve", "keep": kept} if kept else None
    return _chosen(reply, view["evidence"]) if _CHOICES.fullmatch(reply) else None


def understand_consent(reply: str, review: dict[str, Any]) -> Decision | None:
    """The decision on a query that a typed line means, or None. What leaves is what was shown or typed."""
    if reply.startswith("q ") and plain(reply[2:]):
        return {"action": "allow", "query": reply[2:].strip()}
    decisions: dict[str, Decision] = {
        "": {"action": "skip"},
        "y": {"action": "allow", "query": _shown(review)},
        "n": {"action": "never"},
    }
    return decisions.get(reply)


def _chosen(reply: str, offered: list[dict[str, Any]]) -> Decision | None:
    keep: list[str] = []
    strips: dict[str, list[int]] = {}
    for number, numbers in re.findall(_CHOICE, reply):
        if not 1 <= int(number) <= len(offered):
            return None
        item = offered[int(number) - 1]
        keep.append(item["passage_id"])
        if numbers:
            strips[item["passage_id"]] = [int(each) for each in numbers.split(",")]
            if max(strips[item["passage_id"]]) >= len(item.get("strips") or []):
                return None
    return {"action": "approve", "keep": keep, **({"strips": strips} if strips else {})}


def _shown(review: dict[str, Any]) -> str:
    return one_line(plain(review["query"]))


def _say(text: str) -> None:
    print(plain(text), file=sys.stderr)
