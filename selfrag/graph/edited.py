"""What a person made of a draft: its marks read again, and whose each sentence is."""

from collections.abc import Sequence
from typing import Any

from selfrag.graph.amend import without
from selfrag.graph.citations import cite, claims, marked
from selfrag.graph.evidence import approved
from selfrag.graph.state import Citation, Draft, Sentence, State
from selfrag.language.plain import plain
from selfrag.ports import Claim, PassageStore
from selfrag.sentences import sentence

BY_PERSON = sentence("Written by a person; not checked.")
UNGRADED = sentence("Not checked: this strategy does not grade its answers.")


def as_accepted(draft: Draft, accepted: dict[str, Any], state: State, passages: PassageStore) -> Draft:
    """The draft as a person let it stand: as it is, edited, or without the sentences that were struck."""
    answer = accepted.get("answer") or without(draft["answer"], accepted.get("strike", ()))
    return draft if plain(answer) == plain(draft["answer"]) else _edited(draft, answer, state, passages)


def _edited(draft: Draft, answer: str, state: State, passages: PassageStore) -> Draft:
    """Usefulness was that of another text, so that it is unknown now; not where the sentences are the same."""
    numbered, reflection = _numbered(draft, state), draft["reflection"]
    before = _before(draft, numbered)
    sentences = _sentences(answer, numbered, before)
    changed: Draft = {**draft, "answer": answer, "citations": _citations(draft, answer, numbered, state, passages)}
    if sentences == [each for _, each in before]:
        return changed
    unknown: dict[str, Any] = {"is_use": None, "use_score": None, "score": None, "reason": ""}
    return {
        **changed,
        "written": draft["answer"],
        "reflection": {**reflection, **unknown, "sentences": sentences},  # type: ignore[typeddict-item]
    }


def _numbered(draft: Draft, state: State) -> list[str]:
    """The passage that `[n]` means in this draft, at n - 1; "" where that is not known any more.

    Of a draft from before another review nothing is known but what it cited.
    """
    unread = {*state["gone"], *draft.get("left_out", [])}
    read = [passage_id for passage_id in state["approved"] if passage_id not in unread]
    cited = {citation["n"]: citation["passage_id"] for citation in draft["citations"]}
    if draft is state["draft"] or all(read[n - 1 : n] == [passage_id] for n, passage_id in cited.items()):
        return read
    return [cited.get(n, "") for n in range(1, max(cited) + 1)]


def _citations(
    draft: Draft, answer: str, numbered: Sequence[str], state: State, passages: PassageStore
) -> list[Citation]:
    """Read again from what is approved; of what is gone, those that the draft had."""
    there = {reading.passage["id"]: reading for reading in approved(state, passages)}
    found = {each["n"]: each for each in cite(answer, [there.get(passage_id) for passage_id in numbered])}
    known = {each["n"]: each for each in draft["citations"]}
    return [{**known, **found}[n] for n in marked(answer) if n in {**known, **found}]


def _before(draft: Draft, numbered: Sequence[str]) -> list[tuple[Claim, Sentence]]:
    """The draft's sentences with what was found about each."""
    said, graded = claims(draft["answer"], numbered), draft["reflection"]["sentences"]
    return list(zip(said, graded or map(_ungraded, said), strict=False))


def _sentences(answer: str, numbered: Sequence[str], before: list[tuple[Claim, Sentence]]) -> list[Sentence]:
    """A sentence that is as it was, with its marks, keeps what was found about it; the others are the person's."""
    left, sentences = [(_same(claim), each) for claim, each in before], []
    for claim in claims(answer, numbered):
        at = next((n for n, (same, _) in enumerate(left) if same == _same(claim)), None)
        sentences.append(_by_person(claim) if at is None else left.pop(at)[1])
    return sentences


def _same(claim: Claim) -> tuple[str, frozenset[str]]:
    return plain(claim["text"]), frozenset(claim["passage_ids"])


def _ungraded(claim: Claim) -> Sentence:
    cited = [passage_id for passage_id in claim["passage_ids"] if passage_id]
    return Sentence(text=claim["text"], is_sup="unknown", passage_ids=cited, reason=UNGRADED)


def _by_person(claim: Claim) -> Sentence:
    return {**_ungraded(claim), "reason": BY_PERSON, "by": "person"}
