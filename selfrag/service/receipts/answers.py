"""An answer as a receipt has it: as written, as it is now, and what carries each of its sentences."""

from collections.abc import Mapping, Sequence
from typing import Any

from selfrag.receipts import moment
from selfrag.threads.feedback import Mark, struck

_QUOTE = ("passage_id", "document_id", "page", "start", "end", "quote")


def recorded_answer(
    shown: Mapping[str, Any], reviews: Sequence[Mapping[str, Any]], opinions: Sequence[Mark]
) -> dict[str, Any]:
    """From the view of a question, its reviews as recorded, and the marks on it."""
    reflection, strikes = shown["reflection"], struck(opinions, shown["question_id"])
    edits = [each for each in reviews if each["draft"] and each["draft"]["edited"] is not None]
    return {
        "as_written": shown["answer_by_model"] or shown["answer_as_written"],
        "final": shown["answer"],
        "complete": shown["outcome"] is not None,
        "cut": bool(shown["cut"]),
        "edited_by": edits[-1]["who"] if edits else None,
        "approved": list(shown["approved"]),
        "left_out": list(shown["left_out"]),
        "gone": list(shown["gone"]),
        "citations": [_citation(item) for item in shown["citations"]],
        "sentences": [
            _sentence(sentence, strikes.get(number)) for number, sentence in enumerate(reflection["sentences"])
        ],
        "is_use": reflection["is_use"],
        "use_score": reflection["use_score"],
        "reason": reflection["reason"],
    }


def _citation(item: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "n": item["n"],
        "document": item["document"],
        "page_label": item["page_label"],
        "url": item.get("url"),
        **_quote(item),
    }


def _quote(item: Mapping[str, Any]) -> dict[str, Any]:
    return {name: item[name] for name in _QUOTE}


def _sentence(sentence: Mapping[str, Any], strike: Mark | None) -> dict[str, Any]:
    support = sentence.get("support")
    return {
        "text": sentence["text"],
        "is_sup": sentence["is_sup"],
        "score": sentence.get("score"),
        "basis": sentence.get("basis"),
        "reason": sentence["reason"],
        "passage_ids": list(sentence["passage_ids"]),
        "by": sentence.get("by", "model"),
        "support": _quote(support) if support else None,
        "struck": {"who": strike.who, "at": moment(strike.created)} if strike else None,
    }
