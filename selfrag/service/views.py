"""The command line's JSON shapes, drawn from stored state alone."""

from typing import Any

from selfrag.graph.state import Evidence, State
from selfrag.ports import Passage, PassageStore
from selfrag.threads.catalog import Question, Thread
from selfrag.threads.reviews import Review

RECORDED = set(State.__annotations__) - {"thread_id", "question_id", "question", "history", "sources", "policy", "hits"}


def record_of(state: State) -> dict[str, Any]:
    """What the catalog keeps of a run's state."""
    return {key: state[key] for key in RECORDED if key in state}  # type: ignore[literal-required]


def view(thread: Thread, question: Question | None, waiting: Review | None, passages: PassageStore) -> dict[str, Any]:
    """A question as `ask`, `resume`, `show` and `continue` print it."""
    record = question.record if question else {}
    draft = record.get("draft") or {}
    steps = record.get("steps", [])
    evidence = record.get("evidence", [])
    found = passages.get([item["passage_id"] for item in evidence])
    reflection = draft.get("reflection") or {}
    return {
        "thread_id": thread.id,
        "question_id": question.id if question else None,
        "status": question.status if question else thread.status,
        "outcome": record.get("outcome"),
        "question": question.question if question else "",
        "asked": record.get("asked", question.question if question else ""),
        "query": record.get("query", question.question if question else ""),
        "tried": record.get("tried", []),
        "retrieve": record.get("retrieve"),
        "strategy": thread.strategy,
        "policy": question.policy if question else thread.policy,
        "answer": draft.get("answer") or record.get("partial", ""),
        "citations": draft.get("citations", []),
        "evidence": [_evidence(item, found.get(item["passage_id"])) for item in evidence],
        "approved": record.get("approved", []),
        "gone": record.get("gone", []),
        "reflection": {
            "sentences": reflection.get("sentences", []),
            "is_use": reflection.get("is_use"),
            "reason": reflection.get("reason", ""),
        },
        "counters": record.get("counters", {"rewrites": 0, "writes": 0, "web": 0}),
        "steps": steps,
        "calls": {"chat": sum(s["calls"] for s in steps), "embed": sum(s["embeds"] for s in steps)},
        "decision": record.get("decision") or None,
        "review": {**waiting.payload, "draft": waiting.draft} if waiting else None,
        "error": question.error if question else None,
    }


def _evidence(item: Evidence, passage: Passage | None) -> dict[str, Any]:
    page = item["passage_id"].split(":")[1]  # a passage id is sha16:page:seq, so a deleted one still has its page
    return {
        **item,
        "document": passage["document"] if passage else None,
        "document_id": passage["document_id"] if passage else None,
        "collection": passage["collection"] if passage else None,
        "page": passage["page"] if passage else int(page),
        "page_label": passage["page_label"] if passage else None,
        "start": passage["start"] if passage else None,
        "end": passage["end"] if passage else None,
        "text": passage["text"] if passage else "",
        "exists": passage is not None,
    }
