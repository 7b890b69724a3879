"""What the graph asks of the outside world: small promises, kept by backends in `documents` and `models`."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from selfrag.ports.meter import Meter, Progress, silent
from selfrag.ports.values import Candidate, Claim, IsRel, IsSup, IsUse, Passage, Retrieve, Source, Turn

Look = Callable[[Source], Sequence[str]]
"""The texts of the passages that fit the question best in a source, best first; looked up when called."""


def unseen(source: Source) -> Sequence[str]:
    """A `Look` that finds nothing."""
    return ()


class Reflector(Protocol):
    """Gives the paper's reflection tokens. A verdict it cannot form is `unknown`, never a guess."""

    def decide_retrieval(
        self, question: str, history: Sequence[Turn], sources: Sequence[Source] = (), look: Look = unseen
    ) -> Retrieve:
        """Whether documents are needed, the question in words that stand without the history, and which of the offered
        sources hold the answer. Who cannot judge sources by their descriptions may `look` into them."""

    def grade_passages(self, question: str, passages: Sequence[Passage]) -> list[IsRel]:
        """One verdict for each passage, in the given order."""

    def grade_strips(self, question: str, strips: Sequence[Sequence[str]]) -> list[list[IsRel]]:
        """For each passage, given as its strips (arXiv 2401.15884, section 4.4), one verdict for each strip."""

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

    def search(self, query: str, collection: str, exclude: Sequence[str] = ()) -> list[Candidate]:
        """Passages of the collection that may fit, none of them one of `exclude`. The same query is embedded once,
        however many collections are searched. Raises SearchFailed, ReindexNeeded, UnknownCollection, ModelError."""

    def describe(self, collections: Sequence[str]) -> list[Source]:
        """Those of the collections that exist, in the given order."""


class Web(Protocol):
    """Finds passages on the web; what is found is stored, so that it can be read and cited later."""

    @property
    def name(self) -> str:
        """Names the provider that queries go to, as people are told."""

    def search(self, query: str, thread_id: str, limit: int) -> list[str]:
        """Send the query, and nothing else, to the search provider; ids of the passages found, best first.

        Raises WebFailed.
        """


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


@dataclass(frozen=True)
class Ports:
    """Everything a node may ask for, by the name of its keyword."""

    reflector: Reflector
    writer: Writer
    search: Search
    passages: PassageStore
    web: Web | None = None


class PortFactory(Protocol):
    """Makes ports that count into the given meter; called once for each node run, so it must be cheap."""

    def __call__(self, meter: Meter) -> Ports:
        """Fresh ports around shared clients."""


@dataclass(frozen=True)
class Outside:
    """What one run of a graph works with beside its state; nothing of it is stored.

    `run` tells this run from the one before, which may have failed half-way.
    """

    make_ports: PortFactory
    progress: Progress = silent
    run: str = ""
