"""The pause for a person: what is shown, what may be decided, and what a decision changes."""

from collections.abc import Callable, Collection
from typing import Any, Literal, TypeVar

from langgraph.types import interrupt
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from selfrag.errors import DecisionInvalid, ReviewOutdated
from selfrag.graph.evidence import approved_strips
from selfrag.graph.state import Evidence, State
from selfrag.ports import Limits

VERSION = 1
NOTE_CHARS = 2000
ADDED = 50
ACTIONS = ["approve", "edit", "reject"]


class Decision(BaseModel):
    """A person's answer to a review (contract version 1).

    What is not in `keep` is not read. `add` names passages of any collection that a person found and wants read too.
    `query` searches with other words for the same question; `question` replaces it. `drop` names what must not be
    offered again for this question either. `strips` gives, for a kept passage that was cut into strips, the numbers
    from 0 of those that may be read; without it, those that were shown as kept.
    """

    model_config = ConfigDict(extra="forbid", strict=True)

    review_id: str
    action: Literal["approve", "edit", "reject"]
    keep: list[str] = Field(default_factory=list)
    drop: list[str] = Field(default_factory=list)
    strips: dict[str, list[int]] = Field(default_factory=dict)
    add: list[str] = Field(default_factory=list, max_length=ADDED)
    query: str | None = None
    question: str | None = None
    search_again: bool | None = None
    note: str = Field("", max_length=NOTE_CHARS)


def review_request(state: State, limits: Limits) -> dict[str, Any]:
    """The interrupt value: everything a review shows except the passages' texts."""
    counters = state["counters"]
    offered = [item["passage_id"] for item in state["evidence"]]
    return {
        "kind": "chunk_review",
        "version": VERSION,
        "review_id": f"{state['question_id']}.{state['attempt'] + 1}",
        "thread_id": state["thread_id"],
        "question": state["question"],
        "asked": state["asked"],
        "query": state["query"],
        "tried": state["tried"],
        "attempt": state["attempt"] + 1,
        "limits": {
            "rewrites": {"used": counters["rewrites"], "limit": limits.rewrites},
            "writes": {"used": counters["writes"], "limit": limits.writes},
            "web": {"used": counters["web"], "limit": limits.web},
        },
        "evidence": list(state["evidence"]),
        "gone": [pid for pid in state["reviewed"] if pid not in offered and pid not in state["dropped"]],
        "allowed": ACTIONS,
    }


Answer = TypeVar("Answer", bound=BaseModel)


def parsed(kind: type[Answer], review: dict[str, Any], raw: dict[str, Any]) -> Answer:
    """The answer to this pause as `kind` has it. Raises DecisionInvalid and ReviewOutdated."""
    try:
        answer = kind.model_validate(raw)
    except ValidationError as error:
        fault = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in fault["loc"]) or "decision"
        raise DecisionInvalid(
            "The decision was not understood: {place}: {fault}.", place=place, fault=fault["msg"]
        ) from error
    if raw["review_id"] != review["review_id"]:
        raise ReviewOutdated("This review is no longer current: look at the thread again and decide on what it shows.")
    return answer


def check_decision(
    review: dict[str, Any],
    raw: dict[str, Any],
    limits: Limits,
    existing: Callable[[list[str]], Collection[str]] = list,
) -> Decision:
    """The decision, if this review can take it; `existing` gives those of some passages that there are.

    Raises DecisionInvalid when it is malformed, ReviewOutdated when it answers another review.
    """
    decision = parsed(Decision, review, raw)
    known = {*(item["passage_id"] for item in review["evidence"]), *existing(decision.add)}
    strangers = {*decision.keep, *decision.drop, *decision.strips, *decision.add} - known
    if strangers:
        raise DecisionInvalid("“{passage}” is not among the passages of this review.", passage=min(strangers))
    contradicted = {*decision.keep, *decision.add} & {*decision.drop}
    if contradicted:
        raise DecisionInvalid("“{passage}” is both kept and dropped: choose one.", passage=min(contradicted))
    _check_strips(review, decision)
    if decision.question is not None and not 0 < len(decision.question.strip()) <= limits.question_chars:
        raise DecisionInvalid("The edited question must have 1 to {limit} characters.", limit=limits.question_chars)
    if decision.query is not None and not 0 < len(decision.query.strip()) <= limits.question_chars:
        raise DecisionInvalid("The words to search for must have 1 to {limit} characters.", limit=limits.question_chars)
    if decision.action != "edit" and (decision.question is not None or decision.query is not None):
        raise DecisionInvalid("Only an edit changes the question: use the action “edit”.")
    if decision.query is not None and decision.search_again is False:
        raise DecisionInvalid("Other words to search for need a new search.")
    if decision.action == "edit" and decision.question is None and not _searches(decision):
        raise DecisionInvalid("An edit needs a changed question or a new search.")
    if not decision.keep and not decision.add and not _searches(decision) and decision.action != "reject":
        raise DecisionInvalid("Keep at least one passage, or reject: nothing is written from no evidence.")
    return decision


def _check_strips(review: dict[str, Any], decision: Decision) -> None:
    """Every kept passage keeps a strip, and names none that it does not have."""
    strips = {item["passage_id"]: item.get("strips") or [] for item in review["evidence"]}
    for passage_id, numbers in decision.strips.items():
        if not all(0 <= number < len(strips.get(passage_id, [])) for number in numbers):
            raise DecisionInvalid("“{passage}” has no such strip.", passage=passage_id)
    for passage_id in decision.keep if decision.action != "reject" else ():
        if passage_id in decision.strips and not decision.strips[passage_id]:
            raise DecisionInvalid(
                "“{passage}” is kept without any of its strips: keep one of them, or drop the passage.",
                passage=passage_id,
            )


def review_evidence(state: State, *, limits: Limits) -> State:
    """THE pause. Nothing stands before `interrupt`, since a resumed node runs again from its first line."""
    return decide(state, Decision.model_validate(interrupt(review_request(state, limits))))


def decide(state: State, decision: Decision) -> State:
    """What a decision changes; what was written from what may not be read any more is no answer."""
    update = _decided(_with_added(state, decision), decision)
    return update | {"draft": None, "best": None} if _is_taken_back(state, update) else update


def _decided(state: State, decision: Decision) -> State:
    offered = [item["passage_id"] for item in state["evidence"]]
    keep = [passage_id for passage_id in offered if passage_id in (*decision.keep, *decision.add)]
    update: State = {
        "attempt": state["attempt"] + 1,
        "decision": {**decision.model_dump(), "by": "person", "search_again": _searches(decision)},
        "reviewed": list(dict.fromkeys([*state["reviewed"], *offered])),
    }
    if decision.action == "reject":
        return update
    update["dropped"] = [pid for pid in [*state["dropped"], *_dropped(state, decision)] if pid not in decision.add]
    if decision.question is not None:
        update["asked"] = decision.question.strip()
        update["draft"] = update["best"] = None
    if _searches(decision):
        query = decision.query.strip() if decision.query is not None else update.get("asked", state["query"])
        update["query"], update["tried"] = query, [*state["tried"], query]
        update["pinned"], update["evidence"] = keep, _carried_over(state, decision, keep)
        update["targets"], update["consents"] = state["sources"], state["counters"]["web"]
        return update
    update["approved"] = keep
    update["evidence"] = [_approved(item, keep, decision.strips) for item in state["evidence"]]
    update["approved_strips"] = approved_strips(update["evidence"])
    return update


def _with_added(state: State, decision: Decision) -> State:
    """The state with what the person added among the evidence, ungraded."""
    offered = {item["passage_id"] for item in state["evidence"]}
    found = [added(passage_id) for passage_id in dict.fromkeys(decision.add) if passage_id not in offered]
    return {**state, "evidence": [*state["evidence"], *found]}


def added(passage_id: str) -> Evidence:
    """A passage that a person found, ungraded and kept."""
    return Evidence(passage_id=passage_id, is_rel=None, score=0.0, reason="", kept=True, change="new", added=True)


def _carried_over(state: State, decision: Decision, keep: list[str]) -> list[Evidence]:
    """What was kept, with its verdict and its strips; in other words it has to be judged anew.

    What a person added stays known as such.
    """
    kept = [item for item in state["evidence"] if item["passage_id"] in keep]
    if decision.question is not None and decision.question.strip() != state["asked"]:
        return [added(item["passage_id"]) for item in kept if item.get("added")]
    return [_approved(item, keep, decision.strips) for item in kept]


def _approved(item: Evidence, keep: list[str], chosen_strips: dict[str, list[int]]) -> Evidence:
    """A kept passage is read by the strips that were chosen, or whole where it was kept in spite of having none."""
    kept, strips, numbers = item["passage_id"] in keep, item.get("strips"), chosen_strips.get(item["passage_id"])
    if strips is None or not kept:
        return {**item, "kept": kept}
    chosen = [n for n, strip in enumerate(strips) if strip["kept"]] if numbers is None else numbers
    whole = not chosen
    return {**item, "kept": kept, "strips": [{**strip, "kept": whole or n in chosen} for n, strip in enumerate(strips)]}


def _dropped(state: State, decision: Decision) -> list[str]:
    """What stays out of later searches.

    A passage that only the grader put aside gets another chance when the wording changes: it was judged by the old one.
    """
    reworded = decision.question is not None and decision.question.strip() != state["asked"]
    left = [item for item in state["evidence"] if item["passage_id"] not in (*decision.keep, *decision.add)]
    return [
        item["passage_id"]
        for item in left
        if item["kept"] or item["passage_id"] in decision.drop or not (reworded and _searches(decision))
    ]


def _is_taken_back(state: State, update: State) -> bool:
    """Whether a passage, or a strip of one, that the drafts may be written from is dropped now."""
    drafts = [draft for draft in (state["draft"], state["best"]) if draft is not None]
    cited = {citation["passage_id"] for draft in drafts for citation in draft["citations"]}
    read = {*state.get("approved", []), *cited}
    before, now = state.get("approved_strips", {}), update.get("approved_strips", {})
    return not read.isdisjoint(update.get("dropped", [])) or any(
        passage_id in now and not all(span in now[passage_id] for span in before.get(passage_id, [None]))
        for passage_id in read
    )


def _searches(decision: Decision) -> bool:
    if decision.action != "edit":
        return False
    if decision.search_again is None:
        return decision.question is not None or decision.query is not None
    return decision.search_again
