"""Decisions out of arguments, for any kind of pause."""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from selfrag.errors import DecisionInvalid, SelfragError
from selfrag.graph.consent import KIND as WEB_CONSENT
from selfrag.graph.draft_review import KIND as DRAFT_REVIEW

CONSENTS = ("allow", "skip", "never")
ON_DRAFTS = ("accept", "edit", "write_again", "search_again")


def decision_of(arguments: argparse.Namespace, review: dict[str, Any]) -> dict[str, Any]:
    """The decision on the review that waits.

    Raises DecisionInvalid where the arguments belong to another kind of pause, SelfragError for an unreadable file.
    """
    if arguments.decision:
        return {"review_id": review["review_id"], **read_decision(arguments.decision)}
    decide = {WEB_CONSENT: _consent, DRAFT_REVIEW: _on_draft}.get(review["kind"], _on_passages)
    note = {"note": arguments.note} if arguments.note else {}
    return {"review_id": review["review_id"], **note, **decide(arguments, review)}


def read_decision(file: str) -> dict[str, Any]:
    """What the file says. Raises SelfragError for one that cannot be read, and DecisionInvalid for no JSON object."""
    try:
        given = json.loads(Path(file).read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError) as error:
        raise SelfragError("{file} cannot be read as a decision: {fault}", file=file, fault=error) from error
    if not isinstance(given, dict):
        raise DecisionInvalid("A decision is a JSON object with an action.")
    return given


def _consent(arguments: argparse.Namespace, review: dict[str, Any]) -> dict[str, Any]:
    """Approving lets the query out, or the edited one; rejecting keeps this one in."""
    others = arguments.keep or arguments.drop or arguments.add or arguments.strip or arguments.no_search
    if others or _given(arguments, ON_DRAFTS):
        raise DecisionInvalid(
            "This pause asks whether a query may leave this machine: use --allow [--query TEXT], --skip or --never."
        )
    if arguments.reject or arguments.skip:
        return {"action": "skip"}
    if arguments.never:
        return {"action": "never"}
    edited = arguments.query if arguments.query is not None else arguments.question
    return {"action": "allow"} if edited is None else {"action": "allow", "query": edited}


def _on_passages(arguments: argparse.Namespace, review: dict[str, Any]) -> dict[str, Any]:
    if _given(arguments, CONSENTS):
        raise DecisionInvalid(
            "This review asks which passages may be read, not about the web: use --approve or --reject."
        )
    if _given(arguments, ON_DRAFTS):
        raise DecisionInvalid("This review asks which passages may be read: use --approve or --reject.")
    if arguments.reject:
        return {"action": "reject"}
    shown = [item["passage_id"] for item in review["evidence"] if item["kept"]]
    keep = arguments.keep or [passage_id for passage_id in shown if passage_id not in arguments.drop]
    decision = {
        "action": "approve",
        "keep": keep,
        "drop": arguments.drop,
        "strips": _strips(arguments.strip, keep),
        "add": arguments.add,
    }
    if arguments.question is not None:
        decision |= {"action": "edit", "question": arguments.question, "search_again": not arguments.no_search}
    return decision


def _on_draft(arguments: argparse.Namespace, review: dict[str, Any]) -> dict[str, Any]:
    if arguments.reject:
        return {"action": "reject"}
    if arguments.accept:
        return {"action": "accept", "strike": arguments.strike}
    if arguments.edit:
        return {"action": "edit", "answer": _text(arguments.edit)}
    if arguments.search_again:
        return {"action": "search_again", "query": arguments.query}
    if arguments.write_again:
        return {"action": "write_again", "keep": _left(arguments, review)}
    raise DecisionInvalid(
        "This pause asks about the answer: use --accept, --edit FILE, --write-again, --search-again or --reject."
    )


def _left(arguments: argparse.Namespace, review: dict[str, Any]) -> list[str]:
    """The approved passages without those that were dropped."""
    strangers = set(arguments.drop) - set(review["approved"])
    if strangers:
        raise DecisionInvalid("“{passage}” is not among the approved passages.", passage=min(strangers))
    contradicted = set(arguments.keep) & set(arguments.drop)
    if contradicted:
        raise DecisionInvalid("“{passage}” is both kept and dropped: choose one.", passage=min(contradicted))
    return arguments.keep or [passage_id for passage_id in review["approved"] if passage_id not in arguments.drop]


def _text(file: str) -> str:
    try:
        return Path(file).read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        raise SelfragError("{file} cannot be read as text: {fault}", file=file, fault=error) from error


def _given(arguments: argparse.Namespace, names: Sequence[str]) -> bool:
    return any(getattr(arguments, name) for name in names)


def _strips(given: Sequence[tuple[str, list[int]]], keep: Sequence[str]) -> dict[str, list[int]]:
    strips: dict[str, list[int]] = {}
    for passage_id, numbers in given:
        if passage_id not in keep:
            raise DecisionInvalid("“{passage}” is not kept: add it with --keep, or name no strips.", passage=passage_id)
        strips.setdefault(passage_id, []).extend(numbers)
    return strips
