"""The answer, from approved passages only."""

from selfrag.graph.citations import cite
from selfrag.graph.evidence import approved_passages
from selfrag.graph.nodes.reflect import better
from selfrag.graph.state import Draft, Reflection, State
from selfrag.ports import PassageStore, Progress, Writer


def write_answer(state: State, *, writer: Writer, passages: PassageStore, progress: Progress) -> State:
    """Stream an answer from exactly the approved passages that still exist; name those that are gone."""
    kept = approved_passages(state, passages)
    there = {passage["id"] for passage in kept}
    gone = [passage_id for passage_id in state["approved"] if passage_id not in there]
    counters = state["counters"]
    if not kept:
        return {"gone": gone, "draft": None, "best": None}
    best = better(state["draft"], state["best"])
    pieces = []
    for piece in writer.write(state["asked"], kept, _feedback(state["draft"])):
        progress("token", text=piece)
        pieces.append(piece)
    answer = "".join(pieces).strip()
    return {
        "draft": Draft(answer=answer, citations=cite(answer, kept), reflection=_unseen()),
        "best": best,
        "gone": gone,
        "counters": {**counters, "writes": counters["writes"] + 1},
    }


def answer_directly(state: State, *, writer: Writer, progress: Progress) -> State:
    """Reply without documents."""
    pieces = []
    for piece in writer.answer_directly(state["question"], state["history"]):
        progress("token", text=piece)
        pieces.append(piece)
    return {"draft": Draft(answer="".join(pieces).strip(), citations=[], reflection=_unseen())}


def _feedback(draft: Draft | None) -> str:
    if draft is None:
        return ""
    weak = [sentence["text"] for sentence in draft["reflection"]["sentences"] if sentence["is_sup"] != "fully"]
    return "\n".join(weak)


def _unseen() -> Reflection:
    return Reflection(sentences=[], is_use=None, reason="")
