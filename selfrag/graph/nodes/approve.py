"""What the policy that the person chose approves by itself."""

from selfrag.graph.state import Evidence, State
from selfrag.graph.verdicts import is_bad, is_settled


def approve_by_policy(state: State) -> State:
    """Keep what the strategy kept where anything of it helps, or with `approve_all` every passage unless all are
    irrelevant.

    Only a person can answer from nothing but evidence that was found irrelevant, or that could not be graded.
    """
    everything = state["policy"] == "approve_all" and _anything_helps(state)
    helps = any(is_settled(item) for item in state["evidence"])
    evidence = [_approved(item, everything or (helps and item["kept"])) for item in state["evidence"]]
    keep = [item["passage_id"] for item in evidence if item["kept"]]
    return {
        "evidence": evidence,
        "approved": keep,
        "attempt": state["attempt"] + 1,
        "reviewed": [*state["reviewed"], *(item["passage_id"] for item in evidence)],
        "decision": {"action": "approve", "by": "policy", "policy": state["policy"], "keep": keep},
    }


def _anything_helps(state: State) -> bool:
    return any(item["change"] == "kept" or not is_bad(item["is_rel"]) for item in state["evidence"])


def _approved(item: Evidence, kept: bool) -> Evidence:
    """A passage approved without a single strip is read whole."""
    strips = item.get("strips")
    if not kept or strips is None or any(strip["kept"] for strip in strips):
        return {**item, "kept": kept}
    return {**item, "kept": kept, "strips": [{**strip, "kept": True} for strip in strips]}
