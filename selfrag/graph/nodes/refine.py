"""Knowledge refinement (arXiv 2401.15884, section 4.4): what helps is cut into strips, and each strip is judged."""

from selfrag.graph.state import Evidence, State, Strip
from selfrag.graph.verdicts import is_bad, is_good
from selfrag.language.strips import strip_spans
from selfrag.ports import IsRel, PassageStore, Reflector

Span = tuple[int, int]


def refine_passages(state: State, *, reflector: Reflector, passages: PassageStore) -> State:
    """Strips for what is correct, ambiguous or unknown and has none yet; those not found irrelevant start as kept.

    A passage without a kept strip is not kept either, unless a person kept it before. What is unknown is cut up too,
    for a person to choose from.
    """
    wanted = [item["passage_id"] for item in state["evidence"] if not is_bad(item["is_rel"]) and "strips" not in item]
    found = passages.get(wanted)
    texts = {passage_id: found[passage_id]["text"] for passage_id in wanted if passage_id in found}
    spans = {passage_id: strip_spans(text) for passage_id, text in texts.items()}
    strips = [[texts[pid][start:end] for start, end in spans[pid]] for pid in spans]
    told = reflector.grade_strips(state["asked"], strips) if strips else []
    refined = {pid: _strips(spans[pid], verdicts) for pid, verdicts in zip(spans, told, strict=True)}
    return {"evidence": [_refined(item, refined.get(item["passage_id"])) for item in state["evidence"]]}


def _strips(spans: list[Span], told: list[IsRel]) -> list[Strip]:
    return [
        Strip(start=start, end=end, score=round(verdict["score"], 3), kept=not is_bad(verdict["verdict"]))
        for (start, end), verdict in zip(spans, told, strict=True)
    ]


def _refined(item: Evidence, strips: list[Strip] | None) -> Evidence:
    if strips is None:
        return item
    helps = any(strip["kept"] for strip in strips)
    if item["change"] == "kept" and not helps:
        strips = [{**strip, "kept": True} for strip in strips]
    kept = item["change"] == "kept" or (helps and (is_good(item["is_rel"]) or item["is_rel"] == "ambiguous"))
    return {**item, "strips": strips, "kept": kept}
