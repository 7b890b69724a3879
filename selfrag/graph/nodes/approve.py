"""What the policy that the person chose approves by itself."""

from selfrag.graph.state import Evidence, State


def approve_by_policy(state: State) -> State:
    """Keep every relevant passage, or with `approve_all` every passage offered, unless all are irrelevant.

    Only a person can answer from evidence that was found irrelevant.
    """
    hopeful = any(item["kept"] or item["is_rel"] != "irrelevant" for item in state["evidence"])
    everything = state["policy"] == "approve_all" and hopeful
    evidence: list[Evidence] = [{**item, "kept": item["kept"] or everything} for item in state["evidence"]]
    keep = [item["passage_id"] for item in evidence if item["kept"]]
    return {
        "evidence": evidence,
        "approved": keep,
        "attempt": state["attempt"] + 1,
        "reviewed": [*state["reviewed"], *(item["passage_id"] for item in evidence)],
        "decision": {"action": "approve", "by": "policy", "policy": state["policy"], "keep": keep},
    }
