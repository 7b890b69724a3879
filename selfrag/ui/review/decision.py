"""What the buttons under a review decide."""

from typing import Any

from selfrag.service import Service
from selfrag.ui import words
from selfrag.ui.review import draft as review_draft
from selfrag.ui.review import fields
from selfrag.ui.review.draft import ADDED, DECIDED, NOTE, STRIPS

View = dict[str, Any]


def decide(service: Service, view: View, kind: str) -> None:
    """Take the decision of a button: `write`, `search` or `reject`."""
    fields.send(service, view, decision(service, view, kind))


def decision(service: Service, view: View, kind: str) -> dict[str, Any]:
    """The decision as the fields are now."""
    now, evidence = fields.now(view), view["evidence"]
    keep = review_draft.kept(now, evidence)
    decision = {"review_id": view["review"]["review_id"], "keep": keep, "note": now[NOTE]}
    if kind == "reject":
        return decision | {"action": "reject"}
    offered = [item["passage_id"] for item in evidence if item["exists"]]
    decision["drop"] = [each for each in offered if (DECIDED, each) in now and each not in keep]
    decision["strips"] = {each: list(now[STRIPS, each]) for each in keep if (STRIPS, each) in now}
    decision["add"] = added(service, now)
    question = fields.edited(view)
    if kind == "write" and question is None:
        return decision | {"action": "approve"}
    return (
        decision | {"action": "edit", "search_again": kind == "search"} | ({"question": question} if question else {})
    )


def added(service: Service, now: review_draft.Fields) -> list[str]:
    """Ids of the passages added by hand that still exist."""
    items = service.passages_by_id(review_draft.of_kind(now, ADDED))
    return [item["passage_id"] for item in items if item["exists"]]


def write_label(view: View, n: int) -> str:
    """What the main button does with so many passages."""
    _ = words.current()
    if fields.edited(view) is not None:
        return _.plural("Answer this from {n} passage", "Answer this from {n} passages", n)
    return _.plural("Write the answer from {n} passage", "Write the answer from {n} passages", n)
