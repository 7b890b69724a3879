"""What a thread remembers between nodes: JSON values only, passages by id, never their texts."""

import operator
from typing import Annotated, Any, Literal, TypedDict

from selfrag.ports import Hit, RelVerdict, RetrieveVerdict, SupVerdict, Turn

Outcome = Literal["answered", "answered_directly", "partly_supported", "no_evidence", "rejected"]
Policy = Literal["always", "when_unsure", "never", "approve_all"]
Change = Literal["new", "kept"]


class Evidence(TypedDict):
    """A passage offered for the question; `is_rel` is None until it has been graded."""

    passage_id: str
    is_rel: RelVerdict | None
    score: float
    reason: str
    kept: bool
    change: Change


class Citation(TypedDict):
    """The mark `[n]` in the answer; `start` and `end` bound the quote in the page's stored text."""

    n: int
    passage_id: str
    document_id: str
    document: str
    page: int
    page_label: str | None
    start: int
    end: int
    quote: str


class Sentence(TypedDict):
    """One sentence of the answer with its IsSup verdict."""

    text: str
    is_sup: SupVerdict
    passage_ids: list[str]
    reason: str


class Reflection(TypedDict):
    """IsSup for each sentence, and IsUse from 1 to 5 (None: unknown)."""

    sentences: list[Sentence]
    is_use: int | None
    reason: str


class Draft(TypedDict):
    """An answer with what was found about it."""

    answer: str
    citations: list[Citation]
    reflection: Reflection


class Counters(TypedDict):
    """Loops spent on this question, against the limits of the same names."""

    rewrites: int
    writes: int
    web: int


class Step(TypedDict):
    """A node that ran: what it spent and what it found."""

    node: str
    seconds: float
    calls: int
    embeds: int
    tokens: int
    found: dict[str, Any]


class State(TypedDict, total=False):
    """`question` is what the person typed and never changes; `asked` is the self-contained wording that
    graders and writer work on; `query` is what was searched for last."""

    thread_id: str
    question_id: str
    question: str
    asked: str
    query: str
    history: list[Turn]
    sources: list[str]
    policy: Policy
    retrieve: RetrieveVerdict
    retrieve_reason: str
    tried: list[str]
    hits: list[Hit]
    evidence: list[Evidence]
    pinned: list[str]
    dropped: list[str]
    reviewed: list[str]
    attempt: int
    decision: dict[str, Any]
    approved: list[str]
    gone: list[str]
    draft: Draft | None
    best: Draft | None
    counters: Counters
    outcome: Outcome | None
    steps: Annotated[list[Step], operator.add]
