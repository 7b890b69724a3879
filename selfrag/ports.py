"""What the graph asks of the outside world, and the plain types both sides speak.

Ports are small promises; backends live in `documents` and `models`, and `wiring` chooses them.
All values are JSON-compatible, so they may go into checkpoints and over the command line.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Literal, Protocol, TypedDict

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


class Reflector(Protocol):
    """Gives the paper's reflection tokens. A verdict it cannot form is `unknown`, never a guess."""

    def decide_retrieval(self, question: str, history: Sequence[Turn]) -> Retrieve:
        """Whether documents are needed, and the question in words that stand without the history."""

    def grade_passages(self, question: str, passages: Sequence[Passage]) -> list[IsRel]:
        """One verdict for each passage, in the given order."""

    def grade_support(self, claims: Sequence[Claim], passages: Sequence[Passage]) -> list[IsSup]:
        """One verdict for each claim, in the given order, judged against `passages` alone."""

    def grade_usefulness(self, question: str, answer: str) -> IsUse:
        """How well the answer answers the question."""


RESTART = "\0"
"""A piece of a writer that says: what came before was no answer; that begins after it."""
CUT = "\1"
"""The last piece of a writer whose model had no room for more: the answer breaks off there."""


def joined(pieces: Iterable[str]) -> str:
    """The answer that a writer's pieces make."""
    return "".join(pieces).rpartition(RESTART)[2].removesuffix(CUT)


class Writer(Protocol):
    """Writes text. Every iterator yields pieces as they come, `RESTART` or `CUT`; closing it aborts the request.

    Raises ContextTooLong before the first piece where the passages do not fit.
    """

    def write(self, question: str, passages: Sequence[Passage], feedback: str = "") -> Iterator[str]:
        """The answer in the question's language; `[n]` marks the n-th given passage, counted from 1."""

    def answer_directly(self, question: str, history: Sequence[Turn]) -> Iterator[str]:
        """A reply without documents and without marks."""

    def rewrite(self, question: str, history: Sequence[Turn], tried: Sequence[str]) -> str:
        """A better search query than those already tried."""


class PassageStore(Protocol):
    """Reads stored passages."""

    def get(self, passage_ids: Sequence[str]) -> dict[str, Passage]:
        """Those that still exist, by id; a deleted document's passages are absent."""


class Search(Protocol):
    """Finds passages in collections."""

    def search(self, query: str, collections: Sequence[str], limit: int, exclude: Sequence[str] = ()) -> list[Hit]:
        """The best `limit` passages of the named collections, best first; never one of `exclude`."""


class Embedder(Protocol):
    """LangChain's `Embeddings` plus what an index must remember about it."""

    @property
    def name(self) -> str:
        """Identifies the model; vectors of two names are never mixed."""

    @property
    def weight(self) -> float:
        """Share of the dense score in a mixed search, 0 to 1."""

    @property
    def batch(self) -> int:
        """How many texts to give at once, so that it can work well and its progress still be seen."""

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """One vector for each text, all of one dimension."""

    def embed_query(self, text: str) -> list[float]:
        """The vector of a query."""


class Progress(Protocol):
    """Tells the run what a node is doing; raises `RunStopped` once a person asked to stop."""

    def __call__(self, kind: str, **facts: Any) -> None:
        """`kind` is "node" (one begins, or begins its text anew: `node`), "token" (a piece of text for the page:
        `text`), "waiting" (the server asked to wait for so many `seconds`), "failed" (with `error`: what runs beside it
        need not go on), or "beat" (no news: something is being waited for)."""


def silent(kind: str, **facts: Any) -> None:
    """Progress that nobody follows."""


@dataclass
class Meter:
    """Counts what one node, or one ingest, spends; safe to share between its threads.

    Whoever waits for a model calls `progress("beat")` several times a second, so that a stop takes effect meanwhile.
    """

    progress: Progress = field(default=silent, repr=False, compare=False)
    chat: int = 0
    embed: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    embedding_tokens: int = 0
    _lock: Lock = field(default_factory=Lock, repr=False, compare=False)

    def add(
        self,
        *,
        chat: int = 0,
        embed: int = 0,
        prompt_tokens: int = 0,
        completion_tokens: int = 0,
        embedding_tokens: int = 0,
    ) -> None:
        """Add requests to the chat and embedding endpoints, and tokens billed for them."""
        with self._lock:
            self.chat += chat
            self.embed += embed
            self.prompt_tokens += prompt_tokens
            self.completion_tokens += completion_tokens
            self.embedding_tokens += embedding_tokens

    @property
    def tokens(self) -> int:
        """All tokens billed."""
        return self.prompt_tokens + self.completion_tokens + self.embedding_tokens


@dataclass(frozen=True)
class Ports:
    """Everything a node may ask for, by the name of its keyword."""

    reflector: Reflector
    writer: Writer
    search: Search
    passages: PassageStore


class PortFactory(Protocol):
    """Makes ports that count into the given meter; called once for each node run, so it must be cheap."""

    def __call__(self, meter: Meter) -> Ports:
        """Fresh ports around shared clients."""


@dataclass(frozen=True)
class Outside:
    """What one run of a graph works with beside its state; nothing of it is stored."""

    make_ports: PortFactory
    progress: Progress = silent
