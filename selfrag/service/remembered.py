"""What a follow-up is told of the questions before it."""

from collections.abc import Sequence

from selfrag.graph.amend import claim_spans, without
from selfrag.graph.nodes.finish import REMEMBERED_CHARS
from selfrag.graph.state import State
from selfrag.ports import Turn
from selfrag.service.answers import draft_of
from selfrag.service.desk import Desk
from selfrag.threads.feedback import struck


def remembered(desk: Desk, thread_id: str, state: State) -> list[Turn]:
    """The last turns without the sentences that people struck: no model is told these again as its own words."""
    marks = desk.feedback.of_thread(thread_id)
    left: dict[str, list[tuple[str, str]]] = {}
    for question_id in dict.fromkeys(mark.question_id for mark in marks if mark.kind == "strike"):
        record = desk.catalog.question(thread_id, question_id).record
        if gone := struck(marks, question_id):
            answer = draft_of(record, None).get("answer", "")
            left.setdefault(record["asked"], []).append((answer, without(answer, gone)[:REMEMBERED_CHARS]))
    told = [_without_what_was_struck(turn, left.get(turn["question"], [])) for turn in state.get("history", [])]
    return [turn for turn in told if turn["answer"]]


def _without_what_was_struck(turn: Turn, struck_of: Sequence[tuple[str, str]]) -> Turn:
    """`struck_of` are answers to a question in these words, each with what is left of it: it may be asked twice."""
    for answer, left in struck_of:
        if all(turn["answer"][start:end] in answer for start, end in claim_spans(turn["answer"])):
            return Turn(question=turn["question"], answer=left)
    return turn
