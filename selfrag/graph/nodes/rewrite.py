"""A better query when the last one found nothing that helps."""

from selfrag.graph.state import State
from selfrag.ports import Writer


def rewrite_question(state: State, *, writer: Writer) -> State:
    """Change what is searched for; the question and its verdicts stay as they are."""
    query = writer.rewrite(state["asked"], state["history"], state["tried"]).strip() or state["asked"]
    counters = state["counters"]
    return {
        "query": query,
        "tried": [*state["tried"], query],
        "pinned": [item["passage_id"] for item in state["evidence"] if item["kept"]],
        "retrieve": "yes",
        "counters": {**counters, "rewrites": counters["rewrites"] + 1},
    }
