"""Self-RAG (arXiv 2310.11511): retrieve on demand, grade, write, grade the answer, correct."""

from functools import partial

from langgraph.graph import END, START

from selfrag.graph import nodes, routes
from selfrag.graph.strategies.wiring import ACCEPTS, APPROVES, SEARCHES, Wiring, graph_of
from selfrag.ports import Limits

NODES = (
    nodes.decide_retrieval,
    nodes.gather_evidence,
    nodes.grade_passages,
    nodes.rewrite_question,
    nodes.approve_by_policy,
    nodes.write_answer,
    nodes.answer_directly,
    nodes.reflect,
    nodes.finish,
)


def wire_self(limits: Limits) -> Wiring:
    """The wiring, to be read as a diagram."""
    graph = graph_of(NODES, limits)
    said = partial(routes.what_did_retrieve_say, beside=True)
    relevant = partial(routes.is_anything_relevant, limits=limits)
    good = partial(routes.is_the_answer_good, limits=limits)

    graph.add_conditional_edges(START, routes.where_to_start, ["decide_retrieval", "search"])
    graph.add_conditional_edges("decide_retrieval", said, [*SEARCHES, "gather_evidence"])
    graph.add_conditional_edges("ask_web_consent", routes.what_was_consented, ["search", "gather_evidence", *APPROVES])
    graph.add_edge("search", "gather_evidence")
    graph.add_conditional_edges("gather_evidence", routes.are_documents_needed, ["answer_directly", "grade_passages"])
    graph.add_conditional_edges("grade_passages", relevant, ["rewrite_question", *APPROVES])
    graph.add_edge("rewrite_question", "search")
    graph.add_conditional_edges("review_evidence", routes.what_was_decided, [*SEARCHES, "write_answer", *ACCEPTS])
    graph.add_conditional_edges("approve_by_policy", routes.what_was_decided, ["write_answer", *ACCEPTS])
    graph.add_conditional_edges("write_answer", routes.is_anything_written, ["reflect", "finish"])
    graph.add_conditional_edges("reflect", good, ["write_answer", "rewrite_question", *ACCEPTS])
    graph.add_conditional_edges("review_draft", routes.what_became_of_the_draft, [*SEARCHES, "write_answer", "finish"])
    graph.add_edge("answer_directly", "finish")
    graph.add_edge("finish", END)
    return graph
