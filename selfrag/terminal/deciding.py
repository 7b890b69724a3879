"""Decisions typed on a terminal: nothing that cannot be understood counts as one, it is asked for again."""

import re
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

from selfrag.graph.consent import KIND as WEB_CONSENT
from selfrag.graph.draft_review import KIND as DRAFT_REVIEW
from selfrag.language.plain import plain
from selfrag.terminal.showing import evidence_lines, one_line
from selfrag.terminal.support import sentence_lines

Decision = dict[str, Any]

PROMPT = (
    "Keep which? Numbers (1 3), with strips (1:0,2), Enter for those marked x, e TEXT for another question, r to stop: "
)
SLIP = "That is none of the passages' numbers, and no e or r."
CONSENT_PROMPT = "Send it? y to send it, q TEXT to send this instead, n for never in this thread, Enter to keep it in: "
CONSENT_SLIP = "That is no y, q, n or Enter; nothing was sent."
DRAFT_PROMPT = (
    "Enter to accept, s 0 2 to accept without these sentences, w NOTE to have it written again, q TEXT to search again,"
    " r to reject: "
)
DRAFT_SLIP = "That is no s with numbers of sentences, no w, q, r or Enter; nothing was decided."

_CHOICE = r"(\d{1,4})(?::(\d{1,4}(?:,\d{1,4})*))?"
_NUMBERS = re.compile(r"\d{1,4}(?:[\s,]+\d{1,4})*", re.ASCII)
_CHOICES = re.compile(rf"{_CHOICE}(?:[\s,]+{_CHOICE})*", re.ASCII)


def ask_for_decision(view: dict[str, Any]) -> Decision | None:
    """Show on standard error what is asked, and read a decision from standard input; None at its end."""
    review = view["review"]
    asks = ASKS.get(review["kind"], PASSAGES)
    _say(asks.shows(view))
    while True:
        print(asks.prompt, end="", file=sys.stderr, flush=True)
        line = sys.stdin.readline()
        if not line:
            return None
        decision = asks.understands(line.strip(), view)
        if decision is not None:
            return {"review_id": review["review_id"], **decision}
        _say(asks.slip)


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


def understand_draft(reply: str, view: dict[str, Any]) -> Decision | None:
    """The decision on a draft that a typed line means, or None."""
    kind, _, text = reply.partition(" ")
    if kind == "s" and _NUMBERS.fullmatch(text):
        numbers = [int(number) for number in re.findall(r"\d+", text)]
        return {"action": "accept", "strike": numbers} if max(numbers) < len(view["sentences"]) else None
    if kind == "w":
        return {"action": "write_again", "note": text.strip()}
    if kind == "q" and plain(text):
        return {"action": "search_again", "query": text.strip()}
    return {"": {"action": "accept"}, "r": {"action": "reject"}}.get(reply)


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


def _would_leave(view: dict[str, Any]) -> str:
    review = view["review"]
    return f"Nothing has left this machine. To {one_line(review['provider'])} would go:\n  {_shown(review)}"


def _draft(view: dict[str, Any]) -> str:
    return "\n".join([view["review"]["answer"], *sentence_lines(view)])


def _shown(review: dict[str, Any]) -> str:
    return one_line(plain(review["query"]))


def _say(text: str) -> None:
    print(plain(text), file=sys.stderr)


class _Asking(NamedTuple):
    """How a person is asked about one kind of pause."""

    shows: Callable[[dict[str, Any]], str]
    prompt: str
    understands: Callable[[str, dict[str, Any]], Decision | None]
    slip: str


PASSAGES = _Asking(lambda view: "\n".join(evidence_lines(view)), PROMPT, understand, SLIP)
ASKS = {
    WEB_CONSENT: _Asking(
        _would_leave, CONSENT_PROMPT, lambda reply, view: understand_consent(reply, view["review"]), CONSENT_SLIP
    ),
    DRAFT_REVIEW: _Asking(_draft, DRAFT_PROMPT, understand_draft, DRAFT_SLIP),
}
