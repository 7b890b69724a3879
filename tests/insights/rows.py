"""Rows by hand."""

from typing import Any

from selfrag.insights.rows import Asked, Decided, Judged, Said

SHARED: dict[str, Any] = {"at": 0.0, "collections": ("Menu",), "language": "latin", "model": "m", "strategy": "self"}


def judged(said: Said = "yes", kept: bool = True, score: float | None = None, **more: Any) -> Judged:
    return Judged(**{"question_id": "q", **SHARED, "said": said, "kept": kept, "score": score, **more})


def many(yes_kept: int, yes_dropped: int, no_kept: int, no_dropped: int) -> list[Judged]:
    return [
        *[judged("yes", True)] * yes_kept,
        *[judged("yes", False)] * yes_dropped,
        *[judged("no", True)] * no_kept,
        *[judged("no", False)] * no_dropped,
    ]


def asked(outcome: str = "answered", **more: Any) -> Asked:
    spent = {"rewrites": 0, "writes": 1, "web": 0, "calls": 4, "tokens": 100, "seconds": 2.0}
    return Asked(**{"question_id": "q", **SHARED, "outcome": outcome, **spent, **more})


def decided(seconds: float, **more: Any) -> Decided:
    return Decided(**{"question_id": "q", **SHARED, "kind": "chunk_review", "seconds": seconds, **more})
