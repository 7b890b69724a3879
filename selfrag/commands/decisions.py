"""Decisions out of arguments, for either kind of pause."""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from selfrag.errors import DecisionInvalid, SelfragError
from selfrag.graph.consent import KIND as WEB_CONSENT

CONSENTS = ("allow", "skip", "never")


def decision_of(arguments: argparse.Namespace, review: dict[str, Any]) -> dict[str, Any]:
    """The decision on the review that waits.

    Raises DecisionInvalid where the arguments belong to the other kind of pause, SelfragError for an unreadable file.
    """
    if arguments.decision:
        given = _read(arguments.decision)
        return {"review_id": review["review_id"], **given} if isinstance(given, dict) else {"review_id": given}
    decide = _consent if review["kind"] == WEB_CONSENT else _on_passages
    return {"review_id": review["review_id"], **decide(arguments, review)}


def _read(file: str) -> Any:
    try:
        return json.loads(Path(file).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise SelfragError("{file} cannot be read as a decision: {fault}", file=file, fault=error) from error


def _consent(arguments: argparse.Namespace, review: dict[str, Any]) -> dict[str, Any]:
    """Approving lets the query out, or the edited one; rejecting keeps this one in."""
    if arguments.keep or arguments.drop or arguments.strip or arguments.no_search:
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
    if any(getattr(arguments, name) for name in CONSENTS):
        raise DecisionInvalid(
            "This review asks which passages may be read, not about the web: use --approve or --reject."
        )
    if arguments.reject:
        return {"action": "reject"}
    offered = arguments.keep or [item["passage_id"] for item in review["evidence"] if item["kept"]]
    keep = [passage_id for passage_id in offered if passage_id not in arguments.drop]
    decision = {
        "action": "approve",
        "keep": keep,
        "drop": arguments.drop,
        "strips": _strips(arguments.strip, keep),
    }
    if arguments.question is not None:
        decision |= {"action": "edit", "question": arguments.question, "search_again": not arguments.no_search}
    return decision


def _strips(given: Sequence[tuple[str, list[int]]], keep: Sequence[str]) -> dict[str, list[int]]:
    strips: dict[str, list[int]] = {}
    for passage_id, numbers in given:
        if passage_id not in keep:
            raise DecisionInvalid("“{passage}” is not kept: add it with --keep, or name no strips.", passage=passage_id)
        strips.setdefault(passage_id, []).extend(numbers)
    return strips
