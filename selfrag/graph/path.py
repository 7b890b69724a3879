"""The way of a question through its graph, told from the steps it left: visits of nodes, and edges that were taken."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

START, END = "__start__", "__end__"
BESIDE = ("decide_retrieval", "search")  # a thread's first question may be searched for while Retrieve is decided
Edge = tuple[str, str]
Steps = Sequence[Mapping[str, Any]]


@dataclass(frozen=True)
class Visits:
    """What all runs of a node came to: `calls` are requests to models of both kinds, `failed` that it never ended."""

    count: int = 0
    seconds: float = 0.0
    calls: int = 0
    tokens: int = 0
    failed: bool = False


def visits(steps: Steps) -> dict[str, Visits]:
    """Each node that ran, in the order of first runs.

    A node that broke off and ran through later has not failed; those that broke off stand after all that ended.
    """
    found: dict[str, Visits] = {}
    for step in steps:
        before = found.get(step["node"], Visits())
        found[step["node"]] = Visits(
            count=before.count + 1,
            seconds=before.seconds + step["seconds"],
            calls=before.calls + step["calls"] + step["embeds"],
            tokens=before.tokens + step["tokens"],
        )
    broken = {step["node"] for step in steps if step.get("failed")} - {step["node"] for step in _ended(steps)}
    return {node: replace(each, failed=node in broken) for node, each in found.items()}


def taken(edges: Collection[Edge], steps: Steps, *, waits: str = "", follow_up: bool = False) -> Counter[Edge]:
    """How often each edge was taken; `waits` is the node that pauses now.

    A node came from the nearest earlier one that leads to it. Only on a thread's first question, which is no
    `follow_up`, do two nodes begin at once, where the graph begins with both.
    """
    path = [step["node"] for step in _ended(steps)]
    beside = not follow_up and set(path[:2]) == set(BESIDE) and all((START, node) in edges for node in BESIDE)
    found: Counter[Edge] = Counter()
    for at, node in enumerate(path):
        if beside and at < len(BESIDE):
            found[START, node] += 1
        elif beside and at == len(BESIDE):
            found.update((each, node) for each in BESIDE if (each, node) in edges)
        else:
            found.update(_way_to(node, path[:at], edges))
    for node in dict.fromkeys([*visits(steps), waits]):
        if node == waits or node not in path:
            found.update(_way_to(node, path, edges))
    if path[-1:] and (path[-1], END) in edges:
        found[path[-1], END] += 1
    return found


def _ended(steps: Steps) -> Steps:
    return [step for step in steps if not step.get("failed")]


def _way_to(node: str, earlier: Sequence[str], edges: Collection[Edge]) -> Iterable[Edge]:
    return [(each, node) for each in (START, *earlier) if (each, node) in edges][-1:]
