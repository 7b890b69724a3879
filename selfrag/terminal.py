"""Questions and reviews on a terminal."""

import sys
from typing import Any

from selfrag.language.plain import plain

PROMPT = "Keep which? Numbers (1 3), Enter for those marked x, e TEXT for another question, r to stop: "


def describe(view: dict[str, Any]) -> str:
    """A view as text for people."""
    lines = [f"{view['thread_id']}  {view['status']}", f"Q: {view['question']}"]
    if view["query"] != view["question"]:
        lines.append(f"Searched for: {view['query']}")
    resume = f"python -m selfrag resume {view['thread_id']}"
    if view["review"] and view["evidence"]:
        lines += ["", "Waiting for your decision on:", *_evidence(view)]
        lines += ["", f"Decide with: {resume} --approve [--keep ID]... [--drop ID]... | --reject"]
    elif view["review"]:
        lines += ["", "Nothing was found. Searched for: " + "; ".join(view["tried"])]
        lines += ["", f"Go on with: {resume} --approve --question TEXT | --reject"]
    if view["answer"]:
        lines += ["", view["answer"]]
    if view["citations"]:
        lines.append("")
    for citation in view["citations"]:
        lines.append(f"[{citation['n']}] {citation['document']}, page {citation['page']}: {citation['quote']}")
    if view["outcome"] == "no_evidence":
        lines += ["", "Nothing in the documents answers this. Searched for: " + "; ".join(view["tried"])]
    return plain("\n".join(lines))


def ask_for_decision(view: dict[str, Any]) -> dict[str, Any] | None:
    """Show the evidence on standard error and read a decision from standard input; None at its end.

    Nothing that cannot be understood counts as a decision: it is asked for again.
    """
    _say("\n".join(_evidence(view)))
    while True:
        print(PROMPT, end="", file=sys.stderr, flush=True)
        line = sys.stdin.readline()
        if not line:
            return None
        decision = understand(line.strip(), view)
        if decision is not None:
            return {"review_id": view["review"]["review_id"], **decision}
        _say("That is none of the passages' numbers, and no e or r.")


def understand(reply: str, view: dict[str, Any]) -> dict[str, Any] | None:
    """The decision that a typed line means, or None."""
    offered = [item["passage_id"] for item in view["evidence"]]
    kept = [item["passage_id"] for item in view["evidence"] if item["kept"]]
    if reply == "r":
        return {"action": "reject"}
    if reply.startswith("e "):
        return {"action": "edit", "question": reply[2:], "keep": kept}
    words = reply.replace(",", " ").split()
    if not words:
        return {"action": "approve", "keep": kept} if kept else None
    if not all(word.isdecimal() and 1 <= int(word) <= len(offered) for word in words):
        return None
    return {"action": "approve", "keep": [offered[int(word) - 1] for word in words]}


def _evidence(view: dict[str, Any]) -> list[str]:
    lines = []
    for number, item in enumerate(view["evidence"], 1):
        mark = "x" if item["kept"] else " "
        lines.append(
            f"[{mark}] {number}. {item['document']}, page {item['page']}  {item['is_rel']} {item['score']:.2f}"
        )
        lines.append(f"       {item['reason']}  ({item['passage_id']})")
        lines.append("       " + " ".join(item["text"].split())[:300])
    return lines


def _say(text: str) -> None:
    print(plain(text), file=sys.stderr)
