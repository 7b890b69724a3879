"""What there is to draw of a strategy: the nodes and edges of its compiled graph, and of the search within it."""

from functools import cache

from selfrag.graph.path import END, START, Edge
from selfrag.graph.strategies import compile_strategy
from selfrag.ports import Limits

SEARCH = "search"
ENTRY, FAN_IN = f"{SEARCH}:{START}", f"{SEARCH}:merge_hits"
ORDER = (  # from top to bottom, so that what leads upwards is a loop; a node that is not named here comes last
    *(START, "decide_retrieval", "ask_web_consent", SEARCH, "gather_evidence", "grade_passages", "refine_passages"),
    *("rewrite_question", "review_evidence", "approve_by_policy", "write_answer", "reflect", "answer_directly"),
    *("review_draft", "finish", END),
)


@cache
def drawn(strategy: str) -> tuple[tuple[str, ...], dict[Edge, bool]]:
    """Nodes, those of the search as `search:name`, and edges with whether they are conditional."""
    graph = compile_strategy(strategy, Limits(), None).get_graph(xray=1)
    order = {node: place for place, node in enumerate(ORDER)}
    nodes = sorted(graph.nodes, key=lambda node: order.get(whole(node), len(order)))
    edges = sorted(graph.edges, key=lambda edge: (nodes.index(edge.source), nodes.index(edge.target)))
    return tuple(nodes), {(edge.source, edge.target): edge.conditional for edge in edges}


def whole(node: str) -> str:
    """The node of the strategy that a node of its search belongs to."""
    return node.partition(":")[0]


def outer(edge: Edge) -> Edge:
    """The edge of the strategy; one within its search has the search at both ends."""
    return whole(edge[0]), whole(edge[1])
