"""Sentences of answers that a person looked at: their IsSup verdict, and whether they stood."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from selfrag.insights.rows import Judged, Said
from selfrag.ports import Passage
from selfrag.threads.catalog import Question
from selfrag.threads.feedback import Mark, struck
from selfrag.threads.reviews import Review

SAID: dict[str, Said] = {"fully": "yes", "no": "no"}  # partially supported is neither
ACCEPTING = ("accept", "edit")


def sentences_of(
    question: Question,
    draft: Review | None,
    marks: Sequence[Mark],
    facts: Mapping[str, Any],
    passages: Mapping[str, Passage],
) -> Iterable[Judged]:
    """Rows of the answer, if a person decided on its draft, struck a sentence or gave a thumb; else silence says
    nothing. `draft` is the last review of it."""
    final = _reflected(question)
    decision = (draft.decision or {}) if draft else {}
    reviewed = draft if final and decision.get("action") in ACCEPTING else None
    if reviewed is None and not marks:
        return
    against = {final[n]["text"] for n in struck(marks, question.id) if n < len(final)}
    sentences = final if reviewed is None else reviewed.payload["sentences"]
    if reviewed is not None:
        against |= _contested(sentences, decision, final)
    at = (reviewed.decided if reviewed else marks[-1].created) or 0.0
    for sentence in sentences:
        if sentence.get("by") == "person" or sentence["is_sup"] is None:
            continue
        where = {passages[each]["collection"] if each in passages else "" for each in sentence["passage_ids"]}
        yield Judged(
            **{**facts, "collections": tuple(sorted(where)) or facts["collections"]},
            at=at,
            said=SAID.get(sentence["is_sup"], "unsure"),
            kept=sentence["text"] not in against,
            score=sentence.get("score") if sentence["is_sup"] != "unknown" else None,
            basis=sentence.get("basis") or "",
        )


def _reflected(question: Question) -> list[dict[str, Any]]:
    draft = question.record.get("draft") or {}
    found: list[dict[str, Any]] = (draft.get("reflection") or {}).get("sentences", [])
    return found


def _contested(
    sentences: Sequence[Mapping[str, Any]], decision: Mapping[str, Any], final: Sequence[Mapping[str, Any]]
) -> set[str]:
    """What a decision struck, or what an edited answer says no longer in these words."""
    if decision["action"] == "edit":
        left = {each["text"] for each in final if each.get("by") != "person"}
        return {each["text"] for each in sentences if each["text"] not in left}
    return {sentences[n]["text"] for n in decision.get("strike") or [] if n < len(sentences)}
