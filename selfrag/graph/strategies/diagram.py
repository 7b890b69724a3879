"""A strategy as Mermaid text, drawn from its compiled graph: what runs is what is seen. Nothing is asked of outside."""

from collections.abc import Iterable, Mapping

from selfrag.graph.path import END, START, Edge, Steps, taken, visits
from selfrag.graph.strategies.drawn import ENTRY, FAN_IN, SEARCH, drawn, outer, whole
from selfrag.graph.strategies.labels import Words, quoted
from selfrag.graph.strategies.lit import Lit, searched
from selfrag.graph.strategies.searching import BRANCHES

PAUSES = ("ask_web_consent", "review_evidence", "review_draft")
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
    nodes, edges = drawn(strategy)
    known = [step for step in steps if step["node"] in {whole(node) for node in nodes}]
    went = taken({outer(edge) for edge in edges}, known, waits=waits, follow_up=follow_up)
    lit = Lit(visits(known), dict(went), list(searched(known)), waits, words)
    inner = [at for at, node in enumerate(nodes) if whole(node) != node]
    lines = [_node(node, lit.label(node)) for node in nodes]
    lines[inner[0]] = f"subgraph {SEARCH} [{quoted([SEARCH])}]\n{lines[inner[0]]}"
    lines[inner[-1]] += "\nend"
    return "\n".join([HEAD.format(font=font, wide=14 * font), *lines, *_arrows(edges, lit), *_looks(nodes, lit)])


def nodes_of(strategy: str) -> list[str]:
    """The names that its steps may have, from the first to the last."""
    nodes, _ = drawn(strategy)
    return [node for node in dict.fromkeys(map(whole, nodes)) if node not in (START, END)]


def _node(node: str, label: list[str]) -> str:
    name, shown = _id(node), quoted(label)
    if node in (START, END, ENTRY):
        return f"{name}([{shown}])"
    if node in PAUSES:
        return f"{name}{{{{{shown}}}}}"
    several = f"\n{name}@{{ shape: procs }}" if node == f"{SEARCH}:{BRANCHES[0]}" else ""
    return f"{name}[{shown}]{several}"


def _arrows(edges: Mapping[Edge, bool], lit: Lit) -> Iterable[str]:
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


def _looks(nodes: Iterable[str], lit: Lit) -> Iterable[str]:
    seen = [(_id(node), lit.look(node)) for node in nodes]
    for look, style in LOOKS.items():
        if alike := [node for node, its in seen if its == look]:
            yield f"classDef {look} {style}"
            yield f"class {','.join(alike)} {look}"


def _id(node: str) -> str:
    return node.replace(":", "_")
