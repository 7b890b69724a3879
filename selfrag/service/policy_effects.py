"""What the policies would have done, told from what persons decided."""

from collections.abc import Iterable, Mapping
from typing import Any, TypedDict

from selfrag.graph.policies import would
from selfrag.graph.state import Policy
from selfrag.threads.reviews import Review

KIND = "chunk_review"
CHOICES: tuple[Policy, ...] = ("always", "when_unsure", "never")


class Effect(TypedDict):
    """Of `reviews` that persons decided, those a policy would have `saved` them, and the passages that it would have
    `let_through` in these though the person dropped them."""

    reviews: int
    saved: int
    let_through: int


def effects(decided: Iterable[Review]) -> dict[str, Effect]:
    """By policy; reviews of other kinds than evidence, and those that a policy decided, do not count."""
    asked = [one for one in decided if one.decided_by == "person" and one.payload.get("kind") == KIND]
    return {policy: _effect(policy, asked) for policy in CHOICES}


def _effect(policy: Policy, asked: list[Review]) -> Effect:
    saved = let_through = 0
    for review in asked:
        instead = would(policy, review.payload["evidence"])
        if not instead.asks:
            saved += 1
            let_through += len(set(instead.keep) - _kept(review.decision or {}))
    return {"reviews": len(asked), "saved": saved, "let_through": let_through}


def _kept(decision: Mapping[str, Any]) -> set[str]:
    """What was added is read too, even where it was among the passages offered."""
    return {*decision.get("keep", []), *decision.get("add", [])}
