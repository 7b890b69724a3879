"""Says of a review that it is decided already: by whom, when, and what."""

import time
from typing import TYPE_CHECKING, Any

from selfrag.errors import ReviewAnswered
from selfrag.sentences import part

if TYPE_CHECKING:
    from selfrag.threads.reviews import Review

WHAT = {
    "edit": part("the search was run again"),
    "reject": part("no answer is written"),
    "allow": part("the query was sent to the web"),
    "skip": part("it went on without the web"),
    "never": part("nothing goes to the web in this thread"),
    "accept": part("the answer was accepted"),
    "write_again": part("the answer is written again"),
    "search_again": part("the search was run again"),
}


def already(review: "Review") -> ReviewAnswered:
    """The refusal of a second decision. The review has one."""
    when, what = ago(time.time() - (review.decided or 0.0)), decided_what(review)
    who = part("The policy") if review.decided_by == "policy" else review.decided_name
    if who:
        return ReviewAnswered(
            "{who} decided this review already, {when}: {what}. That decision stands.", who=who, when=when, what=what
        )
    return ReviewAnswered(
        "This review is already answered, {when}: {what}. That decision stands.", when=when, what=what
    )


def ago(seconds: float) -> str:
    """How long that is ago, as a part of a sentence."""
    seconds = max(0.0, seconds)  # the clock of another server may be ahead
    minutes, hours, days = int(seconds // 60), int(seconds // 3600), int(seconds // 86400)
    if days:
        return part("1 day ago") if days == 1 else part("{days} days ago", days=days)
    if hours:
        return part("1 hour ago") if hours == 1 else part("{hours} hours ago", hours=hours)
    if minutes:
        return part("1 minute ago") if minutes == 1 else part("{minutes} minutes ago", minutes=minutes)
    return part("just now")


def decided_what(review: "Review") -> str:
    """What the decision was, as a part of a sentence."""
    decision: dict[str, Any] = review.decision or {}
    action = decision.get("action", "")
    if review.payload.get("kind") == "draft_review":
        drafts = {"edit": part("the answer was edited"), "reject": part("the answer was rejected")}
        return drafts.get(action) or WHAT.get(action, part("it was decided"))
    if action == "approve":
        return _approved(review.payload, decision)
    if action == "edit" and decision.get("question"):
        return part("the question was changed")
    return WHAT.get(action, part("it was decided"))


def _approved(payload: dict[str, Any], decision: dict[str, Any]) -> str:
    kept = dict.fromkeys([*decision.get("keep", []), *decision.get("add", [])])
    dropped = sum(item["passage_id"] not in kept for item in payload.get("evidence", []))
    if len(kept) == 1:
        return part("1 passage kept, {dropped} dropped", dropped=dropped)
    return part("{kept} passages kept, {dropped} dropped", kept=len(kept), dropped=dropped)
