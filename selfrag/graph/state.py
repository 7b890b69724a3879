"""What a thread remembers between nodes: JSON values only, passages by id, never their texts.

Threads stored by earlier versions are read and resumed: what they lack is `NotRequired` here, or absent from `State`.
"""

import operator
from typing import Annotated, Any, Literal, NotRequired, TypedDict

from selfrag.ports import Basis, Hit, RelVerdict, RetrieveVerdict, SupVerdict, Turn

Verdict = RelVerdict | Literal["correct", "incorrect"]
"""IsRel as a strategy calls it: Corrective RAG (arXiv 2401.15884) has correct, ambiguous and incorrect."""

Outcome = Literal["answered", "answered_directly", "partly_supported", "no_evidence", "rejected"]
Policy = Literal["always", "when_unsure", "never", "approve_all"]
Change = Literal["new", "kept"]


class Strip(TypedDict):
    """A knowledge strip (arXiv 2401.15884, section 4.4): verbatim text of a passage, by its offsets in that text."""

    start: int
    end: int
    score: float
    kept: bool


class Evidence(TypedDict):
    """A passage offered for the question; `is_rel` and `basis` are None until it has been graded.

    Where a strategy refines passages, only the kept strips of a kept passage are read. One that was `added` was found
    by a person and not by the search.
    """

    passage_id: str
    is_rel: Verdict | None
    score: float
    basis: NotRequired[Basis | None]
    reason: str
    kept: bool
    change: Change
    strips: NotRequired[list[Strip]]
    added: NotRequired[bool]


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
    url: NotRequired[str]


class Quote(TypedDict):
    """Verbatim words of a passage; `start` and `end` bound them in the page's stored text."""

    passage_id: str
    document_id: str
    page: int
    start: int
    end: int
    quote: str


class Sentence(TypedDict):
    """One sentence of the answer with its IsSup verdict; `score` from 0 to 1.

    `support` is what carries it, where something does. `by` is there where a person wrote it.
    """

    text: str
    is_sup: SupVerdict
    score: NotRequired[float]
    basis: NotRequired[Basis]
    passage_ids: list[str]
    reason: str
    support: NotRequired[Quote]
    by: NotRequired[Literal["person"]]


class Reflection(TypedDict):
    """IsSup for each sentence, and IsUse from 1 to 5 with `use_score` from -1 to 1 (None: unknown).

    `score` weighs all verdicts, from -0.5 to 2.5 (graph.scores); None when nothing was graded.
    """

    sentences: list[Sentence]
    is_use: int | None
    use_score: NotRequired[float | None]
    score: NotRequired[float | None]
    reason: str
    basis: NotRequired[Basis | None]


class Draft(TypedDict):
    """An answer with what was found about it; `left_out` names approved passages the model had no room to read, and
    `cut` says that it had none to end the answer. `written` is the model's text of an answer that a person edited."""

    answer: str
    citations: list[Citation]
    left_out: NotRequired[list[str]]
    cut: NotRequired[bool]
    written: NotRequired[str]
    reflection: Reflection


class Searched(TypedDict):
    """What became of one source in the last search; `error` is the sentence for the person where it failed."""

    id: str
    title: str
    hits: int
    seconds: float
    error: str | None


class Counters(TypedDict):
    """Loops spent on this question, against the limits of the same names."""

    rewrites: int
    writes: int
    web: int


class Step(TypedDict):
    """A node that ran: what it spent and what it found; `tokens` is the sum of the three kinds.

    One that `failed`, or was stopped, found nothing. `at` is when it ended, in seconds since 1970. One that is
    `inherited` ran in the thread that this one was forked from.
    """

    node: str
    seconds: float
    calls: int
    embeds: int
    tokens: int
    prompt_tokens: NotRequired[int]
    completion_tokens: NotRequired[int]
    embedding_tokens: NotRequired[int]
    found: dict[str, Any]
    failed: NotRequired[bool]
    at: NotRequired[float]
    inherited: NotRequired[bool]


class State(TypedDict, total=False):
    """`question` is what the person typed and never changes; `asked` is the self-contained wording that
    graders and writer work on; `query` is what was searched for last.

    `sources` are all that may be searched for this question, `targets` those that the next search goes to; it empties
    them. `web_query` is what a person let out of the machine, word for word, and `web_never` that nothing may leave in
    this thread. `consents` counts how often that was asked for this question. `fallback` is why a router's choice was
    not taken. `draft_review` says that a person accepts the answer, `accepted` how that was decided last, `drafts` how
    many drafts were shown, and `feedback` what the writer is told of the last one. `approved_strips` are the offsets of
    what may be read of approved passages that were refined, for a follow-up that goes on with them.
    """

    thread_id: str
    question_id: str
    strategy: str
    question: str
    asked: str
    query: str
    history: list[Turn]
    sources: list[str]
    targets: list[str]
    searched: list[Searched]
    fallback: str
    web_provider: str
    web_query: str
    web_never: bool
    consents: int
    consent: dict[str, Any]
    policy: Policy
    draft_review: bool
    accepted: dict[str, Any]
    drafts: int
    feedback: str
    retrieve: RetrieveVerdict
    retrieve_reason: str
    retrieve_probability: float | None
    tried: list[str]
    hits: list[Hit]
    evidence: list[Evidence]
    pinned: list[str]
    dropped: list[str]
    reviewed: list[str]
    attempt: int
    decision: dict[str, Any]
    approved: list[str]
    approved_strips: dict[str, list[list[int]]]
    gone: list[str]
    left_out: list[str]
    draft: Draft | None
    best: Draft | None
    counters: Counters
    outcome: Outcome | None
    steps: Annotated[list[Step], operator.add]
