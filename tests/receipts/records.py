"""A small receipt of the right form, and a store in which all of it holds."""

from typing import Any

from selfrag.receipts import sealed, text_digest

DOCUMENT, WEB_DOCUMENT = "a" * 64, "b" * 64
PAGE = "Opening hours. The corkage fee is ₩20,000 per bottle. 코르크 차지는 병당 2만 원입니다."
FEE = "The corkage fee is ₩20,000 per bottle."
WEB_TEXT = "Other restaurants ask ₩30,000."
PASSAGE, DROPPED, WEB_PASSAGE = f"{'a' * 16}:1:0", f"{'a' * 16}:2:0", f"{'b' * 16}:1:1"
DROPPED_TEXT = "Parking is free."
SHOWN = "2026-12-01T09:30:00.000Z"
DECIDED = "2026-12-01T09:31:00.000Z"


class Store:
    """Implements `receipts.Stored`; a test changes what it holds."""

    def __init__(self) -> None:
        self.files: dict[str, str] = {DOCUMENT: DOCUMENT}
        self.pages = {(DOCUMENT, 1): PAGE, (DOCUMENT, 2): DROPPED_TEXT}
        self.passages = {PASSAGE: PAGE, DROPPED: DROPPED_TEXT, WEB_PASSAGE: WEB_TEXT}

    def file_digest(self, document_id: str) -> str | None:
        return self.files.get(document_id)

    def page_text(self, document_id: str, page: int) -> str | None:
        return self.pages.get((document_id, page))

    def passage_text(self, passage_id: str) -> str | None:
        return self.passages.get(passage_id)


def record(**changes: Any) -> dict[str, Any]:
    """The receipt, sealed; `changes` replace parts of its question."""
    return sealed(
        {
            "format": "selfrag-receipt",
            "version": 1,
            "made_at": "2026-12-01T10:00:00.000Z",
            "program": {"name": "selfrag", "version": "0.1.0"},
            "thread": {
                "id": "t1",
                "title": "What is the corkage fee? 코르크 차지는?",
                "status": "answered",
                "strategy": "self",
                "policy": "always",
                "created": SHOWN,
                "updated": DECIDED,
                "forked_from": None,
            },
            "questions": [question() | changes],
            "passages": [
                passage(PASSAGE, DOCUMENT, 1, PAGE, read=True),
                passage(DROPPED, DOCUMENT, 2, DROPPED_TEXT),
                passage(WEB_PASSAGE, WEB_DOCUMENT, 1, WEB_TEXT, read=True, start=40),
            ],
            "documents": [
                document("pdf", DOCUMENT, "guide.pdf", "Guides", 2),
                document("web", WEB_DOCUMENT, "Prices", "Web", None, url="https://example.org/prices"),
            ],
            "comments": [{"at": DECIDED, "who": "박감수", "review_id": "q1.1", "text": "확인했습니다."}],
        }
    )


def question() -> dict[str, Any]:
    """One question, reviewed by 김심사 and answered."""
    return {
        "id": "q1",
        "number": 1,
        "status": "answered",
        "outcome": "answered",
        "error": None,
        "strategy": "self",
        "policy": "always",
        "draft_review": False,
        "asked": "코르크 차지는 얼마인가요?",
        "understood": "What is the corkage fee?",
        "versions": [
            {"text": "코르크 차지는 얼마인가요?", "by": "person", "who": "", "at": SHOWN, "review_id": None},
            {
                "text": "What is the corkage fee?",
                "by": "person",
                "who": "김심사",
                "at": DECIDED,
                "review_id": "q1.1",
            },
        ],
        "queries": ["코르크 차지는 얼마인가요?", "corkage fee"],
        "times": {"asked": SHOWN, "finished": DECIDED, "updated": DECIDED},
        "made_with": {
            "answers_with": "a model",
            "chat_model": "m",
            "embedding_model": "e",
            "searches_with": "e",
            "grading": "each",
            "web": "Finder",
            "limits": {"rewrites": 2},
        },
        "retrieval": {"verdict": "yes", "probability": 0.9},
        "sources": [{"id": "c1", "title": "Guides"}, {"id": "web", "title": None}],
        "reviews": [review()],
        "answer": answer(),
        "counters": {"rewrites": 0, "writes": 1, "web": 1},
        "steps": [
            {
                "node": "search",
                "at": SHOWN,
                "seconds": 0.25,
                "calls": 0,
                "embeds": 1,
                "tokens": 7,
                "failed": False,
                "inherited": False,
            }
        ],
        "calls": {"chat": 3, "embed": 1},
        "tokens": {"prompt": 5, "completion": 1, "embedding": 1, "total": 7},
        "cost": {"amount": 0.0012, "currency": "USD"},
        "thumb": {"value": 1, "who": "김심사", "at": DECIDED},
    }


def review() -> dict[str, Any]:
    """One passage kept, one dropped."""
    return {
        "id": "q1.1",
        "kind": "chunk_review",
        "attempt": 1,
        "shown": SHOWN,
        "decided": DECIDED,
        "decided_by": "person",
        "who": "김심사",
        "policy": None,
        "assigned": None,
        "question": "코르크 차지는 얼마인가요?",
        "query": "corkage fee",
        "action": "approve",
        "note": "가격만",
        "offered": [
            offered(PASSAGE, "relevant", 0.9, "kept"),
            offered(DROPPED, "irrelevant", 0.1, "dropped"),
            offered(WEB_PASSAGE, "ambiguous", 0.5, "kept"),
        ],
        "added": [],
        "edit": {"question": None, "query": None, "search_again": None},
        "web": None,
        "draft": None,
    }


def offered(passage_id: str, verdict: str, score: float, decision: str) -> dict[str, Any]:
    return {
        "passage_id": passage_id,
        "verdict": verdict,
        "score": score,
        "basis": "label",
        "reason": "names the fee",
        "change": "new",
        "suggested": decision == "kept",
        "added": False,
        "decision": decision,
        "strips": None,
    }


def answer() -> dict[str, Any]:
    """Two sentences, the second struck."""
    start = PAGE.index(FEE)
    quote = {"document_id": DOCUMENT, "page": 1, "start": start, "end": start + len(FEE), "quote": FEE}
    fee = {"passage_id": PASSAGE, **quote}
    return {
        "as_written": "병당 2만 원입니다. [1] Others ask more. [2]",
        "final": "병당 2만 원입니다. [1]",
        "complete": True,
        "cut": False,
        "edited_by": None,
        "approved": [PASSAGE, WEB_PASSAGE],
        "left_out": [],
        "gone": [],
        "citations": [
            {"n": 1, "document": "guide.pdf", "page_label": None, "url": None, **fee},
            {
                "n": 2,
                "document": "Prices",
                "page_label": None,
                "url": "https://example.org/prices",
                "passage_id": WEB_PASSAGE,
                "document_id": WEB_DOCUMENT,
                "page": 1,
                "start": 40,
                "end": 40 + len(WEB_TEXT),
                "quote": WEB_TEXT,
            },
        ],
        "sentences": [
            sentence("병당 2만 원입니다.", "fully", PASSAGE, support=fee),
            sentence("Others ask more.", "unknown", WEB_PASSAGE, struck={"who": "박감수", "at": DECIDED}),
        ],
        "is_use": 4,
        "use_score": 0.5,
        "reason": "",
    }


def sentence(text: str, is_sup: str, passage_id: str, **more: Any) -> dict[str, Any]:
    known = {"text": text, "is_sup": is_sup, "score": None, "basis": None, "reason": "", "passage_ids": [passage_id]}
    return {**known, "by": "model", "support": None, "struck": None, **more}


def passage(
    passage_id: str, document_id: str, page: int, text: str, *, read: bool = False, start: int = 0
) -> dict[str, Any]:
    return {
        "id": passage_id,
        "document_id": document_id,
        "page": page,
        "page_label": None,
        "start": start,
        "end": start + len(text),
        "sha256": text_digest(text),
        "text": text if read else None,
        "ocr": False,
        "stored": True,
    }


def document(
    kind: str, document_id: str, name: str, collection: str, pages: int | None, *, url: str | None = None
) -> dict[str, Any]:
    return {
        "kind": kind,
        "id": document_id,
        "id_start": document_id[:16],
        "name": name,
        "collection": collection,
        "pages": pages,
        "url": url,
        "stored": True,
    }
