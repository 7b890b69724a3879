"""Routers: questions about the state that answer with the name of the next node."""

from typing import Literal

from selfrag.graph.nodes.reflect import better
from selfrag.graph.policies import asks_a_person
from selfrag.graph.state import Reflection, State
from selfrag.graph.verdicts import is_hopeful
from selfrag.ports import WEB, Limits

NOT_USEFUL = 2

Searching = Literal["search", "ask_web_consent"]
Accepting = Literal["review_draft", "finish"]
Approving = Literal["review_evidence", "approve_by_policy"] | Accepting


def where_to_start(state: State) -> list[Literal["decide_retrieval", "search"]]:
    """A first question is searched for while Retrieve is decided, so that deciding costs no round trip.

    Not where the query would leave the machine, which a person is asked about first.
    """
    return ["decide_retrieval", "search"] if _searches_beside(state) else ["decide_retrieval"]


def is_it_a_follow_up(state: State) -> Literal["decide_retrieval", "search", "ask_web_consent"]:
    """Where documents are always needed, only a follow-up has something to understand first."""
    return "decide_retrieval" if state["history"] else where_to_search(state)


def where_to_search(state: State) -> Searching:
    """The web is asked for before anything leaves."""
    return "ask_web_consent" if WEB in state.get("targets", []) else "search"


def what_did_retrieve_say(state: State, *, beside: bool) -> Searching | Literal["gather_evidence"]:
    """Search on yes; with `beside` the search for a first question is already under way."""
    under_way = beside and _searches_beside(state)
    return "gather_evidence" if under_way or state["retrieve"] in ("no", "continue") else where_to_search(state)


def what_was_consented(state: State) -> Literal["search", "gather_evidence"] | Approving:
    """Search where something is left to search; else whoever approves decides on what there is.

    What a person kept for a new search, which then never took place, is gathered first.
    """
    if state["targets"]:
        return "search"
    gathered = any(item["change"] == "kept" for item in state["evidence"])
    return "gather_evidence" if state["pinned"] and not gathered else who_approves(state)


def are_documents_needed(state: State) -> Literal["answer_directly", "grade_passages"]:
    """Retrieve = no goes to a direct reply."""
    return "answer_directly" if state["retrieve"] == "no" else "grade_passages"


def is_anything_relevant(state: State, *, limits: Limits) -> Literal["rewrite_question"] | Approving:
    """Search again while nothing helps and the budget lasts; else ask whoever the policy names."""
    if not is_hopeful(state["evidence"]) and _may_rewrite(state, limits):
        return "rewrite_question"
    return who_approves(state)


def is_anything_correct(
    state: State, *, limits: Limits, rewrites: bool
) -> Literal["refine_passages", "rewrite_question", "ask_web_consent"] | Approving:
    """Refine what is not incorrect; look elsewhere where all is."""
    return "refine_passages" if is_hopeful(state["evidence"]) else _elsewhere(state, limits, rewrites)


def is_a_strip_left(
    state: State, *, limits: Limits, rewrites: bool
) -> Literal["rewrite_question", "ask_web_consent"] | Approving:
    """Look elsewhere where not one strip helps, and nothing was kept before.

    Strips of what could not be graded are left to a person where nothing could be.
    """
    ungraded = all(item["is_rel"] == "unknown" for item in state["evidence"])
    left = any(
        item["kept"] or (ungraded and any(strip["kept"] for strip in item.get("strips", [])))
        for item in state["evidence"]
    )
    return who_approves(state) if left else _elsewhere(state, limits, rewrites)


def who_approves(state: State) -> Approving:
    """A person or the policy; nobody is asked twice about a set that has been reviewed already."""
    offered = {item["passage_id"] for item in state["evidence"]}
    if state["draft"] is not None and offered <= set(state["reviewed"]):
        return who_accepts(state)
    return "review_evidence" if is_a_person_asked(state) else "approve_by_policy"


def is_a_person_asked(state: State) -> bool:
    """Whether the thread's policy leaves this evidence to a person."""
    return asks_a_person(state["policy"], state["evidence"])


def what_was_decided(state: State) -> Searching | Accepting | Literal["write_answer"]:
    """Where the decision leads: search anew, write, or end."""
    decision = state["decision"]
    if decision["action"] == "reject":
        return "finish"
    if decision.get("search_again"):
        return where_to_search(state)
    return "write_answer" if state["approved"] else who_accepts(state)


def is_anything_written(state: State) -> Literal["reflect", "finish"]:
    """Nothing was written when every approved passage is gone."""
    return "reflect" if state["draft"] is not None else "finish"


def who_accepts(state: State) -> Accepting:
    """A person, where they want to see what was written from documents before it is final."""
    draft = better(state["draft"], state["best"])
    return "review_draft" if state.get("draft_review") and draft is not None and draft["answer"] else "finish"


def what_became_of_the_draft(state: State) -> Searching | Literal["write_answer", "finish"]:
    """Where the decision on a draft leads: write or search once more, or end."""
    match state["accepted"]["action"]:
        case "write_again":
            return "write_answer"
        case "search_again":
            return where_to_search(state)
    return "finish"


def is_the_answer_good(state: State, *, limits: Limits) -> Literal["write_answer", "rewrite_question"] | Accepting:
    """Unsupported: write again. Not useful: search with other words. Both only within the budget.

    What is unknown asks for neither: another draft would not teach the grader to read it. The outcome tells.
    """
    draft, counters = state["draft"], state["counters"]
    if draft is None or counters["writes"] >= limits.writes:
        return who_accepts(state)
    reflection = draft["reflection"]
    if any(sentence["is_sup"] == "no" for sentence in reflection["sentences"]):
        return "write_answer"
    return "rewrite_question" if is_useless(reflection) and _may_rewrite(state, limits) else who_accepts(state)


def is_useless(reflection: Reflection) -> bool:
    """Whether IsUse is known and low."""
    return reflection["is_use"] is not None and reflection["is_use"] <= NOT_USEFUL


def _searches_beside(state: State) -> bool:
    return not state["history"] and WEB not in state.get("targets", [])


def _may_rewrite(state: State, limits: Limits) -> bool:
    """Within the budget, and where other words have a collection to search: none leave without consent."""
    return state["counters"]["rewrites"] < limits.rewrites and any(source != WEB for source in state["sources"])


def _elsewhere(
    state: State, limits: Limits, rewrites: bool
) -> Literal["rewrite_question", "ask_web_consent"] | Approving:
    """Other words first where the strategy rewrites, then the web; else it is decided on what there is."""
    if rewrites and _may_rewrite(state, limits):
        return "rewrite_question"
    return "ask_web_consent" if state.get("consents", 0) < limits.web else who_approves(state)
