"""What each policy does with evidence: whether it leaves it to a person, and what it approves by itself. Pure."""

from collections.abc import Sequence
from typing import NamedTuple

from selfrag.graph.state import Evidence, Policy
from selfrag.graph.verdicts import is_bad, is_settled

UNSURE_BAND = (0.4, 0.6)  # scores this close to the threshold are worth a look by a person


class Would(NamedTuple):
    """What a policy does with evidence: it asks a person and keeps nothing by itself, or it keeps these passages."""

    asks: bool
    keep: tuple[str, ...]


def would(policy: Policy, evidence: Sequence[Evidence]) -> Would:
    """What the policy would have done with evidence as a review shows it."""
    if asks_a_person(policy, evidence):
        return Would(asks=True, keep=())
    return Would(asks=False, keep=tuple(item["passage_id"] for item in approved_by(policy, evidence) if item["kept"]))


def asks_a_person(policy: Policy, evidence: Sequence[Evidence]) -> bool:
    """Whether the policy leaves this evidence to a person.

    What could not be graded is neither relevant nor irrelevant: with nothing else to go by, no policy decides.
    """
    match policy:
        case "when_unsure":
            return any(_unsure(item) for item in evidence)
        case "never":
            return not any(is_settled(item) for item in evidence) and any(
                item["is_rel"] == "unknown" for item in evidence
            )
    return policy == "always"


def approved_by(policy: Policy, evidence: Sequence[Evidence]) -> list[Evidence]:
    """The evidence with what the policy keeps: what the strategy kept where anything of it helps, or with
    `approve_all` every passage unless all are irrelevant.

    Only a person can answer from nothing but evidence that was found irrelevant, or from a passage of which not one
    strip helps.
    """
    everything = policy == "approve_all" and any(
        item["change"] == "kept" or not is_bad(item["is_rel"]) for item in evidence
    )
    helps = any(is_settled(item) for item in evidence)
    return [
        {**item, "kept": _has_something_to_read(item) and (everything or (helps and item["kept"]))} for item in evidence
    ]


def _unsure(item: Evidence) -> bool:
    return item["is_rel"] in ("ambiguous", "unknown") or UNSURE_BAND[0] < item["score"] < UNSURE_BAND[1]


def _has_something_to_read(item: Evidence) -> bool:
    return "strips" not in item or any(strip["kept"] for strip in item["strips"])
