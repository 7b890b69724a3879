"""A better query when the last one found nothing that helps."""

from selfrag.graph.state import State
from selfrag.language.plain import visible
from selfrag.ports import WEB, Writer


def rewrite_question(state: State, *, writer: Writer) -> State:
    """Change what is searched for; the question and its verdicts stay as they are.

    Where a router chose the sources, it may have missed the right one: all collections are searched now.
    """
    query = visible(writer.rewrite(state["asked"], state["history"], state["tried"])) or state["asked"]
    counters = state["counters"]
    return {
        "query": query,
        "tried": [*state["tried"], query],
        "pinned": [item["passage_id"] for item in state["evidence"] if item["kept"]],
        "retrieve": "yes",
        "targets": [source for source in state["sources"] if source != WEB],
        "counters": {**counters, "rewrites": counters["rewrites"] + 1},
    }
