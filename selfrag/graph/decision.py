"""What may be decided at the pause for a person (contract version 1), and whether a review can take it."""

from collections.abc import Callable, Collection
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from selfrag.errors import DecisionInvalid, ReviewOutdated
from selfrag.ports import Limits

VERSION = 1
NOTE_CHARS = 2000
ADDED = 50
ACTIONS = ["approve", "edit", "reject"]
Item = TypeVar("Item", str, int)


def _once(items: list[Item]) -> list[Item]:
    return list(dict.fromkeys(items))


Ids = Annotated[list[str], AfterValidator(_once)]
Numbers = Annotated[list[int], AfterValidator(_once)]
"""What is said twice is kept once."""


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
    keep: Ids = Field(default_factory=list)
    drop: Ids = Field(default_factory=list)
    strips: dict[str, Numbers] = Field(default_factory=dict)
    add: Ids = Field(default_factory=list, max_length=ADDED)
    query: str | None = None
    question: str | None = None
    search_again: bool | None = None
    note: str = Field("", max_length=NOTE_CHARS)


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
    if decision.action == "edit" and decision.question is None and not searches(decision):
        raise DecisionInvalid("An edit needs a changed question or a new search.")
    if not decision.keep and not decision.add and not searches(decision) and decision.action != "reject":
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


def searches(decision: Decision) -> bool:
    """Whether the decision asks for a new search."""
    if decision.action != "edit":
        return False
    if decision.search_again is None:
        return decision.question is not None or decision.query is not None
    return decision.search_again
