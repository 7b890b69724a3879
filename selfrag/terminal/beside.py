"""Two runs of one question beside each other."""

from collections.abc import Callable, Sequence
from itertools import zip_longest
from textwrap import wrap
from typing import Any
from unicodedata import east_asian_width

from selfrag.language.plain import plain
from selfrag.service.comparing import figures
from selfrag.terminal.showing import one_line, place

WIDTH = 56
LABEL = 11
View = dict[str, Any]

ROWS: dict[str, Callable[[View], str]] = {
    "strategy": lambda view: str(view["strategy"]),
    "thread": lambda view: str(view["thread_id"]),
    "outcome": lambda view: str(view["outcome"] or view["status"]),
    "path": lambda view: " > ".join(step["node"] for step in view["steps"]),
    "searched": lambda view: ", ".join(f"{one_line(each['title'])} {each['hits']}" for each in view["searched"]),
    "read": lambda view: "{passages} passages".format_map(figures(view)),
    "spent": lambda view: "{searches} searches, {calls} calls, {tokens} tokens, {seconds:.1f} s".format_map(
        figures(view)
    ),
    "supported": lambda view: _supported(figures(view)),
    "cites": lambda view: "; ".join(f"[{each['n']}] {place(each)}" for each in view["citations"]),
    "answer": lambda view: one_line(view["answer"]),
}


def describe_beside(views: Sequence[View]) -> str:
    """A table with a column for each view; cells wrap."""
    lines = [f"Q: {views[0]['question']}"]
    for label, cell in ROWS.items():
        columns = [_wrapped(plain(cell(view)) or "-") for view in views]
        for n, parts in enumerate(zip_longest(*columns, fillvalue="")):
            lines.append(f"{'' if n else label:<{LABEL}}" + "  ".join(map(_padded, parts)).rstrip())
    return plain("\n".join(lines))


def _supported(told: dict[str, Any]) -> str:
    return "{supported} of {sentences} sentences".format_map(told) if told["sentences"] else "not checked"


def _wrapped(text: str) -> list[str]:
    """Lines of at most `WIDTH` columns, a Hangul or Chinese character taking two of them."""
    lines = [""]
    for word in (part for each in text.split() for part in wrap(each, WIDTH // 2)):
        longer = f"{lines[-1]} {word}".strip()
        if _columns(longer) <= WIDTH:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _padded(text: str) -> str:
    return text + " " * (WIDTH - _columns(text))


def _columns(text: str) -> int:
    return sum(2 if east_asian_width(each) in "WF" else 1 for each in text)
