"""Results go to standard output, everything else to standard error."""

import json
import sys
from typing import Any

from selfrag.language.plain import plain
from selfrag.terminal import describe

HAPPENED = ("answered", "waiting", "rejected", "no_evidence")


def out(value: Any) -> None:
    """JSON as it is; text without what a terminal would obey."""
    print(plain(value) if isinstance(value, str) else json.dumps(value, ensure_ascii=False))


def say(text: str) -> None:
    """A line for the person."""
    print(plain(text), file=sys.stderr, flush=True)


def print_view(view: dict[str, Any], as_json: bool) -> None:
    """A question as it stands."""
    out(view if as_json else describe(view))


def finish(view: dict[str, Any], as_json: bool) -> int:
    """Print where a question came to, and tell whether that is what was asked for."""
    print_view(view, as_json)
    if view["error"]:
        say(view["error"])
    return 0 if view["status"] in HAPPENED else 1
