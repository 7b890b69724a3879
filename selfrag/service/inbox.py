"""Reviews that wait for a person, and what people say to each other about them."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from selfrag.errors import ThreadError
from selfrag.graph.verdicts import is_bad, is_good
from selfrag.language.plain import plain
from selfrag.service.desk import Desk
from selfrag.service.names import name_of
from selfrag.service.policy_effects import Effect, effects
from selfrag.threads.comments import TEXT_CHARS
from selfrag.threads.reviews import Listed, Queued

HISTORY = 50


class Inbox:
    """Reviews that wait for a person, and what people say to each other about them."""

    desk: Desk

    def people(self) -> list[str]:
        """The names in the settings, each once, in the order they were typed in."""
        typed = self.desk.preferences.get("people").splitlines()
        return list(dict.fromkeys(name for name in map(name_of, typed) if name))

    def inbox(self) -> list[dict[str, Any]]:
        """What waits for a person, longest first, one review for each thread; no passage's text is read for it."""
        return [_waiting(one) for one in self.desk.reviews.listed_waiting()]

    def queue(self) -> list[Queued]:
        """The same reviews in the same order, with no more than finds them: quick, for every page."""
        return self.desk.reviews.queue()

    def decisions(self, limit: int = HISTORY) -> list[dict[str, Any]]:
        """What persons and policies decided, newest first."""
        return [_decided(one) for one in self.desk.reviews.listed_decided(limit)]

    def assign(self, review_id: str, name: str) -> None:
        """Say whose review it is; an empty name takes that back. Raises ReviewAnswered and ReviewOutdated."""
        self.desk.reviews.assign(review_id, name_of(name))

    def comment(self, thread_id: str, text: str, who: str = "", review_id: str | None = None) -> dict[str, Any]:
        """Keep a remark on a thread, or on one of its reviews. Raises UnknownThread and ThreadError."""
        thread, said = self.desk.catalog.thread(thread_id), plain(text)
        if not said:
            raise ThreadError("The comment is empty: type what you want to say.")
        if len(said) > TEXT_CHARS:
            raise ThreadError(
                "The comment has {length} characters, and the limit is {limit}: shorten it.",
                length=f"{len(said):,}",
                limit=f"{TEXT_CHARS:,}",
            )
        return asdict(self.desk.comments.add(thread.id, review_id, name_of(who), said))

    def comments(self, thread_id: str) -> list[dict[str, Any]]:
        """The remarks on a thread, oldest first. Raises UnknownThread."""
        return [asdict(comment) for comment in self.desk.comments.of_thread(self.desk.catalog.thread(thread_id).id)]

    def policy_effects(self) -> dict[str, Effect]:
        """What each policy would have done with the evidence that persons decided on."""
        return effects(self.desk.reviews.decided())


def _listed(one: Listed) -> dict[str, Any]:
    review = one.review
    return {
        "review_id": review.id,
        "kind": review.payload.get("kind", ""),
        "thread_id": review.thread_id,
        "title": one.title,
        "archived": one.archived,
        "question": review.payload.get("question", ""),
        "asked": review.payload.get("asked", ""),
        "query": review.payload.get("query", ""),
        "created": review.created,
    }


def _waiting(one: Listed) -> dict[str, Any]:
    payload = one.review.payload
    return {
        **_listed(one),
        "strategy": one.strategy,
        "attempt": payload.get("attempt", 1),
        "passages": _passages(payload.get("evidence", [])),
        "sentences": dict(Counter(sentence.get("is_sup", "unknown") for sentence in payload.get("sentences", []))),
        "assigned": one.review.assigned or "",
        "comments": one.comments,
    }


def _decided(one: Listed) -> dict[str, Any]:
    review = one.review
    decision = review.decision or {}
    kept, added = decision.get("keep") or [], decision.get("add", [])  # a draft is decided with all that was approved
    offered = [item["passage_id"] for item in review.payload.get("evidence", [])]
    return {
        **_listed(one),
        "decided": review.decided,
        "by": review.decided_by,
        "who": review.decided_name or "",
        "policy": decision.get("policy", "") if review.decided_by == "policy" else "",
        "action": decision.get("action", ""),
        "kept": len({*kept, *added}),
        "offered": len({*offered, *added}),
        "reworded": decision.get("question") or decision.get("query") or "",
        "note": decision.get("note", ""),
    }


def _passages(evidence: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    counts = {"relevant": 0, "unsure": 0, "not_relevant": 0}
    for item in evidence:
        good, bad = is_good(item["is_rel"]), is_bad(item["is_rel"])
        counts["relevant" if good else "not_relevant" if bad else "unsure"] += 1
    return counts
