"""Choose what is offered from what was found."""

from selfrag.graph.state import Evidence, State
from selfrag.graph.verdicts import is_bad
from selfrag.ports import WEB, Limits, PassageStore


def gather_evidence(state: State, *, passages: PassageStore, limits: Limits) -> State:
    """Offer pinned passages, then hits; equal texts once; verdicts on the same wording are carried over.

    When Retrieve said no, hits found meanwhile are thrown away unseen. After a search of the web alone, what the
    documents had that nobody was sure of is still offered, and all they had where the web had nothing.
    """
    if state["retrieve"] == "no":
        return {"hits": [], "evidence": []}
    known = {item["passage_id"]: item for item in state["evidence"]}
    earlier = _still_offered(state)
    wanted = dict.fromkeys([*state["pinned"], *(hit["passage_id"] for hit in state["hits"]), *earlier])
    texts = {pid: " ".join(passage["text"].split()) for pid, passage in passages.get(list(wanted)).items()}
    most = limits.offered + len(state["pinned"]) + len(earlier)
    offered: list[Evidence] = []
    seen: set[str] = set()
    for passage_id in wanted:
        text = texts.get(passage_id)
        if text is None or text in seen or len(offered) == most:
            continue
        seen.add(text)
        offered.append(_offer(passage_id, passage_id in state["pinned"], known.get(passage_id)))
    return {"hits": [], "evidence": offered}


def _still_offered(state: State) -> list[str]:
    if [source["id"] for source in state.get("searched", [])] != [WEB]:
        return []
    return [item["passage_id"] for item in state["evidence"] if not (state["hits"] and is_bad(item["is_rel"]))]


def _offer(passage_id: str, pinned: bool, known: Evidence | None) -> Evidence:
    offered = Evidence(
        passage_id=passage_id,
        is_rel=known["is_rel"] if known else None,
        score=known["score"] if known else 0.0,
        basis=known.get("basis") if known else None,
        reason=known["reason"] if known else "",
        kept=pinned,
        change="kept" if pinned else "new",
    )
    if known and "strips" in known:
        offered["strips"] = known["strips"]
    if known and "added" in known:
        offered["added"] = known["added"]
    return offered
