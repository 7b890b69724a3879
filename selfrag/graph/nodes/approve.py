"""What the policy that the person chose approves by itself."""

from selfrag.graph.evidence import approved_strips
from selfrag.graph.state import Evidence, State
from selfrag.graph.verdicts import is_bad, is_settled


def approve_by_policy(state: State) -> State:
    """Keep what the strategy kept where anything of it helps, or with `approve_all` every passage unless all are
    irrelevant.

    Only a person can answer from nothing but evidence that was found irrelevant, or from a passage of which not one
    strip helps.
    """
    everything = state["policy"] == "approve_all" and _anything_helps(state)
    helps = any(is_settled(item) for item in state["evidence"])
    evidence: list[Evidence] = [
        {**item, "kept": _has_something_to_read(item) and (everything or (helps and item["kept"]))}
        for item in state["evidence"]
    ]
    keep = [item["passage_id"] for item in evidence if item["kept"]]
    return {
        "evidence": evidence,
        "approved": keep,
        "approved_strips": approved_strips(evidence),
        "attempt": state["attempt"] + 1,
        "reviewed": [*state["reviewed"], *(item["passage_id"] for item in evidence)],
        "decision": {"action": "approve", "by": "policy", "policy": state["policy"], "keep": keep},
    }


def _anything_helps(state: State) -> bool:
    return any(item["change"] == "kept" or not is_bad(item["is_rel"]) for item in state["evidence"])


def _has_something_to_read(item: Evidence) -> bool:
    return "strips" not in item or any(strip["kept"] for strip in item["strips"])
