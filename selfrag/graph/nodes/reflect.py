"""IsSup for each sentence and IsUse for the answer."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from selfrag.graph.citations import carrying, claims
from selfrag.graph.evidence import Reading, approved, ids_read
from selfrag.graph.scores import score_of, segment_score, support_score, use_score
from selfrag.graph.state import Draft, Reflection, Sentence, State
from selfrag.ports import Claim, IsSup, IsUse, PassageStore, Progress, Reflector

_T = TypeVar("_T")


def reflect(state: State, *, reflector: Reflector, passages: PassageStore, progress: Progress) -> State:
    """Grade the draft against what it was written from; where one grading fails, the other ends too."""
    draft = state["draft"]
    assert draft is not None
    read = ids_read(state)
    readings = [reading for reading in approved(state, passages) if reading.passage["id"] in read]
    there = [reading.as_read for reading in readings]
    said = claims(draft["answer"], read)
    with ThreadPoolExecutor(2) as pool:
        support = pool.submit(_beside, progress, lambda: reflector.grade_support(said, there) if said else [])
        use = pool.submit(_beside, progress, lambda: reflector.grade_usefulness(state["asked"], draft["answer"]))
        sentences, usefulness = _sentences(said, support.result(), readings), use.result()
    return {"draft": {**draft, "reflection": _reflection(sentences, usefulness, _relevance(state, draft, read))}}


def _beside(progress: Progress, grade: Callable[[], _T]) -> _T:
    try:
        return grade()
    except BaseException as error:
        progress("failed", error=error)
        raise


def better(new: Draft | None, old: Draft | None) -> Draft | None:
    """The draft with the higher score; the newer one when nothing tells them apart."""
    if new is None or old is None:
        return new or old
    return new if _worth(new) >= _worth(old) else old


def _worth(draft: Draft) -> float:
    score = score_of(draft["reflection"])
    return float("-inf") if score is None else score


def _sentences(said: Sequence[Claim], verdicts: Sequence[IsSup], readings: Sequence[Reading]) -> list[Sentence]:
    return [_sentence(claim, verdict, readings) for claim, verdict in zip(said, verdicts, strict=True)]


def _sentence(claim: Claim, verdict: IsSup, readings: Sequence[Reading]) -> Sentence:
    """With the words that carry it, unless nothing does."""
    passage_ids = verdict["passage_ids"] or claim["passage_ids"]
    sentence = Sentence(
        text=claim["text"],
        is_sup=verdict["verdict"],
        score=support_score(verdict),
        basis=verdict["basis"],
        passage_ids=passage_ids,
        reason=verdict["reason"],
    )
    carries = [] if verdict["verdict"] == "no" else [each for each in readings if each.passage["id"] in passage_ids]
    support = carrying(claim["text"], carries)
    if support is not None:
        sentence["support"] = support
    return sentence


def _relevance(state: State, draft: Draft, read: Sequence[str]) -> list[float]:
    """IsRel of the passages that the draft cites, or of all it was written from where it cites none."""
    cited = [citation["passage_id"] for citation in draft["citations"]] or read
    return [item["score"] for item in state["evidence"] if item["passage_id"] in cited and item["is_rel"] is not None]


def _reflection(sentences: list[Sentence], usefulness: IsUse, relevance: Sequence[float]) -> Reflection:
    use = use_score(usefulness)
    return Reflection(
        sentences=sentences,
        is_use=usefulness["verdict"],
        use_score=use,
        score=segment_score(relevance, [sentence["score"] for sentence in sentences], use),
        reason=usefulness["reason"],
        basis=usefulness["basis"],
    )
