"""What became of a question, line by line."""

import argparse
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from selfrag.commands.following import step_line
from selfrag.commands.opening import open_for_reading
from selfrag.commands.printing import out
from selfrag.settings import Settings

SHOWN = ("question", "query", "action", "by", "policy", "review_id", "thread_id", "note", "sentence", "value", "text")


def history(arguments: argparse.Namespace, settings: Settings) -> int:
    """The events of a thread's last question, or of another one."""
    with open_for_reading(settings) as service:
        events = service.timeline(arguments.thread, arguments.question_id)
    if arguments.json:
        out({"thread_id": arguments.thread, "events": events})
    for event in () if arguments.json else events:
        out(line(event))
    return 0


def line(event: Mapping[str, Any]) -> str:
    """When, what, who and the facts."""
    when = f"{datetime.fromtimestamp(event['at']):%Y-%m-%d %H:%M:%S}" if event["at"] is not None else " " * 19
    facts = [f"{name} {event[name]}" for name in SHOWN if event.get(name) not in (None, "")]
    if "kept" in event:
        facts.append(f"kept {len(event['kept'])} of {event['offered']}")
    if "step" in event and "review_id" not in event:
        facts.append(step_line(event["step"]))
    if event.get("error"):
        facts.append(str(event["error"]))
    inherited = " (before the fork)" if event.get("step", {}).get("inherited") else ""
    who = f" by {event['who']}" if event["who"] else ""
    told = " ".join(", ".join(facts).split())  # on one line, or a remark could pass for an event
    return f"{when}  {event['kind']}{who}{inherited}: {told}".rstrip(": ")
