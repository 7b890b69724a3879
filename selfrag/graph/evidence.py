"""The passages a person or a policy approved."""

from selfrag.graph.state import State
from selfrag.ports import Passage, PassageStore


def approved_passages(state: State, passages: PassageStore) -> list[Passage]:
    """Those that still exist, in the approved order: `[n]` in an answer is the n-th of them."""
    found = passages.get(state["approved"])
    return [found[passage_id] for passage_id in state["approved"] if passage_id in found]
