"""The honest label of a run."""

from selfrag.graph.nodes.reflect import better
from selfrag.graph.routes import is_useless
from selfrag.graph.state import Draft, Outcome, State
from selfrag.ports import Turn

REMEMBERED_TURNS = 3  # the state is copied into every checkpoint, so it carries only what a follow-up needs
REMEMBERED_CHARS = 500


def finish(state: State) -> State:
    """Choose the best draft, name the outcome, and remember the turn for follow-ups."""
    draft = better(state["draft"], state["best"])
    outcome = _outcome(state, draft)
    update: State = {"outcome": outcome, "best": None, "hits": []}
    if draft is not state["draft"]:  # what is written again is stored again
        update["draft"] = draft
    if draft is not None:
        update["left_out"] = draft.get("left_out", [])
    if draft is not None and outcome in ("answered", "answered_directly", "partly_supported"):
        turn = Turn(question=state["asked"], answer=draft["answer"][:REMEMBERED_CHARS])
        update["history"] = [*state["history"], turn][-REMEMBERED_TURNS:]
    return update


def _outcome(state: State, draft: Draft | None) -> Outcome:
    if state["decision"].get("action") == "reject":
        return "rejected"
    if draft is None or not draft["answer"]:
        return "no_evidence"
    if state["retrieve"] == "no":
        return "answered_directly"
    if _is_unchecked(draft):
        return "answered" if draft["citations"] else "no_evidence"
    verdicts = {sentence["is_sup"] for sentence in draft["reflection"]["sentences"]}
    unchecked = "unknown" in verdicts and not is_useless(draft["reflection"])
    if not draft["citations"] and not {"fully", "partially"} & verdicts and not unchecked:
        return "no_evidence"
    return "answered" if verdicts == {"fully"} else "partly_supported"


def _is_unchecked(draft: Draft) -> bool:
    """Whether the strategy grades no answers; the page says so."""
    reflection = draft["reflection"]
    return not reflection["sentences"] and reflection["is_use"] is None and not reflection.get("basis")
