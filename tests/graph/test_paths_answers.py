"""What becomes of an answer that is graded: the exact way in self and combined, and both limits of every counter."""

from typing import Any

import pytest

from selfrag.graph.state import Outcome
from selfrag.ports import Limits
from tests.graph.plays import APPROVE, REJECT, A, Answer, B, Play, by_id, perform

FOUND = {"self": "search gather grade", "combined": "search gather grade refine"}
STRATEGIES = list(FOUND)
DONE = "write reflect finish"


def one_by_one(name: str, *verdicts: Any) -> dict[str, Any]:
    """The verdict of one draft after the other; the last holds for all that follow."""
    left = list(verdicts)
    return {name: lambda given: left.pop(0) if len(left) > 1 else left[0]}


ANSWERS: dict[str, tuple[str, tuple[Any, ...], str, Outcome, tuple[int, int, int]]] = {
    "fully": ("sup", ("fully",), DONE, "answered", (0, 1, 0)),
    "partially": ("sup", ("partially",), DONE, "partly_supported", (0, 1, 0)),
    "unknown": ("sup", ("unknown",), DONE, "partly_supported", (0, 1, 0)),
    "not supported once": ("sup", ("no", "fully"), f"write reflect {DONE}", "answered", (0, 2, 0)),
    "never supported": ("sup", ("no",), f"write reflect {DONE}", "partly_supported", (0, 2, 0)),
    "use unknown": ("use", (None,), DONE, "answered", (0, 1, 0)),
    "barely useful": ("use", (3,), DONE, "answered", (0, 1, 0)),
    "not useful and nothing new": ("use", (2,), "write reflect rewrite {found} finish", "answered", (1, 1, 0)),
}


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("name", ANSWERS)
def test_the_way_of_an_answer(strategy: str, name: str) -> None:
    told, verdicts, path, outcome, counters = ANSWERS[name]
    found = FOUND[strategy]
    path = f"decide {found} | review {path.format(found=found)}"
    perform(strategy, Play(path, (APPROVE,), outcome, counters, one_by_one(told, *verdicts)))


@pytest.mark.parametrize(
    ("answer", "end", "outcome", "writes"),
    [(APPROVE, "write reflect finish", "answered", 2), (REJECT, "finish", "rejected", 1)],
)
def test_new_evidence_after_an_answer_of_no_use_is_reviewed(
    answer: Answer, end: str, outcome: Outcome, writes: int
) -> None:
    """The router named one collection; other words are looked for in both."""
    found = FOUND["combined"]
    path = f"decide {found} | review write reflect rewrite {found} | review {end}"
    says = {"sources": ["c1"], **one_by_one("use", 1, 5)}
    thread = perform("combined", Play(path, (APPROVE, answer), outcome, (1, writes, 0), says, sources=("c1", "c2")))
    assert [(item["passage_id"], item["change"]) for item in thread.state["evidence"]] == [(A, "kept"), (B, "new")]


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("limit", [0, 1, 2, 3])
def test_an_answer_is_written_as_often_as_the_limit_says_and_at_least_once(strategy: str, limit: int) -> None:
    writes = max(1, limit)
    path = f"decide {FOUND[strategy]} | review {'write reflect ' * writes}finish"
    says = {"sup": lambda claim: "no"}
    perform(strategy, Play(path, (APPROVE,), "partly_supported", (0, writes, 0), says, limits=Limits(writes=limit)))


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("limit", [0, 1, 2, 3])
def test_the_question_is_reworded_as_often_as_the_limit_says(strategy: str, limit: int) -> None:
    path = f"decide search gather grade {'rewrite search gather grade ' * limit}| review write reflect finish"
    limits = Limits(rewrites=limit, web=0)
    perform(strategy, Play(path, (APPROVE,), "answered", (limit, 1, 0), {"rel": by_id()}, limits=limits))


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("limits", [Limits(rewrites=0), Limits(writes=1)])
def test_what_is_of_no_use_is_not_reworded_beyond_a_limit(strategy: str, limits: Limits) -> None:
    path = f"decide {FOUND[strategy]} | review write reflect finish"
    perform(strategy, Play(path, (APPROVE,), "answered", (0, 1, 0), {"use": lambda answer: 1}, limits=limits))
