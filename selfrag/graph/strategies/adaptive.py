"""Adaptive RAG (arXiv 2403.14403): one decision says whether to retrieve and where; nothing is dropped or corrected."""

from functools import partial

from langgraph.graph import END, START

from selfrag.graph import nodes, routes
from selfrag.graph.strategies.wiring import ACCEPTS, APPROVES, SEARCHES, Wiring, graph_of
from selfrag.ports import Limits

NODES = (
    partial(nodes.decide_retrieval, routes=True),
    nodes.gather_evidence,
    partial(nodes.grade_passages, drops=False),
    nodes.approve_by_policy,
    nodes.write_answer,
    nodes.answer_directly,
    nodes.finish,
)


def wire_adaptive(limits: Limits) -> Wiring:
    """The wiring, to be read as a diagram."""
    graph = graph_of(NODES, limits)
    said = partial(routes.what_did_retrieve_say, beside=False)

    graph.add_edge(START, "decide_retrieval")
    graph.add_conditional_edges("decide_retrieval", said, [*SEARCHES, "gather_evidence"])
    graph.add_conditional_edges("ask_web_consent", routes.what_was_consented, ["search", "gather_evidence", *APPROVES])
    graph.add_edge("search", "gather_evidence")
    graph.add_conditional_edges("gather_evidence", routes.are_documents_needed, ["answer_directly", "grade_passages"])
    graph.add_conditional_edges("grade_passages", routes.who_approves, APPROVES)
    graph.add_conditional_edges("review_evidence", routes.what_was_decided, [*SEARCHES, "write_answer", *ACCEPTS])
    graph.add_conditional_edges("approve_by_policy", routes.what_was_decided, ["write_answer", *ACCEPTS])
    graph.add_conditional_edges("write_answer", routes.who_accepts, ACCEPTS)
    graph.add_conditional_edges("review_draft", routes.what_became_of_the_draft, [*SEARCHES, "write_answer", "finish"])
    graph.add_edge("answer_directly", "finish")
    graph.add_edge("finish", END)
    return graph
