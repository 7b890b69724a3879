"""The plain types that both sides of the ports speak: JSON values, so that they may go into checkpoints."""

from dataclasses import dataclass
from typing import Literal, TypedDict

RetrieveVerdict = Literal["yes", "no", "continue", "unknown"]
RelVerdict = Literal["relevant", "irrelevant", "ambiguous", "unknown"]
SupVerdict = Literal["fully", "partially", "no", "unknown"]
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
    question_chars: int = 2000
    offered: int = 6
    rewrites: int = 2
    writes: int = 2
    retrieve_threshold: float = 0.2


class Passage(TypedDict):
    """A chunk of one page; `start` and `end` are character offsets in that page's stored text."""

    id: str
    document_id: str
    document: str
    collection: str
    page: int
    page_label: str | None
    start: int
    end: int
    text: str


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

    `probability` of yes among the verdicts, 0 to 1; None where the model tells no token probabilities.
    """

    verdict: RetrieveVerdict
    query: str
    reason: str
    probability: float | None


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
