"""What a follow-up is told of the questions before it."""

from selfrag.graph.amend import without
from selfrag.graph.nodes.finish import REMEMBERED_CHARS
from selfrag.graph.state import State
from selfrag.ports import Turn
from selfrag.service.answers import draft_of
from selfrag.service.desk import Desk
from selfrag.threads.feedback import struck


def remembered(desk: Desk, thread_id: str, state: State) -> list[Turn]:
    """The last turns without the sentences that people struck: no model is told these again as its own words."""
    marks = desk.feedback.of_thread(thread_id)
    left: dict[str, str] = {}
    for question_id in dict.fromkeys(mark.question_id for mark in marks if mark.kind == "strike"):
        record = desk.catalog.question(thread_id, question_id).record
        if gone := struck(marks, question_id):
            left[record["asked"]] = without(draft_of(record, None).get("answer", ""), gone)[:REMEMBERED_CHARS]
    told = [(turn["question"], left.get(turn["question"], turn["answer"])) for turn in state.get("history", [])]
    return [Turn(question=question, answer=answer) for question, answer in told if answer]
