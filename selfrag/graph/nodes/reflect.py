"""IsSup for each sentence and IsUse for the answer."""

from concurrent.futures import ThreadPoolExecutor

from selfrag.graph.citations import claims
from selfrag.graph.evidence import approved_passages
from selfrag.graph.state import Draft, Reflection, Sentence, State
from selfrag.ports import IsSup, IsUse, Passage, PassageStore, Reflector


def reflect(state: State, *, reflector: Reflector, passages: PassageStore) -> State:
    """Grade the draft."""
    draft = state["draft"]
    assert draft is not None
    kept = approved_passages(state, passages)
    return {"draft": {**draft, "reflection": _reflection(state["asked"], draft, kept, reflector)}}


def better(new: Draft | None, old: Draft | None) -> Draft | None:
    """The draft to keep; the newer one when nothing tells them apart."""
    if new is None or old is None:
        return new or old
    return new if _worth(new) >= _worth(old) else old


def _worth(draft: Draft) -> tuple[float, int]:
    """Orders drafts: share of supported sentences (partially counts half), then usefulness."""
    reflection = draft["reflection"]
    points = {"fully": 1.0, "partially": 0.5}
    support = [points.get(sentence["is_sup"], 0.0) for sentence in reflection["sentences"]]
    return (sum(support) / len(support) if support else 0.0, reflection["is_use"] or 0)


def _reflection(asked: str, draft: Draft, kept: list[Passage], reflector: Reflector) -> Reflection:
    sentences = claims(draft["answer"], kept)
    with ThreadPoolExecutor(2) as pool:
        support = pool.submit(lambda: reflector.grade_support(sentences, kept) if sentences else [])
        use = pool.submit(reflector.grade_usefulness, asked, draft["answer"])
        verdicts: list[IsSup] = support.result()
        usefulness: IsUse = use.result()
    return Reflection(
        sentences=[
            Sentence(
                text=claim["text"],
                is_sup=verdict["verdict"],
                passage_ids=verdict["passage_ids"] or claim["passage_ids"],
                reason=verdict["reason"],
            )
            for claim, verdict in zip(sentences, verdicts, strict=True)
        ],
        is_use=usefulness["verdict"],
        reason=usefulness["reason"],
    )
