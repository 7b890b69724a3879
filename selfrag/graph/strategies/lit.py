"""The way of a question through a strategy's graph: what was visited and taken, how often, and what it spent."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from selfrag.graph.path import END, START, Edge, Steps, Visits
from selfrag.graph.strategies.drawn import ENTRY, SEARCH, whole
from selfrag.graph.strategies.labels import Words, source_lines
from selfrag.graph.strategies.searching import BRANCHES
from selfrag.ports import WEB

UNNAMED = {"id": "", "title": "", "hits": 0, "error": None}  # threads of earlier versions did not note the titles


@dataclass(frozen=True)
class Lit:
    """What there is to say about a question's way."""

    visits: Mapping[str, Visits]
    went: Mapping[Edge, int]
    searches: Sequence[Sequence[Any]]
    waits: str
    words: Words

    def label(self, node: str) -> list[str]:
        """The lines of a node's label."""
        name = node.rpartition(":")[2]
        if name in (START, END):
            return [self.words.each_source if node == ENTRY else self.words.start if node == START else self.words.end]
        if name in BRANCHES:
            return [name, *source_lines(self.on(name))]
        spent = self.visits.get(whole(node))
        lines = [name, *(self.words.spent(spent) if spent else [])]
        if spent and spent.failed:
            lines.append(self.words.failed)
        return [*lines, self.words.waits] if node == self.waits else lines

    def look(self, node: str) -> str | None:
        """One of LOOKS for what was visited, or waits."""
        name, spent = node.rpartition(":")[2], self.visits.get(whole(node))
        if node == self.waits:
            return "waits"
        if spent is None or (name in BRANCHES and not self.on(name)):
            return None
        return "failed" if spent.failed else "lit"

    def on(self, branch: str) -> list[Any]:
        """The sources that a branch of the search was sent to, in all searches."""
        return [each for search in self.searches for each in search if (each["id"] == WEB) == (branch == BRANCHES[1])]

    def times(self, source: str, target: str) -> int:
        """How often an edge was taken; within the search once for each source, or straight through without any."""
        if not whole(source) == whole(target) == SEARCH:
            return self.went.get((whole(source), whole(target)), 0)
        branch = next((name for name in BRANCHES if f"{SEARCH}:{name}" in (source, target)), None)
        return len(self.on(branch)) if branch else sum(not search for search in self.searches)


def searched(steps: Steps) -> Iterable[Sequence[Any]]:
    """The sources of each search that came to its end."""
    for step in steps:
        if step["node"] == SEARCH and not step.get("failed"):
            found = step["found"]
            yield found["sources"] if "sources" in found else [UNNAMED] * found["collections"]
