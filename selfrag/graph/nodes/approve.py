"""What the policy that the person chose approves by itself."""

from selfrag.graph.evidence import approved_strips
from selfrag.graph.policies import approved_by
from selfrag.graph.state import State


def approve_by_policy(state: State) -> State:
    """Approve what the policy keeps."""
    evidence = approved_by(state["policy"], state["evidence"])
    keep = [item["passage_id"] for item in evidence if item["kept"]]
    return {
        "evidence": evidence,
        "approved": keep,
        "approved_strips": approved_strips(evidence),
        "attempt": state["attempt"] + 1,
        "reviewed": [*state["reviewed"], *(item["passage_id"] for item in evidence)],
        "decision": {"action": "approve", "by": "policy", "policy": state["policy"], "keep": keep},
    }
