"""What a search remembers between its branches and their fan-in: JSON values, as small as they can be kept.

Every branch brings some dozens of candidates, and all of it is stored with each step.
"""

import operator
from collections.abc import Iterable, Sequence
from typing import Annotated, TypedDict

from selfrag.graph.state import Searched, Step
from selfrag.ports import Candidate, Hit

SCALE = 10_000  # scores are kept as whole numbers of this part, which take a third of the space


class Found(TypedDict):
    """What one branch brought: a collection's candidates, column by column, or the web's passages in their order.

    `words` and `meaning` are the candidates' scores times `SCALE`.
    """

    source: Searched
    ids: list[str]
    words: list[int]
    meaning: list[int]
    weight: float
    run: str


class SearchInput(TypedDict, total=False):
    """What a search takes of the strategy's state; above all not its steps, which would be added up again."""

    thread_id: str
    query: str
    web_query: str
    web_provider: str
    sources: list[str]
    targets: list[str]
    dropped: list[str]
    pinned: list[str]


class SearchState(SearchInput, total=False):
    """The subgraph's state. `found` grows by one for each branch, and begins empty with each search."""

    found: Annotated[list[Found], operator.add]
    hits: list[Hit]
    searched: list[Searched]
    steps: Annotated[list[Step], operator.add]


class SearchOutput(TypedDict, total=False):
    """What a search gives back. What it was given is not: a node beside it may write that at the same time."""

    hits: list[Hit]
    searched: list[Searched]
    targets: list[str]
    web_query: str
    steps: Annotated[list[Step], operator.add]


class SourceState(TypedDict):
    """What one branch is sent; `provider` is the one that a person let a query for the web go to."""

    source: str
    provider: str
    thread_id: str
    query: str
    exclude: list[str]


def of_collection(source: Searched, candidates: Sequence[Candidate], run: str) -> Found:
    """What a collection's branch brings."""
    return Found(
        source=source,
        ids=[each["passage_id"] for each in candidates],
        words=[round(each["words"] * SCALE) for each in candidates],
        meaning=[round(each["meaning"] * SCALE) for each in candidates],
        weight=candidates[0]["weight"] if candidates else 0.0,
        run=run,
    )


def of_web(source: Searched, ids: Sequence[str], run: str) -> Found:
    """What the web's branch brings."""
    return Found(source=source, ids=list(ids), words=[], meaning=[], weight=0.0, run=run)


def candidates_of(found: Iterable[Found]) -> list[Candidate]:
    """The candidates of all collections."""
    return [
        Candidate(passage_id=passage_id, words=words / SCALE, meaning=meaning / SCALE, weight=each["weight"])
        for each in found
        for passage_id, words, meaning in zip(each["ids"], each["words"], each["meaning"], strict=False)
    ]
