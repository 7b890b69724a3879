"""Questions and reviews on a terminal."""

import sys
from typing import Any


def describe(view: dict[str, Any]) -> str:
    """A view as text for people."""
    lines = [f"{view['thread_id']}  {view['status']}", f"Q: {view['question']}"]
    if view["query"] != view["question"]:
        lines.append(f"Searched for: {view['query']}")
    if view["review"]:
        lines += ["", "Waiting for your decision on:", *_evidence(view)]
        lines += ["", f"Decide with: python -m selfrag resume {view['thread_id']} --approve [--drop ID]... | --reject"]
    if view["answer"]:
        lines += ["", view["answer"]]
    if view["citations"]:
        lines.append("")
    for citation in view["citations"]:
        lines.append(f"[{citation['n']}] {citation['document']}, page {citation['page']}: {citation['quote']}")
    if view["outcome"] == "no_evidence":
        lines += ["", "Nothing in the documents answers this. Searched for: " + "; ".join(view["tried"])]
    return "\n".join(lines)


def ask_for_decision(view: dict[str, Any]) -> dict[str, Any]:
    """Show the evidence on standard error and read a decision from standard input."""
    review = view["review"]
    offered = [item["passage_id"] for item in view["evidence"]]
    for line in _evidence(view):
        print(line, file=sys.stderr)
    print(
        "Numbers to keep (1 3), Enter for those marked x, e TEXT to edit the question, r to stop: ",
        end="",
        file=sys.stderr,
        flush=True,
    )
    reply = sys.stdin.readline().strip()
    decision: dict[str, Any] = {"review_id": review["review_id"], "action": "approve"}
    kept = [item["passage_id"] for item in view["evidence"] if item["kept"]]
    if reply == "r":
        return decision | {"action": "reject"}
    if reply.startswith("e "):
        return decision | {"action": "edit", "question": reply[2:], "keep": kept}
    numbers = [int(word) for word in reply.replace(",", " ").split() if word.isdecimal()]
    return decision | {"keep": [offered[n - 1] for n in numbers if 1 <= n <= len(offered)] if reply else kept}


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
