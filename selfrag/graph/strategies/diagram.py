"""A strategy as Mermaid text, drawn from its compiled graph: what runs is what is seen. Nothing is asked of outside."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from selfrag.graph.path import END, START, Edge, Steps, Visits, taken, visits
from selfrag.graph.strategies import compile_strategy
from selfrag.graph.strategies.labels import Words, quoted, source_lines
from selfrag.graph.strategies.searching import BRANCHES
from selfrag.ports import WEB, Limits

PAUSES = ("ask_web_consent", "review_evidence")
SEARCH = "search"
ENTRY, FAN_IN = f"{SEARCH}:{START}", f"{SEARCH}:merge_hits"
ORDER = (  # from top to bottom, so that what leads upwards is a loop; a node that is not named here comes last
    *(START, "decide_retrieval", "ask_web_consent", SEARCH, "gather_evidence", "grade_passages", "refine_passages"),
    *("rewrite_question", "review_evidence", "approve_by_policy", "write_answer", "reflect", "answer_directly"),
    *("finish", END),
)
HEAD = """\
---
config:
  layout: dagre
  themeVariables:
    fontSize: {font}px
  flowchart:
    nodeSpacing: 20
    rankSpacing: 35
    wrappingWidth: {wide}
---
flowchart TB"""
LOOKS = {
    "lit": "fill:#0068c9,stroke:#0068c9,color:#ffffff",
    "waits": "fill:#ffbd45,stroke:#8a5a00,color:#1a1a1a,stroke-width:3px",
    "failed": "fill:#b3261e,stroke:#b3261e,color:#ffffff",
}
TAKEN = "stroke:#0068c9,stroke-width:4px"
UNNAMED = {"id": "", "title": "", "hits": 0, "error": None}  # threads of earlier versions did not note the titles
ENGLISH = Words()


def mermaid(
    strategy: str,
    steps: Steps = (),
    *,
    waits: str = "",
    follow_up: bool = False,
    words: Words = ENGLISH,
    font: int = 14,
) -> str:
    """The graph, with the way of a question's `steps` lit: each visited node with what it spent, each edge taken thick.

    `waits` is the pause that waits for a person now, `follow_up` whether the question had a history. Steps of nodes
    that the graph does not have are left out. `font` is in pixels at full size: a larger one stays readable in a
    picture that is scaled down. Raises KeyError for an unknown strategy.
    """
    nodes, edges = _graph(strategy)
    known = [step for step in steps if step["node"] in {_whole(node) for node in nodes}]
    went = taken({_outer(edge) for edge in edges}, known, waits=waits, follow_up=follow_up)
    lit = _Lit(visits(known), dict(went), list(_searched(known)), waits, words)
    inner = [at for at, node in enumerate(nodes) if _whole(node) != node]
    lines = [_node(node, lit.label(node)) for node in nodes]
    lines[inner[0]] = f"subgraph {SEARCH} [{quoted([SEARCH])}]\n{lines[inner[0]]}"
    lines[inner[-1]] += "\nend"
    return "\n".join([HEAD.format(font=font, wide=14 * font), *lines, *_arrows(edges, lit), *_looks(nodes, lit)])


def nodes_of(strategy: str) -> list[str]:
    """The names that its steps may have, from the first to the last."""
    nodes, _ = _graph(strategy)
    return [node for node in dict.fromkeys(map(_whole, nodes)) if node not in (START, END)]


@dataclass(frozen=True)
class _Lit:
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
        spent = self.visits.get(_whole(node))
        lines = [name, *(self.words.spent(spent) if spent else [])]
        if spent and spent.failed:
            lines.append(self.words.failed)
        return [*lines, self.words.waits] if node == self.waits else lines

    def look(self, node: str) -> str | None:
        """One of LOOKS for what was visited, or waits."""
        name, spent = node.rpartition(":")[2], self.visits.get(_whole(node))
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
        if not _whole(source) == _whole(target) == SEARCH:
            return self.went.get((_whole(source), _whole(target)), 0)
        branch = next((name for name in BRANCHES if f"{SEARCH}:{name}" in (source, target)), None)
        return len(self.on(branch)) if branch else sum(not search for search in self.searches)


@cache
def _graph(strategy: str) -> tuple[tuple[str, ...], dict[Edge, bool]]:
    """Nodes, those of the search as `search:name`, and edges with whether they are conditional."""
    drawn = compile_strategy(strategy, Limits(), None).get_graph(xray=1)
    order = {node: place for place, node in enumerate(ORDER)}
    nodes = sorted(drawn.nodes, key=lambda node: order.get(_whole(node), len(order)))
    edges = sorted(drawn.edges, key=lambda edge: (nodes.index(edge.source), nodes.index(edge.target)))
    return tuple(nodes), {(edge.source, edge.target): edge.conditional for edge in edges}


def _whole(node: str) -> str:
    """The node of the strategy that a node of its search belongs to."""
    return node.partition(":")[0]


def _outer(edge: Edge) -> Edge:
    return _whole(edge[0]), _whole(edge[1])


def _searched(steps: Steps) -> Iterable[Sequence[Any]]:
    """The sources of each search that came to its end."""
    for step in steps:
        if step["node"] == SEARCH and not step.get("failed"):
            found = step["found"]
            yield found["sources"] if "sources" in found else [UNNAMED] * found["collections"]


def _node(node: str, label: list[str]) -> str:
    name, shown = _id(node), quoted(label)
    if node in (START, END, ENTRY):
        return f"{name}([{shown}])"
    if node in PAUSES:
        return f"{name}{{{{{shown}}}}}"
    several = f"\n{name}@{{ shape: procs }}" if node == f"{SEARCH}:{BRANCHES[0]}" else ""
    return f"{name}[{shown}]{several}"


def _arrows(edges: Mapping[Edge, bool], lit: _Lit) -> Iterable[str]:
    thick: list[str] = []
    for at, ((source, target), conditional) in enumerate(edges.items()):
        times = lit.times(source, target)
        said = f"×{times}" if times > 1 else ""
        if source == ENTRY and target != FAN_IN:
            said = f"Send {said or '×n' if target.endswith(BRANCHES[0]) and times != 1 else said} {lit.words.parallel}"
        arrow = "==>" if times else "-.->" if conditional else "-->"
        yield f"{_id(source)} {arrow}{f'|{quoted([said])}|' if said else ''} {_id(target)}"
        thick += [str(at)] if times else []
    if thick:
        yield f"linkStyle {','.join(thick)} {TAKEN}"


def _looks(nodes: Iterable[str], lit: _Lit) -> Iterable[str]:
    seen = [(_id(node), lit.look(node)) for node in nodes]
    for look, style in LOOKS.items():
        if alike := [node for node, its in seen if its == look]:
            yield f"classDef {look} {style}"
            yield f"class {','.join(alike)} {look}"


def _id(node: str) -> str:
    return node.replace(":", "_")
