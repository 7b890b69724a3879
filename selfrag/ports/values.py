"""The plain types that both sides of the ports speak: JSON values, so that they may go into checkpoints."""

from dataclasses import dataclass
from typing import Literal, NotRequired, TypedDict

RetrieveVerdict = Literal["yes", "no", "continue", "unknown"]
RelVerdict = Literal["relevant", "irrelevant", "ambiguous", "unknown"]
"""Models say relevant or irrelevant; Corrective RAG calls the same correct or incorrect (`graph.state.Verdict`)."""
SupVerdict = Literal["fully", "partially", "no", "unknown"]
WEB = "web"
"""The id of the source that is no collection."""
Basis = Literal["logprobs", "label", "coverage"]
"""What a score rests on: the model's token probabilities, a fixed number for each verdict, or words in common."""


@dataclass(frozen=True)
class Limits:
    """Bounds on what a person may upload and what a run may spend.

    Documents are searched from a probability of `retrieve_threshold` on, where the model tells one.
    """

    file_mb: int = 200
    pages: int = 2000
    files_at_once: int = 50
    parse_seconds: int = 120
    parse_memory_mb: int = 450
    ocr_seconds: int = 1800
    question_chars: int = 2000
    offered: int = 6
    rewrites: int = 2
    writes: int = 2
    web: int = 1
    retrieve_threshold: float = 0.2


class Passage(TypedDict):
    """A chunk of one page; `start` and `end` are character offsets in that page's stored text.

    One that came from outside has the address it came from; one of text that was recognised from a picture says so.
    """

    id: str
    document_id: str
    document: str
    collection: str
    page: int
    page_label: str | None
    start: int
    end: int
    text: str
    url: NotRequired[str]
    ocr: NotRequired[bool]


class Source(TypedDict):
    """What can be searched: a collection by its id, or `WEB`; the description says what is in it."""

    id: str
    title: str
    description: str


class Candidate(TypedDict):
    """A passage found in one source, by words (BM25) and by meaning (cosine similarity to the query).

    Both compare over all collections that one model embedded; `weight` is the share of meaning, 0 to 1.
    """

    passage_id: str
    words: float
    meaning: float
    weight: float


class Hit(TypedDict):
    """A passage found by a search; a higher score is better, comparable within one search only."""

    passage_id: str
    score: float


class Turn(TypedDict):
    """An earlier question of the same thread with its answer."""

    question: str
    answer: str


class Retrieve(TypedDict):
    """Retrieve (arXiv 2310.11511, table 1) with the question made self-contained.

    `probability` of yes among the verdicts, 0 to 1; None where the model tells no token probabilities. `sources` are
    the ids of those to search, out of those offered; empty where none was offered or none could be told.
    """

    verdict: RetrieveVerdict
    query: str
    reason: str
    probability: float | None
    sources: list[str]


class IsRel(TypedDict):
    """IsRel for one passage; `score` from 0 (irrelevant) to 1 (relevant)."""

    verdict: RelVerdict
    score: float
    reason: str
    basis: Basis


class Claim(TypedDict):
    """One sentence of an answer and the passages its marks cite."""

    text: str
    passage_ids: list[str]


class IsSup(TypedDict):
    """IsSup for one claim, with the passages that carry it; `score` from 0 (not supported) to 1 (fully)."""

    verdict: SupVerdict
    passage_ids: list[str]
    score: float
    reason: str
    basis: Basis


class IsUse(TypedDict):
    """IsUse from 1 (useless) to 5, None when it could not be told; `score` from -1 to 1."""

    verdict: int | None
    score: float
    reason: str
    basis: Basis
