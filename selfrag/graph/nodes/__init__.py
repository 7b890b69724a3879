"""Nodes: verbs that take the state and the ports they name, and return only the keys they change."""

from selfrag.graph.nodes.approve import approve_by_policy
from selfrag.graph.nodes.decide import decide_retrieval
from selfrag.graph.nodes.finish import finish
from selfrag.graph.nodes.gather import gather_evidence
from selfrag.graph.nodes.grade import grade_passages
from selfrag.graph.nodes.refine import refine_passages
from selfrag.graph.nodes.reflect import reflect
from selfrag.graph.nodes.rewrite import rewrite_question
from selfrag.graph.nodes.write import answer_directly, write_answer

__all__ = [
    "answer_directly",
    "approve_by_policy",
    "decide_retrieval",
    "finish",
    "gather_evidence",
    "grade_passages",
    "refine_passages",
    "reflect",
    "rewrite_question",
    "write_answer",
]
