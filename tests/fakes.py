"""Fakes of every port, in one place."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any
from zlib import crc32

from selfrag.documents.collections import Collection
from selfrag.errors import ContextTooLong, ModelUnreachable, SearchFailed, UnknownCollection, WebFailed
from selfrag.ports import (
    Basis,
    Candidate,
    Claim,
    Embedder,
    IsRel,
    IsSup,
    IsUse,
    Look,
    Meter,
    Passage,
    Ports,
    Progress,
    RelVerdict,
    Retrieve,
    RetrieveVerdict,
    Search,
    Source,
    SupVerdict,
    Turn,
    unseen,
)


def passage(passage_id: str, text: str = "", document: str = "book.pdf") -> Passage:
    """A passage whose page is the middle of its id."""
    page = int(passage_id.split(":")[1])
    return Passage(
        id=passage_id,
        document_id=passage_id.split(":", maxsplit=1)[0],
        document=document,
        collection="Documents",
        page=page,
        page_label=None,
        start=0,
        end=len(text),
        text=text or f"Fact {passage_id} stands here.",
    )


@dataclass
class FakePassages:
    """A passage store in memory; `forget` deletes."""

    stored: dict[str, Passage]

    def get(self, passage_ids: Sequence[str]) -> dict[str, Passage]:
        return {pid: self.stored[pid] for pid in passage_ids if pid in self.stored}

    def forget(self, *passage_ids: str) -> None:
        for passage_id in passage_ids:
            del self.stored[passage_id]


@dataclass
class FakeSearch:
    """Finds scripted ids in a source or for a query, or all that are known; logs every query and source."""

    ids: list[str]
    by_query: dict[str, list[str]] = field(default_factory=dict)
    by_source: dict[str, list[str]] = field(default_factory=dict)
    titles: dict[str, str] = field(default_factory=dict)
    failing: set[str] = field(default_factory=set)
    deleted: set[str] = field(default_factory=set)
    queries: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    def search(self, query: str, collection: str, exclude: Sequence[str] = ()) -> list[Candidate]:
        self.queries.append(query)
        self.asked.append(collection)
        if collection in self.deleted:
            raise UnknownCollection("That collection no longer exists; choose another.")
        if collection in self.failing:
            raise SearchFailed("“{title}” cannot be searched.", title=self.titles.get(collection, collection))
        known = self.by_source.get(collection, self.by_query.get(query, self.ids))
        found = [pid for pid in known if pid not in exclude]
        return [
            Candidate(passage_id=pid, words=1.0 - n / 100, meaning=1.0 - n / 100, weight=0.5)
            for n, pid in enumerate(found)
        ]

    def describe(self, collections: Sequence[str]) -> list[Source]:
        there = [each for each in collections if each not in self.deleted]
        return [Source(id=each, title=self.titles.get(each, each), description="") for each in there]


SCORES: dict[RelVerdict, float] = {"relevant": 0.9, "ambiguous": 0.5, "unknown": 0.5, "irrelevant": 0.1}


@dataclass
class FakeWeb:
    """Finds scripted ids; logs every query that left, and fails where it is told to."""

    ids: list[str]
    fails: bool = False
    name: str = "Finder"
    sent: list[str] = field(default_factory=list)

    def search(self, query: str, thread_id: str, limit: int) -> list[str]:
        self.sent.append(query)
        if self.fails:
            raise WebFailed("The web search does not answer; try again later.")
        return self.ids[:limit]


@dataclass
class FakeReflector:
    """Verdicts by rule; every call is logged with what it was asked about.

    `offered` are the sources that it could choose from, and `texts` what support was judged against.
    """

    retrieve: RetrieveVerdict = "yes"
    probability: float | None = None
    standalone: str | None = None
    sources: list[str] = field(default_factory=list)
    router_fails: bool = False
    looks: bool = False
    seen: dict[str, list[str]] = field(default_factory=dict)
    strips: Callable[[str], RelVerdict] = lambda strip: "relevant"
    rel: Callable[[str, Passage], RelVerdict] = lambda question, passage: "relevant"
    sup: Callable[[Claim], SupVerdict] = lambda claim: "fully"
    use: Callable[[str], int | None] = lambda answer: 5
    rel_scores: dict[str, float] = field(default_factory=dict)
    sup_scores: dict[SupVerdict, float] = field(
        default_factory=lambda: {"fully": 1.0, "partially": 0.5, "no": 0.0, "unknown": 0.5}
    )
    basis: Basis = "label"
    offered: list[list[str]] = field(default_factory=list)
    texts: list[list[str]] = field(default_factory=list)
    calls: list[tuple[str, Any]] = field(default_factory=list)

    def decide_retrieval(
        self, question: str, history: Sequence[Turn], sources: Sequence[Source] = (), look: Look = unseen
    ) -> Retrieve:
        self.calls.append(("decide_retrieval", question))
        self.offered.append([source["id"] for source in sources])
        if self.looks:
            self.seen = {source["id"]: list(look(source)) for source in sources}
        if self.router_fails:
            raise ModelUnreachable("The model does not answer.")
        return Retrieve(
            verdict=self.retrieve,
            query=self.standalone or question,
            reason="scripted",
            probability=self.probability,
            sources=self.sources,
        )

    def grade_strips(self, question: str, strips: Sequence[Sequence[str]]) -> list[list[IsRel]]:
        self.calls.append(("grade_strips", (question, [list(each) for each in strips])))
        return [
            [
                IsRel(verdict=verdict, score=SCORES[verdict], reason="scripted", basis=self.basis)
                for verdict in map(self.strips, each)
            ]
            for each in strips
        ]

    def grade_passages(self, question: str, passages: Sequence[Passage]) -> list[IsRel]:
        self.calls.append(("grade_passages", (question, [p["id"] for p in passages])))
        verdicts = [self.rel(question, p) for p in passages]
        return [
            IsRel(
                verdict=verdict,
                score=self.rel_scores.get(p["id"], SCORES[verdict]),
                reason="scripted",
                basis=self.basis,
            )
            for p, verdict in zip(passages, verdicts, strict=True)
        ]

    def grade_support(self, claims: Sequence[Claim], passages: Sequence[Passage]) -> list[IsSup]:
        self.calls.append(("grade_support", ([c["text"] for c in claims], [p["id"] for p in passages])))
        self.texts.append([p["text"] for p in passages])
        verdicts = [self.sup(c) for c in claims]
        return [
            IsSup(
                verdict=verdict,
                passage_ids=c["passage_ids"],
                score=self.sup_scores[verdict],
                reason="scripted",
                basis=self.basis,
            )
            for c, verdict in zip(claims, verdicts, strict=True)
        ]

    def grade_usefulness(self, question: str, answer: str) -> IsUse:
        self.calls.append(("grade_usefulness", question))
        verdict = self.use(answer)
        score = 0.0 if verdict is None else (verdict - 3) / 2
        return IsUse(verdict=verdict, score=score, reason="scripted", basis=self.basis)


@dataclass
class FakeWriter:
    """Writes one sentence per passage with its mark; logs what it was given to read, and refuses more than `room`.

    `texts` are those of the passages of each call.
    """

    pieces: Callable[[Sequence[Passage]], list[str]] | None = None
    rewrites: Iterator[str] | None = None
    room: Callable[[int], bool] = lambda count: True
    texts: list[list[str]] = field(default_factory=list)
    calls: list[tuple[str, Any]] = field(default_factory=list)

    def write(self, question: str, passages: Sequence[Passage], feedback: str = "") -> Iterator[str]:
        self.calls.append(("write", (question, [p["id"] for p in passages], feedback)))
        self.texts.append([p["text"] for p in passages])
        self._refuse(len(passages))
        default = [f"{p['text']} [{n}] " for n, p in enumerate(passages, 1)]
        yield from self.pieces(passages) if self.pieces else default

    def answer_directly(self, question: str, history: Sequence[Turn]) -> Iterator[str]:
        self.calls.append(("answer_directly", (question, [turn["question"] for turn in history])))
        self._refuse(len(history))
        yield "Hello."

    def rewrite(self, question: str, history: Sequence[Turn], tried: Sequence[str]) -> str:
        self.calls.append(("rewrite", (question, list(tried))))
        return next(self.rewrites) if self.rewrites else f"{question} (other words {len(tried)})"

    def _refuse(self, count: int) -> None:
        if not self.room(count):
            raise ContextTooLong("The model cannot read that much at once: keep fewer passages.")


@dataclass
class FakePorts:
    """A PortFactory that hands out the same fakes."""

    reflector: FakeReflector = field(default_factory=FakeReflector)
    writer: FakeWriter = field(default_factory=FakeWriter)
    search: FakeSearch = field(default_factory=lambda: FakeSearch([]))
    passages: FakePassages = field(default_factory=lambda: FakePassages({}))
    web: FakeWeb | None = None

    def __call__(self, meter: Meter) -> Ports:
        return Ports(self.reflector, self.writer, self.search, self.passages, self.web)

    def called(self, name: str) -> list[Any]:
        """The arguments of every call of that name."""
        return [given for called, given in [*self.reflector.calls, *self.writer.calls] if called == name]


def shelf(*passage_ids: str, **texts: str) -> FakePorts:
    """Fakes around stored passages, all of which every search finds."""
    stored = {pid: passage(pid, texts.get(pid, "")) for pid in passage_ids}
    return FakePorts(search=FakeSearch(list(passage_ids)), passages=FakePassages(stored))


@dataclass
class FakeEmbedder:
    """Counts of hashed character pairs, so that like texts are near each other; logs what it embedded."""

    name: str = "pairs"
    dimension: int = 16
    weight: float = 0.5
    batch: int = 100
    embedded: list[str] = field(default_factory=list)
    fails_at: int | None = None

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        self.embedded += texts
        if self.fails_at is not None and len(self.embedded) >= self.fails_at:
            raise ModelUnreachable("The embedding server does not answer; try again later.")
        return [self.embed_query(text) for text in texts]

    def embed_query(self, text: str) -> list[float]:
        vector = [1e-3] * self.dimension
        for pair in pairwise(text):
            vector[crc32("".join(pair).encode()) % self.dimension] += 1.0
        return vector


@dataclass
class FakeLibrary:
    """A library with collections and no documents, searched by a fake; it never needs cleaning."""

    finder: Search
    shelves: Sequence[Collection] = (Collection("c1", "Documents", "pairs", 16, created=1.0),)

    def collections(self) -> list[Collection]:
        return list(self.shelves)

    def documents(self) -> list[Any]:
        return []

    @property
    def catalog(self) -> "FakeLibrary":
        return self

    def page(self, document_id: str, number: int) -> None:
        """No page is stored."""

    def search(self, embedder: Embedder, progress: Progress) -> Search:
        return self.finder

    def clean_up(self) -> None:
        """Nothing is ever unfinished."""

    def close(self) -> None:
        """Nothing is open."""
