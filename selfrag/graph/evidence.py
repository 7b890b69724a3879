"""The passages a person or a policy approved."""

from selfrag.graph.state import State
from selfrag.ports import Passage, PassageStore


def approved_passages(state: State, passages: PassageStore) -> list[Passage]:
    """Those that still exist, in the approved order."""
    found = passages.get(state["approved"])
    return [found[passage_id] for passage_id in state["approved"] if passage_id in found]


def ids_read(state: State) -> list[str]:
    """The passages that the draft was written from: `[n]` in it is the n-th of them, even if one was deleted since."""
    unread = {*state["gone"], *state.get("left_out", [])}
    return [passage_id for passage_id in state["approved"] if passage_id not in unread]
