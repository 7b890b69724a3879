"""Reviews that wait: listed, given to somebody, and spoken of."""

import argparse
import time
from typing import Any

from selfrag.commands.opening import open_for_reading
from selfrag.commands.printing import out
from selfrag.errors import ThreadError
from selfrag.service.names import name_of
from selfrag.settings import Settings
from selfrag.wiring import open_service

KINDS = {"chunk_review": "evidence", "web_consent": "web query", "draft_review": "draft"}


def inbox(arguments: argparse.Namespace, settings: Settings) -> int:
    """What waits for a person, longest first."""
    with open_for_reading(settings) as service:
        waiting = service.inbox()
    if arguments.json:
        out({"waiting": waiting})
    for item in () if arguments.json else waiting:
        out(_line(item))
    return 0


def assign(arguments: argparse.Namespace, settings: Settings) -> int:
    """Give the review that waits in a thread to somebody, or take it back. Raises ThreadError for a strange name."""
    name = name_of(arguments.name)
    with open_service(settings) as service:
        names = service.people()
        if name and names and name not in names:
            raise ThreadError(
                "“{name}” is not among the names in the settings: {names}.", name=name, names=", ".join(names)
            )
        service.assign(service.waiting_review(arguments.thread)["review_id"], name)
    out(f"{arguments.thread} is assigned to {name or 'nobody'}")
    return 0


def comment(arguments: argparse.Namespace, settings: Settings) -> int:
    """Say something about a thread."""
    with open_service(settings) as service:
        service.comment(arguments.thread, arguments.text, arguments.by)
        count = len(service.comments(arguments.thread))
    out(f"{arguments.thread} has {count} {'comment' if count == 1 else 'comments'}")
    return 0


def _line(item: dict[str, Any]) -> str:
    hours = max(0.0, time.time() - item["created"]) / 3600  # the clock of another server may be ahead
    kind, whose = KINDS.get(item["kind"], item["kind"]), item["assigned"] or "-"
    question = " ".join(item["question"].split())
    return f"{item['thread_id']}  {kind:<9}  {hours:6.1f} h  {whose:<12}  {question}"
