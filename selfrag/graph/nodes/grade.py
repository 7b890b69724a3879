"""IsRel: which of the offered passages matter for the question?"""

from selfrag.graph.scores import UNKNOWN
from selfrag.graph.state import Evidence, State
from selfrag.graph.verdicts import corrective, is_good
from selfrag.ports import IsRel, PassageStore, Reflector
from selfrag.sentences import sentence

NOT_GRADED = sentence("not graded")


def grade_passages(
    state: State,
    *,
    reflector: Reflector,
    passages: PassageStore,
    three_ways: bool = False,
    drops: bool = True,
) -> State:
    """Grade what has no verdict yet; relevant passages start as kept, best first.

    `three_ways` gives Corrective RAG's verdicts, and keeps what is ambiguous too. Without `drops` all start as kept.
    """
    ungraded = [item["passage_id"] for item in state["evidence"] if item["is_rel"] is None]
    found = passages.get(ungraded)
    present = [found[passage_id] for passage_id in ungraded if passage_id in found]
    verdicts = reflector.grade_passages(state["asked"], present) if present else []
    graded = dict(zip((passage["id"] for passage in present), verdicts, strict=True))
    evidence = [_graded(item, graded.get(item["passage_id"]), three_ways) for item in state["evidence"]]
    if not drops:
        evidence = [{**item, "kept": True} for item in evidence]
    return {"evidence": sorted(evidence, key=lambda item: (item["change"] != "kept", -item["score"]))}


def _graded(item: Evidence, told: IsRel | None, three_ways: bool) -> Evidence:
    if told is None:
        known = item["is_rel"] is not None
        return item if known else {**item, "is_rel": "unknown", "score": UNKNOWN, "reason": NOT_GRADED}
    verdict = corrective(told) if three_ways else told["verdict"]
    return {
        **item,
        "is_rel": verdict,
        "score": round(told["score"], 3),
        "basis": told["basis"],
        "reason": told["reason"],
        "kept": item["change"] == "kept" or is_good(verdict) or (three_ways and verdict == "ambiguous"),
    }
