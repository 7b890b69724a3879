"""What a question adds to the checkpoints."""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from selfrag.graph.strategies import STRATEGIES
from selfrag.ports import Candidate, Limits
from selfrag.service import Service
from tests.fakes import FakePorts, shelf

Serve = Callable[[FakePorts], Service]
SENTENCES = 8
"""Of a passage; together about 900 characters, which are cut into three strips."""


def sentence() -> str:
    return "".join(random.choices("가나다라마바사아자차카타파하 ", k=110)) + "."


def uneven(found: Candidate) -> Candidate:
    """Scores with as many digits as real ones have."""
    return {
        **found,
        "words": found["words"] * random.uniform(0.999, 1),
        "meaning": found["meaning"] * random.uniform(0.999, 1),
    }


def wordy_shelf() -> FakePorts:
    """Ten passages of full length in three sources, each of which finds 50 more; long reasons, and an answer of a
    sentence for each passage."""
    random.seed(1)
    ids = [f"{n:016x}:{n}:0" for n in range(1, 11)]
    ports = shelf(*ids, **{pid: " ".join(sentence() for _ in range(SENTENCES)) for pid in ids})
    others = [f"{n:016x}:{n % 90}:{n % 7}" for n in range(1000, 1150)]
    ports.search.by_source = {f"c{n + 1}": ids[n::3] + others[n::3] for n in range(3)}
    search = ports.search.search
    ports.search.search = lambda *given: [uneven(found) for found in search(*given)]  # type: ignore[method-assign]
    ports.writer.pieces = lambda passages: [f"{p['text'][:110]}. [{n}] " for n, p in enumerate(passages, 1)]
    words = ["the passage", "names", "a price", "says", "how often", "the intake screen", "is rinsed", "but not when"]
    for grade in ("grade_passages", "grade_support"):
        given = getattr(ports.reflector, grade)

        def wordy(*args: Any, given: Any = given) -> Any:
            return [{**verdict, "reason": " ".join(random.choices(words, k=20))} for verdict in given(*args)]

        setattr(ports.reflector, grade, wordy)
    return ports


def size(service: Service) -> int:
    rows = service.desk.checkpointer.conn
    checkpoints = rows.execute("SELECT sum(length(checkpoint) + length(metadata)) FROM checkpoints").fetchone()[0]
    return int(checkpoints + rows.execute("SELECT sum(length(value)) FROM writes").fetchone()[0])


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_question_adds_less_than_50_kb(serve: Serve, strategy: str) -> None:
    """With all the turns that a follow-up carries."""
    ports = wordy_shelf()
    service = serve(ports)
    service.desk = replace(service.desk, settings=replace(service.desk.settings, limits=Limits(offered=10)))

    def ask(question: str, thread: str | None = None) -> str:
        run = service.ask(question, thread_id=thread, strategy=strategy, sources=["c1", "c2", "c3"])
        run.wait()
        review = service.show(run.key)["review"]
        keep = [item["passage_id"] for item in review["evidence"]]
        service.resume(run.key, {"review_id": review["review_id"], "action": "approve", "keep": keep}).wait()
        return run.key

    thread = ask("warm up")
    before = size(service)
    for n in range(5):
        ask(f"Question {n}?", thread)
    view = service.show(thread)
    assert (len(view["citations"]), len(view["searched"])) == (10, 3)
    print("BYTES", strategy, (size(service) - before) / 5)
    assert (size(service) - before) / 5 < 50_000, (size(service) - before) / 5
