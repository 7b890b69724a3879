"""The honest label of a run."""

from selfrag.graph.edited import as_accepted
from selfrag.graph.nodes.reflect import better
from selfrag.graph.routes import is_useless
from selfrag.graph.state import Draft, Outcome, Reflection, Sentence, State
from selfrag.ports import PassageStore, Turn

REMEMBERED_TURNS = 3  # the state is copied into every checkpoint, so it carries only what a follow-up needs
REMEMBERED_CHARS = 500


def finish(state: State, *, passages: PassageStore) -> State:
    """Choose the best draft as a person let it stand, name the outcome, and remember the turn for follow-ups."""
    draft = _final(state, passages)
    outcome = _outcome(state, draft)
    update: State = {"outcome": outcome, "best": None, "hits": []}
    if draft is not state["draft"]:  # what is written again is stored again
        update["draft"] = draft
    if state.get("accepted", {}).get("answer"):  # it is the draft's now
        update["accepted"] = {key: value for key, value in state["accepted"].items() if key != "answer"}
    if draft is not None:
        update["left_out"] = draft.get("left_out", [])
    if draft is not None and outcome in ("answered", "answered_directly", "partly_supported"):
        turn = Turn(question=state["asked"], answer=draft["answer"][:REMEMBERED_CHARS])
        update["history"] = [*state["history"], turn][-REMEMBERED_TURNS:]
    return update


def _final(state: State, passages: PassageStore) -> Draft | None:
    """What a person rejected is no answer."""
    draft = better(state["draft"], state["best"])
    if draft is None or _is_rejected(state):
        return None
    return as_accepted(draft, state.get("accepted", {}), state, passages)


def _is_rejected(state: State) -> bool:
    """Whether a person rejected the evidence, after other drafts too, or the answer."""
    return "reject" in (state["decision"].get("action"), state.get("accepted", {}).get("action"))


def _outcome(state: State, draft: Draft | None) -> Outcome:
    if _is_rejected(state):
        return "rejected"
    if draft is None or not draft["answer"]:
        return "no_evidence"
    if state["retrieve"] == "no":
        return "answered_directly"
    sentences = draft["reflection"]["sentences"]
    written = [sentence for sentence in sentences if sentence.get("by") is None]
    if sentences and not written:
        return "answered"  # by the person alone, whose word is not graded
    if _is_unchecked(draft["reflection"], written):
        return "answered" if draft["citations"] or written != sentences else "no_evidence"
    return _by_support(draft, {sentence["is_sup"] for sentence in written}, by_person=written != sentences)


def _by_support(draft: Draft, verdicts: set[str], by_person: bool) -> Outcome:
    """By what the model wrote; what a person wrote beside it makes neither more nor less of it supported."""
    unchecked = "unknown" in verdicts and not is_useless(draft["reflection"])
    if not draft["citations"] and not {"fully", "partially"} & verdicts and not unchecked and not by_person:
        return "no_evidence"
    return "answered" if verdicts == {"fully"} else "partly_supported"


def _is_unchecked(reflection: Reflection, written: list[Sentence]) -> bool:
    """Whether the strategy grades no answers; the page says so."""
    graded = any("basis" in sentence or sentence["is_sup"] != "unknown" for sentence in written)
    return not graded and reflection["is_use"] is None and not reflection.get("basis")
