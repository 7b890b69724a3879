"""The passages and documents that a record names, as a receipt has them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from selfrag.documents.document import Document
from selfrag.ports import Passage
from selfrag.receipts import text_digest


def passages_named(questions: Sequence[Mapping[str, Any]]) -> dict[str, str | None]:
    """Ids of the passages that these recorded questions name, in their order, with the document where it is told."""
    named: dict[str, str | None] = {}
    for question in questions:
        for review in question["reviews"]:
            offered = [item["passage_id"] for item in review["offered"]]
            named.update({each: named.get(each) for each in [*offered, *review["added"]]})
        answer = question["answer"] or {"approved": [], "citations": [], "sentences": []}
        named.update({each: named.get(each) for each in answer["approved"]})
        supports = [sentence["support"] for sentence in answer["sentences"] if sentence["support"]]
        named.update({quote["passage_id"]: quote["document_id"] for quote in [*answer["citations"], *supports]})
    return named


def approved(questions: Sequence[Mapping[str, Any]]) -> set[str]:
    """Ids of the passages that might be read."""
    kept = {
        item["passage_id"]
        for question in questions
        for review in question["reviews"]
        for item in review["offered"]
        if item["decision"] == "kept"
    }
    added = {each for question in questions for review in question["reviews"] for each in review["added"]}
    return kept | added | {each for question in questions for each in (question["answer"] or {}).get("approved", [])}


def recorded_passage(passage_id: str, passage: Passage | None, document_id: str | None, read: bool) -> dict[str, Any]:
    """A passage, its text only where it was approved; of a deleted one what its id and the citations tell."""
    _, page, _ = passage_id.split(":")
    return {
        "id": passage_id,
        "document_id": passage["document_id"] if passage else document_id,
        "page": passage["page"] if passage else int(page),
        "page_label": passage["page_label"] if passage else None,
        "start": passage["start"] if passage else None,
        "end": passage["end"] if passage else None,
        "sha256": text_digest(passage["text"]) if passage else None,
        "text": passage["text"] if passage and read else None,
        "ocr": bool(passage and passage.get("ocr")),
        "stored": passage is not None,
    }


def recorded_documents(
    passages: Iterable[Mapping[str, Any]],
    found: Mapping[str, Passage],
    documents: Sequence[Document],
    citations: Iterable[Mapping[str, Any]],
) -> list[dict[str, Any]]:
    """Each document once, in the order of the passages; of a deleted one what the citations tell."""
    cited = {citation["passage_id"].split(":")[0]: citation for citation in citations}
    known = {document.id: document for document in documents}
    recorded: dict[str, dict[str, Any]] = {}
    for passage in passages:
        start = passage["id"].split(":")[0]
        if start not in recorded or recorded[start]["id"] is None:
            document_id = passage["document_id"] or cited.get(start, {}).get("document_id")
            there = found.get(passage["id"])
            recorded[start] = _document(start, document_id, there, known.get(document_id or ""), cited.get(start, {}))
    return list(recorded.values())


def _document(
    start: str,
    document_id: str | None,
    passage: Passage | None,
    document: Document | None,
    citation: Mapping[str, Any],
) -> dict[str, Any]:
    url = passage.get("url") if passage else citation.get("url")
    return {
        "kind": "web" if url else "pdf",
        "id": document_id,
        "id_start": start,
        "name": passage["document"] if passage else citation.get("document"),
        "collection": passage["collection"] if passage else None,
        "pages": document.pages if document else None,
        "url": url,
        "stored": passage is not None,
    }
