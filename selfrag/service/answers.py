"""The answer of a view: as it was written, and what is left of it where people struck sentences."""

from collections.abc import Mapping, Sequence
from typing import Any

from selfrag.graph.amend import without
from selfrag.graph.citations import claims, marked
from selfrag.graph.draft_review import KIND as DRAFT_REVIEW
from selfrag.graph.nodes.reflect import better
from selfrag.threads.feedback import Mark, struck, thumb
from selfrag.threads.reviews import Review

Draft = Mapping[str, Any]


def draft_of(record: Mapping[str, Any], waiting: Review | None) -> Draft:
    """What was written last; while a person is asked about a draft, the one that they are asked about."""
    if waiting is not None and waiting.payload["kind"] == DRAFT_REVIEW:
        return better(record.get("draft"), record.get("best")) or {}
    return record.get("draft") or {}


def is_final(record: Mapping[str, Any]) -> bool:
    """Whether the question ended with something written."""
    return record.get("outcome") is not None and bool((record.get("draft") or {}).get("answer"))


def sentences_of(draft: Draft) -> list[str]:
    """The sentences of an answer by their numbers, without their marks."""
    graded = (draft.get("reflection") or {}).get("sentences")
    if graded:
        return [sentence["text"] for sentence in graded]
    return [claim["text"] for claim in claims(draft.get("answer", ""), ())]


def answer_view(
    record: Mapping[str, Any], waiting: Review | None, marks: Sequence[Mark], question_id: str
) -> dict[str, Any]:
    """What a view says of its answer.

    A draft that a person is asked about is no answer yet: `answer` is empty, and `answer_as_written` is the draft.
    `sentences` are all that it has, by the numbers that `struck` means. `written_by` is "person", or "both" where a
    person wrote part of it, and `answer_by_model` what they made it of.
    """
    draft = draft_of(record, waiting)
    written = draft.get("answer") or record.get("partial", "")
    sentences = sentences_of(draft)
    gone = _struck(record, marks, question_id, len(sentences))
    left = without(written, gone)
    asked = waiting is not None and waiting.payload["kind"] == DRAFT_REVIEW
    return {
        "answer": "" if asked else left,
        "answer_as_written": written,
        "answer_by_model": draft.get("written"),
        "written_by": _written_by(draft) if written else None,
        "sentences": sentences,
        "struck": [{"sentence": n, "who": mark.who, "at": mark.created} for n, mark in sorted(gone.items())],
        "thumb": thumb(marks, question_id),
        "citations": _citations(draft, left) if gone else draft.get("citations", []),
        "reflection": _reflection(draft.get("reflection") or {}, gone),
        "accepted": record.get("accepted") or None,
    }


def _struck(record: Mapping[str, Any], marks: Sequence[Mark], question_id: str, count: int) -> dict[int, Mark]:
    if not is_final(record):
        return {}
    return {number: mark for number, mark in struck(marks, question_id).items() if number < count}


def _written_by(draft: Draft) -> str:
    by = {sentence.get("by", "model") for sentence in (draft.get("reflection") or {}).get("sentences", [])}
    return "both" if len(by) > 1 else next(iter(by), "model")


def _citations(draft: Draft, left: str) -> list[Any]:
    """Those that what is left still cites, under their numbers."""
    there = set(marked(left))
    return [citation for citation in draft.get("citations", []) if citation["n"] in there]


def _reflection(reflection: Mapping[str, Any], gone: Mapping[int, Mark]) -> dict[str, Any]:
    return {
        "sentences": [{**each, "struck": n in gone} for n, each in enumerate(reflection.get("sentences", []))],
        "is_use": reflection.get("is_use"),
        "use_score": reflection.get("use_score"),
        "score": reflection.get("score"),
        "reason": reflection.get("reason", ""),
    }
