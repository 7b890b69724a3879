"""Corrective RAG (arXiv 2401.15884): always retrieve, judge three ways, refine to strips, and else the web."""

from functools import partial

from langgraph.graph import END, START

from selfrag.graph import nodes, routes
from selfrag.graph.strategies.wiring import ACCEPTS, APPROVES, SEARCHES, Wiring, graph_of
from selfrag.ports import Limits

NODES = (
    partial(nodes.decide_retrieval, always=True),
    nodes.gather_evidence,
    partial(nodes.grade_passages, three_ways=True),
    nodes.refine_passages,
    nodes.approve_by_policy,
    nodes.write_answer,
    nodes.finish,
)


def wire_corrective(limits: Limits) -> Wiring:
    """The wiring, to be read as a diagram."""
    graph = graph_of(NODES, limits)
    correct = partial(routes.is_anything_correct, limits=limits, rewrites=False)
    left = partial(routes.is_a_strip_left, limits=limits, rewrites=False)

    graph.add_conditional_edges(START, routes.is_it_a_follow_up, ["decide_retrieval", *SEARCHES])
    graph.add_conditional_edges("decide_retrieval", routes.where_to_search, SEARCHES)
    graph.add_conditional_edges("ask_web_consent", routes.what_was_consented, ["search", "gather_evidence", *APPROVES])
    graph.add_edge("search", "gather_evidence")
    graph.add_edge("gather_evidence", "grade_passages")
    graph.add_conditional_edges("grade_passages", correct, ["refine_passages", "ask_web_consent", *APPROVES])
    graph.add_conditional_edges("refine_passages", left, ["ask_web_consent", *APPROVES])
    graph.add_conditional_edges("review_evidence", routes.what_was_decided, [*SEARCHES, "write_answer", *ACCEPTS])
    graph.add_conditional_edges("approve_by_policy", routes.what_was_decided, ["write_answer", *ACCEPTS])
    graph.add_conditional_edges("write_answer", routes.who_accepts, ACCEPTS)
    graph.add_conditional_edges("review_draft", routes.what_became_of_the_draft, [*SEARCHES, "write_answer", "finish"])
    graph.add_edge("finish", END)
    return graph
