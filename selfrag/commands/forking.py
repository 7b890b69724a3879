"""“What if”: a review answered otherwise in a thread of its own."""

import argparse
from typing import Any

from selfrag.commands.decisions import read_decision
from selfrag.commands.following import follow
from selfrag.commands.printing import finish
from selfrag.errors import DecisionInvalid, ReviewOutdated
from selfrag.graph.consent import KIND as WEB_CONSENT
from selfrag.graph.draft_review import KIND as DRAFT_REVIEW
from selfrag.service import Service
from selfrag.service.last_review import last_evidence_review
from selfrag.settings import Settings
from selfrag.wiring import open_service


def fork(arguments: argparse.Namespace, settings: Settings) -> int:
    """Decide a review of a thread otherwise, in a new thread."""
    with open_service(settings) as service:
        review = service.decided_review(arguments.thread, arguments.review or _last(service, arguments.thread))
        run = service.fork(arguments.thread, review["review_id"], decision_of(arguments, review), arguments.by)
        follow(run)
        return finish(service.show(run.key), arguments.json)


def _last(service: Service, thread: str) -> str:
    """The last decided review of evidence of the thread's last question. Raises ReviewOutdated where it has none."""
    review = last_evidence_review(service.desk, thread, service.show(thread)["question_id"])
    if review is None:
        raise ReviewOutdated(
            "The last question of this thread has no decided review of passages: name one with --review, as "
            "`history` lists them."
        )
    return review.id


def decision_of(arguments: argparse.Namespace, review: dict[str, Any]) -> dict[str, Any]:
    """The decision that the arguments mean, with all that was decided the first time where they say nothing else.

    Raises DecisionInvalid where they belong to another kind of review.
    """
    if arguments.decision:
        return read_decision(arguments.decision)
    if review["kind"] in (WEB_CONSENT, DRAFT_REVIEW):
        _check_belongs(arguments, review["kind"])
    if review["kind"] == WEB_CONSENT:
        query = {"query": arguments.query} if arguments.query is not None else {}
        return {"action": "skip"} if arguments.reject else {"action": "allow", **query}
    if review["kind"] == DRAFT_REVIEW:
        return {"action": "reject" if arguments.reject else "accept"}
    return {"action": "reject"} if arguments.reject else _of_passages(arguments, review)


def _check_belongs(arguments: argparse.Namespace, kind: str) -> None:
    """What would be lost is refused. Raises DecisionInvalid."""
    names = ["keep", "drop", "add", "question", *(["query"] if kind == DRAFT_REVIEW else [])]
    for name in names:
        if getattr(arguments, name):
            raise DecisionInvalid("That review does not ask which passages may be read: leave --{name} out.", name=name)


def _of_passages(arguments: argparse.Namespace, review: dict[str, Any]) -> dict[str, Any]:
    """What was kept the first time, where nothing else is said; other words are searched for."""
    before = review["decision"] or {}
    graded = [item["passage_id"] for item in review["evidence"] if item["kept"]]
    kept, added = before.get("keep", []), before.get("add", [])
    decision: dict[str, Any] = {"action": "approve", "keep": arguments.keep, "add": arguments.add}
    if not arguments.keep:
        left = _without(kept if kept or added else graded, arguments.drop)
        strips = {passage_id: numbers for passage_id, numbers in before.get("strips", {}).items() if passage_id in left}
        decision |= {"keep": left, "strips": strips, "add": [*_without(added, arguments.drop), *arguments.add]}
    decision["drop"] = arguments.drop
    edits = {"question": arguments.question, "query": arguments.query}
    edits = {name: text for name, text in edits.items() if text is not None}
    return decision | ({"action": "edit", "search_again": True, **edits} if edits else {})


def _without(passage_ids: list[str], dropped: list[str]) -> list[str]:
    return [passage_id for passage_id in passage_ids if passage_id not in dropped]
