"""The command line's JSON shapes, drawn from stored state alone."""

from collections.abc import Mapping, Sequence
from typing import Any

from selfrag.documents.document import Document
from selfrag.graph.state import Citation, Evidence, State, Step
from selfrag.ports import Passage, PassageStore
from selfrag.service.answers import answer_view, draft_of
from selfrag.threads.catalog import Question, Thread
from selfrag.threads.feedback import Mark
from selfrag.threads.reviews import Review

RECORDED = set(State.__annotations__) - {"thread_id", "question_id", "question", "history", "sources", "policy", "hits"}


def record_of(state: State, earlier: Mapping[str, Any], broken_off: Sequence[Step] = ()) -> dict[str, Any]:
    """What the catalog keeps of a run's state, and of the steps that broke off, now and by the `earlier` record.

    Those are not in the state, where each step is one that is done.
    """
    record = {key: state[key] for key in RECORDED if key in state}  # type: ignore[literal-required]
    lost = [*earlier.get("broken_off", []), *broken_off]
    return record | ({"broken_off": lost} if lost else {})


def view(
    thread: Thread,
    question: Question | None,
    waiting: Review | None,
    passages: PassageStore,
    marks: Sequence[Mark] = (),
) -> dict[str, Any]:
    """A question as `ask`, `resume`, `show` and `continue` print it; `marks` are opinions on the thread's answers.

    Records from before there were strategies are of the one there was.
    """
    record = question.record if question else {}
    draft = draft_of(record, waiting)
    said = answer_view(record, waiting, marks, question.id if question else "")
    steps = [*record.get("steps", []), *record.get("broken_off", [])]
    own = own_steps(steps)
    evidence = record.get("evidence", [])
    found = passages.get([item["passage_id"] for item in evidence])
    reflection = draft.get("reflection") or {}
    return {
        "thread_id": thread.id,
        "title": thread.title,
        "archived": thread.archived is not None,
        "forked_from": thread.forked_from,
        "question_id": question.id if question else None,
        "status": question.status if question else thread.status,
        "outcome": record.get("outcome"),
        "question": question.question if question else "",
        "asked": record.get("asked", question.question if question else ""),
        "query": record.get("query", question.question if question else ""),
        "tried": record.get("tried", []),
        "retrieve": record.get("retrieve"),
        "retrieve_probability": record.get("retrieve_probability"),
        "strategy": record.get("strategy", "self" if "asked" in record else thread.strategy),
        "policy": question.policy if question else thread.policy,
        "draft_review": bool(question and question.draft_review),
        "made_with": question.made_with if question else None,
        "created": question.created if question else thread.created,
        "updated": question.updated if question else thread.updated,
        **said,
        "citations": [_citation(item, found) for item in said["citations"]],
        "evidence": [evidence_view(item, found.get(item["passage_id"])) for item in evidence],
        "approved": record.get("approved", []),
        "gone": record.get("gone", []),
        "left_out": record.get("left_out", []),
        "cut": draft.get("cut", False),
        "counters": record.get("counters", {"rewrites": 0, "writes": 0, "web": 0}),
        "steps": steps,
        "calls": {"chat": sum(s["calls"] for s in own), "embed": sum(s["embeds"] for s in own)},
        "tokens": _tokens(own),
        "scores": _basis(evidence, reflection),
        "sources": question.sources if question else [],
        "searched": record.get("searched", []),
        "fallback": record.get("fallback", ""),
        "consent": record.get("consent") or None,
        "decision": record.get("decision") or None,
        "review": {**waiting.payload, "draft": waiting.draft} if waiting else None,
        "error": question.error if question else None,
    }


def own_steps(steps: Sequence[Step]) -> list[Step]:
    """Those that ran for this question itself; what a fork inherited was spent in the thread that it comes from."""
    return [step for step in steps if not step.get("inherited")]


def without_text(documents: Sequence[Document], sources: Sequence[str]) -> list[dict[str, Any]]:
    """Pages of these collections that no search can find; they have no text, or none that could be read."""
    return [
        {"document": document.label, "pages": document.pages_without_text}
        for document in documents
        if document.collection_id in sources and document.pages_without_text
    ]


def _tokens(steps: list[Step]) -> dict[str, int]:
    """Tokens billed; records from before the three kinds were told apart know their total alone."""
    return {
        "prompt": sum(s.get("prompt_tokens", 0) for s in steps),
        "completion": sum(s.get("completion_tokens", 0) for s in steps),
        "embedding": sum(s.get("embedding_tokens", 0) for s in steps),
        "total": sum(s["tokens"] for s in steps),
    }


def _basis(evidence: list[Evidence], reflection: dict[str, Any]) -> str | None:
    """What the shown scores rest on: a `Basis`, `mixed`, or None without any; an unknown verdict has none."""
    found = {item.get("basis") for item in evidence if item["is_rel"] != "unknown"}
    found |= {s.get("basis") for s in reflection.get("sentences", []) if s["is_sup"] != "unknown"}
    if reflection.get("is_use") is not None:
        found.add(reflection.get("basis"))
    known = found - {None}
    return "mixed" if len(known) > 1 else next(iter(known), None)


def _citation(item: Citation, passages: Mapping[str, Passage]) -> dict[str, Any]:
    cited = passages.get(item["passage_id"])
    return {**item, "ocr": bool(cited and cited.get("ocr")), "exists": cited is not None}


def evidence_view(item: Evidence, passage: Passage | None) -> dict[str, Any]:
    """An offered passage with what the page shows of it."""
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
        "url": passage.get("url") if passage else None,
        "ocr": bool(passage and passage.get("ocr")),
        "exists": passage is not None,
    }
