"""What a decision changes. Pure."""

from selfrag.graph.decision import Decision, searches
from selfrag.graph.evidence import approved_strips
from selfrag.graph.state import Evidence, State


def decide(state: State, decision: Decision) -> State:
    """What a decision changes; what was written from what may not be read any more is no answer."""
    update = _decided(_with_added(state, decision), decision)
    return update | {"draft": None, "best": None} if _is_taken_back(state, update) else update


def _decided(state: State, decision: Decision) -> State:
    offered = [item["passage_id"] for item in state["evidence"]]
    keep = [passage_id for passage_id in offered if passage_id in (*decision.keep, *decision.add)]
    update: State = {
        "attempt": state["attempt"] + 1,
        "decision": {**decision.model_dump(), "by": "person", "search_again": searches(decision)},
        "reviewed": list(dict.fromkeys([*state["reviewed"], *offered])),
    }
    if decision.action == "reject":
        return update
    update["dropped"] = [pid for pid in [*state["dropped"], *_dropped(state, decision)] if pid not in decision.add]
    if decision.question is not None:
        update["asked"] = decision.question.strip()
        update["draft"] = update["best"] = None
    if searches(decision):
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
        if item["kept"] or item["passage_id"] in decision.drop or not (reworded and searches(decision))
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
