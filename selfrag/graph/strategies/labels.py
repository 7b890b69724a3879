"""What a strategy's picture says: the words beside the names of nodes, and how any text is written in Mermaid."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from selfrag.graph.path import Visits

SHOWN_SOURCES, TITLE_CHARS = 6, 24
SIGN = re.compile(r"(?!(?<=\w)_(?=\w))(?!(?<=\d)\.(?=\d))[!-/:-@\[-`{-~]")  # but within a name or a number

BACKSLASH, SEAM = "\\", "\u200b"  # with nothing to be seen between them, a backslash and an n would end the line


def spent(visits: Visits) -> list[str]:
    """What a node's visits came to, on as few lines as its label has room for."""
    times = [f"×{visits.count}"] if visits.count > 1 else []
    paid = [f"{n} {name}" + "s" * (n > 1) for n, name in ((visits.calls, "call"), (visits.tokens, "token")) if n]
    return [" · ".join([*times, f"{visits.seconds:.1f} s"]), " · ".join(paid)]


@dataclass(frozen=True)
class Words:
    """What the picture says in words; whoever draws it may say it in another language."""

    start: str = "start"
    end: str = "end"
    each_source: str = "each source"
    parallel: str = "in parallel"
    waits: str = "waits for you"
    failed: str = "failed"
    spent: Callable[[Visits], list[str]] = spent


def source_lines(sources: Sequence[Mapping[str, Any]]) -> list[str]:
    """A line for each source that was searched, with its passages found in all searches of it."""
    last = {source["id"]: source for source in sources}
    hits = Counter[str]()
    for source in sources:
        hits[source["id"]] += source["hits"]
    lines = [
        f"{'✓' if source['error'] is None else '✗'} {_cut(source['title'])} · {hits[each]}"
        for each, source in last.items()
        if source["title"]
    ]
    more = len(lines) - SHOWN_SOURCES
    return lines if more <= 0 else [*lines[:SHOWN_SOURCES], f"+ {more}"]


def quoted(lines: Iterable[str]) -> str:
    """A label of these lines, those that are empty left out."""
    return '"' + "<br/>".join(inert(line) for line in lines if line) + '"'


def inert(text: str) -> str:
    """Text that Mermaid shows as it is: every sign that may mean something to it, or to markdown, by its number."""
    shown = "".join(each if each.isprintable() else " " for each in text)
    return SIGN.sub(lambda sign: f"#{ord(sign[0])};{SEAM * (sign[0] == BACKSLASH)}", " ".join(shown.split()))


def _cut(title: str) -> str:
    line = " ".join(title.split())
    return line if len(line) <= TITLE_CHARS else line[: TITLE_CHARS - 1] + "…"
