"""IsRel: which of the offered passages matter for the question?"""

from selfrag.graph.scores import UNKNOWN
from selfrag.graph.state import Evidence, State
from selfrag.ports import IsRel, PassageStore, Reflector
from selfrag.sentences import sentence

NOT_GRADED = sentence("not graded")


def grade_passages(state: State, *, reflector: Reflector, passages: PassageStore) -> State:
    """Grade what has no verdict yet; relevant passages start as kept, best first."""
    ungraded = [item["passage_id"] for item in state["evidence"] if item["is_rel"] is None]
    found = passages.get(ungraded)
    present = [found[passage_id] for passage_id in ungraded if passage_id in found]
    verdicts = reflector.grade_passages(state["asked"], present) if present else []
    graded = dict(zip((passage["id"] for passage in present), verdicts, strict=True))
    evidence = [_graded(item, graded.get(item["passage_id"])) for item in state["evidence"]]
    return {"evidence": sorted(evidence, key=lambda item: (item["change"] != "kept", -item["score"]))}


def _graded(item: Evidence, verdict: IsRel | None) -> Evidence:
    if verdict is None:
        known = item["is_rel"] is not None
        return item if known else {**item, "is_rel": "unknown", "score": UNKNOWN, "reason": NOT_GRADED}
    return {
        **item,
        "is_rel": verdict["verdict"],
        "score": round(verdict["score"], 3),
        "basis": verdict["basis"],
        "reason": verdict["reason"],
        "kept": item["change"] == "kept" or verdict["verdict"] == "relevant",
    }
