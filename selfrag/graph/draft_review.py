"""The pause before an answer is final: what a person sees of it, what may be decided, and what a decision changes."""

from typing import Any, Literal

from langgraph.types import interrupt
from pydantic import BaseModel, ConfigDict, Field

from selfrag.errors import DecisionInvalid
from selfrag.graph.amend import claim_spans
from selfrag.graph.decided import decide
from selfrag.graph.decision import NOTE_CHARS, VERSION, Decision, Ids, Numbers, parsed
from selfrag.graph.nodes.reflect import better
from selfrag.graph.nodes.write import weak_sentences
from selfrag.graph.state import Draft, Evidence, State
from selfrag.language.plain import plain
from selfrag.ports import Limits

KIND = "draft_review"
ACTIONS = ["accept", "edit", "write_again", "search_again", "reject"]
ANSWER_CHARS = 20_000


class Acceptance(BaseModel):
    """A person's answer (contract version 1).

    `accept` may `strike` sentences, by number from 0. `edit` gives the whole `answer` with its marks. `write_again`
    tells the writer the `note` and may `keep` fewer of the approved passages; it buys one draft, and no loop after it.
    `search_again` searches for `query`.
    """

    model_config = ConfigDict(extra="forbid", strict=True)

    review_id: str
    action: Literal["accept", "edit", "write_again", "search_again", "reject"]
    answer: str | None = None
    strike: Numbers = Field(default_factory=list)
    keep: Ids | None = None
    query: str | None = None
    note: str = Field("", max_length=NOTE_CHARS)


def shown(state: State) -> Draft | None:
    """The better of the drafts: the one that a person is asked about, and that the answer is made of."""
    return better(state["draft"], state["best"])


def draft_request(state: State, limits: Limits) -> dict[str, Any]:
    """The interrupt value."""
    draft = shown(state)
    assert draft is not None
    number, counters = state.get("drafts", 0) + 1, state["counters"]
    told = ("text", "is_sup", "passage_ids")
    return {
        "kind": KIND,
        "version": VERSION,
        "review_id": f"{state['question_id']}.draft{number}",
        "thread_id": state["thread_id"],
        "question": state["question"],
        "asked": state["asked"],
        "query": state["query"],
        "answer": draft["answer"],
        "sentences": [{key: sentence[key] for key in told} for sentence in draft["reflection"]["sentences"]],  # type: ignore[literal-required]
        "is_use": draft["reflection"]["is_use"],
        "approved": [passage_id for passage_id in state["approved"] if passage_id not in state["gone"]],
        "attempt": number,
        "limits": {
            "rewrites": {"used": counters["rewrites"], "limit": limits.rewrites},
            "writes": {"used": counters["writes"], "limit": limits.writes},
            "web": {"used": counters["web"], "limit": limits.web},
        },
        "allowed": ACTIONS,
    }


def check_acceptance(review: dict[str, Any], raw: dict[str, Any], limits: Limits) -> Acceptance:
    """The decision with its answer as it will stand, if this pause can take it.

    Raises DecisionInvalid and ReviewOutdated.
    """
    taken = parsed(Acceptance, review, raw)
    _check_what_belongs(taken)
    if taken.answer is not None:
        taken = taken.model_copy(update={"answer": plain(taken.answer)})
    if taken.action == "edit" and not 0 < len(taken.answer or "") <= ANSWER_CHARS:
        raise DecisionInvalid("The edited answer must have 1 to {limit} characters.", limit=f"{ANSWER_CHARS:,}")
    if taken.action == "search_again" and not 0 < len((taken.query or "").strip()) <= limits.question_chars:
        raise DecisionInvalid("The words to search for must have 1 to {limit} characters.", limit=limits.question_chars)
    _check_strike(review, taken)
    _check_keep(review, taken)
    return taken


def _check_what_belongs(taken: Acceptance) -> None:
    """What one action needs is no part of another: it would be lost."""
    given = {"answer": taken.answer, "strike": taken.strike or None, "keep": taken.keep, "query": taken.query}
    takes = {"accept": "strike", "edit": "answer", "write_again": "keep", "search_again": "query"}
    for name, value in given.items():
        if value is not None and takes.get(taken.action) != name:
            raise DecisionInvalid("“{name}” does not go with “{action}”: leave it out.", name=name, action=taken.action)


def _check_strike(review: dict[str, Any], taken: Acceptance) -> None:
    there = range(len(claim_spans(review["answer"])))
    for number in taken.strike:
        if number not in there:
            raise DecisionInvalid("The answer has no sentence {number}; they count from 0.", number=number)
    if taken.strike and set(taken.strike) == set(there):
        raise DecisionInvalid("Nothing is left of an answer without all its sentences: reject it instead.")


def _check_keep(review: dict[str, Any], taken: Acceptance) -> None:
    strangers = set(taken.keep or ()) - set(review["approved"])
    if strangers:
        raise DecisionInvalid("“{passage}” is not among the approved passages.", passage=min(strangers))
    if taken.keep == []:
        raise DecisionInvalid("Keep at least one passage, or reject: nothing is written from no evidence.")


def review_draft(state: State, *, limits: Limits) -> State:
    """The pause. Nothing stands before `interrupt`, since a resumed node runs again from its first line."""
    return accepted(state, Acceptance.model_validate(interrupt(draft_request(state, limits))), limits)


def accepted(state: State, taken: Acceptance, limits: Limits) -> State:
    """What a decision changes; an answer that stands is made by `finish`."""
    update: State = {
        "drafts": state.get("drafts", 0) + 1,
        "accepted": {**taken.model_dump(exclude_defaults=True), "by": "person"},
    }
    if taken.action == "write_again":
        return (
            update | _set_aside(state, limits.writes - 1) | _from(state, taken.keep) | {"feedback": _told(state, taken)}
        )
    if taken.action == "search_again":
        written = min(state["counters"]["writes"], limits.writes - 1)
        return update | _set_aside(state, written) | _searching(state, taken)
    return update


def _set_aside(state: State, written: int) -> State:
    """The person sees what they asked for, and not what was written before; one more draft is within the limit."""
    return {"draft": None, "best": None, "counters": {**state["counters"], "writes": max(written, 0)}}


def _told(state: State, taken: Acceptance) -> str:
    """What the writer is told: the person's note, or else which sentences are weak."""
    return taken.note.strip() or weak_sentences(shown(state))


def _from(state: State, keep: list[str] | None) -> State:
    """Fewer of the approved passages; what was approved in part and is offered no more would be read whole."""
    strips, offered = state.get("approved_strips", {}), {item["passage_id"] for item in state["evidence"]}
    left = [
        passage_id
        for passage_id in state["approved"]
        if (keep is None or passage_id in keep) and (passage_id in offered or passage_id not in strips)
    ]
    evidence: list[Evidence] = [{**item, "kept": item["passage_id"] in left} for item in state["evidence"]]
    return {
        "approved": left,
        "approved_strips": {passage_id: spans for passage_id, spans in strips.items() if passage_id in left},
        "evidence": evidence,
    }


def _searching(state: State, taken: Acceptance) -> State:
    """As an edit of the evidence that keeps all that was approved and searches with other words."""
    edit = Decision(
        review_id=taken.review_id, action="edit", keep=state["approved"], query=taken.query, note=taken.note
    )
    changed = decide(state, edit)
    del changed["attempt"], changed["decision"]
    return changed
