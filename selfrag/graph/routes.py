"""Routers: questions about the state that answer with the name of the next node."""

from typing import Literal

from selfrag.graph.state import Reflection, State
from selfrag.ports import Limits

UNSURE_BAND = (0.4, 0.6)  # scores this close to the threshold are worth a look by a person
NOT_USEFUL = 2


def where_to_start(state: State) -> list[Literal["decide_retrieval", "search"]]:
    """A first question is searched for while Retrieve is decided, so that deciding costs no round trip."""
    return ["decide_retrieval"] if state["history"] else ["decide_retrieval", "search"]


def what_did_retrieve_say(state: State) -> Literal["search", "gather_evidence"]:
    """In a follow-up the search waits for the self-contained query; otherwise it is already under way."""
    return "search" if state["history"] and state["retrieve"] in ("yes", "unknown") else "gather_evidence"


def are_documents_needed(state: State) -> Literal["answer_directly", "grade_passages"]:
    """Retrieve = no goes to a direct reply."""
    return "answer_directly" if state["retrieve"] == "no" else "grade_passages"


def is_anything_relevant(
    state: State, *, limits: Limits
) -> Literal["rewrite_question", "review_evidence", "approve_by_policy", "finish"]:
    """Search again while nothing helps and the budget lasts; else ask whoever the policy names.

    A set that has been reviewed already is not asked about twice.
    """
    hopeful = any(item["kept"] or item["is_rel"] != "irrelevant" for item in state["evidence"])
    if not hopeful and state["counters"]["rewrites"] < limits.rewrites:
        return "rewrite_question"
    offered = {item["passage_id"] for item in state["evidence"]}
    if state["draft"] is not None and offered <= set(state["reviewed"]):
        return "finish"
    return "review_evidence" if is_a_person_asked(state) else "approve_by_policy"


def is_a_person_asked(state: State) -> bool:
    """Whether the thread's policy leaves this evidence to a person.

    What could not be graded is neither relevant nor irrelevant: with nothing else to go by, no policy decides.
    """
    evidence = state["evidence"]
    match state["policy"]:
        case "when_unsure":
            return any(_unsure(item["is_rel"], item["score"]) for item in evidence)
        case "never":
            return not any(item["kept"] for item in evidence) and any(item["is_rel"] == "unknown" for item in evidence)
    return state["policy"] == "always"


def what_was_decided(state: State) -> Literal["search", "write_answer", "finish"]:
    """Where the decision leads: search anew, write, or end."""
    decision = state["decision"]
    if decision["action"] == "reject":
        return "finish"
    if decision.get("search_again"):
        return "search"
    return "write_answer" if state["approved"] else "finish"


def is_anything_written(state: State) -> Literal["reflect", "finish"]:
    """Nothing was written when every approved passage is gone."""
    return "reflect" if state["draft"] is not None else "finish"


def is_the_answer_good(state: State, *, limits: Limits) -> Literal["write_answer", "rewrite_question", "finish"]:
    """Unsupported: write again. Not useful: search with other words. Both only within the budget.

    What is unknown asks for neither: another draft would not teach the grader to read it. The outcome tells.
    """
    draft, counters = state["draft"], state["counters"]
    if draft is None or counters["writes"] >= limits.writes:
        return "finish"
    reflection = draft["reflection"]
    if any(sentence["is_sup"] == "no" for sentence in reflection["sentences"]):
        return "write_answer"
    return "rewrite_question" if is_useless(reflection) and counters["rewrites"] < limits.rewrites else "finish"


def is_useless(reflection: Reflection) -> bool:
    """Whether IsUse is known and low."""
    return reflection["is_use"] is not None and reflection["is_use"] <= NOT_USEFUL


def _unsure(verdict: str | None, score: float) -> bool:
    return verdict in ("ambiguous", "unknown") or UNSURE_BAND[0] < score < UNSURE_BAND[1]
