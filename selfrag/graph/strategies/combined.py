"""All of them: a router, three verdicts, strips, other words, then the web, and an answer that is graded too."""

from functools import partial

from langgraph.graph import END, START

from selfrag.graph import nodes, routes
from selfrag.graph.strategies.wiring import ACCEPTS, APPROVES, SEARCHES, Wiring, graph_of
from selfrag.ports import Limits

NODES = (
    partial(nodes.decide_retrieval, routes=True),
    nodes.gather_evidence,
    partial(nodes.grade_passages, three_ways=True),
    nodes.refine_passages,
    nodes.rewrite_question,
    nodes.approve_by_policy,
    nodes.write_answer,
    nodes.answer_directly,
    nodes.reflect,
    nodes.finish,
)


def wire_combined(limits: Limits) -> Wiring:
    """The wiring, to be read as a diagram."""
    graph = graph_of(NODES, limits)
    said = partial(routes.what_did_retrieve_say, beside=False)
    correct = partial(routes.is_anything_correct, limits=limits, rewrites=True)
    left = partial(routes.is_a_strip_left, limits=limits, rewrites=True)
    good = partial(routes.is_the_answer_good, limits=limits)
    elsewhere = ["rewrite_question", "ask_web_consent", *APPROVES]

    graph.add_edge(START, "decide_retrieval")
    graph.add_conditional_edges("decide_retrieval", said, [*SEARCHES, "gather_evidence"])
    graph.add_conditional_edges("ask_web_consent", routes.what_was_consented, ["search", "gather_evidence", *APPROVES])
    graph.add_edge("search", "gather_evidence")
    graph.add_conditional_edges("gather_evidence", routes.are_documents_needed, ["answer_directly", "grade_passages"])
    graph.add_conditional_edges("grade_passages", correct, ["refine_passages", *elsewhere])
    graph.add_conditional_edges("refine_passages", left, elsewhere)
    graph.add_edge("rewrite_question", "search")
    graph.add_conditional_edges("review_evidence", routes.what_was_decided, [*SEARCHES, "write_answer", *ACCEPTS])
    graph.add_conditional_edges("approve_by_policy", routes.what_was_decided, ["write_answer", *ACCEPTS])
    graph.add_conditional_edges("write_answer", routes.is_anything_written, ["reflect", "finish"])
    graph.add_conditional_edges("reflect", good, ["write_answer", "rewrite_question", *ACCEPTS])
    graph.add_conditional_edges("review_draft", routes.what_became_of_the_draft, [*SEARCHES, "write_answer", "finish"])
    graph.add_edge("answer_directly", "finish")
    graph.add_edge("finish", END)
    return graph
