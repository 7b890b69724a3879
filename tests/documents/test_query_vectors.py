import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest

from selfrag.documents.index.query_vectors import QueryVectors
from selfrag.errors import ModelUnreachable, RunStopped
from selfrag.ports import silent
from tests.fakes import FakeEmbedder


class SlowEmbedder(FakeEmbedder):
    """Waits inside a query until it is let go; the first query of all may fail. Counts its queries."""

    def __init__(self, first_fails: BaseException | None = None) -> None:
        super().__init__()
        self.first_fails = first_fails
        self.begun, self.let_go = threading.Event(), threading.Event()
        self.queries: list[str] = []

    def embed_query(self, text: str) -> list[float]:
        self.queries.append(text)
        is_first = len(self.queries) == 1
        self.begun.set()
        assert self.let_go.wait(30)
        if is_first and self.first_fails is not None:
            raise self.first_fails
        return super().embed_query(text)


class Waiting:
    """Progress of one that waits for another: says when its first sign of life came, and may be stopped."""

    def __init__(self, stopped: bool = False) -> None:
        self.stopped = stopped
        self.waits = threading.Event()

    def __call__(self, kind: str, **facts: Any) -> None:
        assert kind == "beat"
        self.waits.set()
        if self.stopped:
            raise RunStopped


class BoundedLock:
    """A lock that is taken so many times at most: who looks again and again for what never comes fails."""

    def __init__(self, most: int) -> None:
        self._lock = threading.Lock()
        self._left = most

    def __enter__(self) -> None:
        self._lock.acquire()
        self._left -= 1
        if self._left < 0:
            self._lock.release()
            raise AssertionError("looked too often")

    def __exit__(self, *failure: object) -> None:
        self._lock.release()


def bounded(most: int = 20) -> QueryVectors:
    vectors = QueryVectors()
    vectors._lock = BoundedLock(most)  # type: ignore[assignment]
    return vectors


def three_at_once(embedder: SlowEmbedder, *waiting: Waiting) -> list[Future[list[float]]]:
    """Ask for the same query three times; the later two wait before the first is let go."""
    vectors = bounded()
    with ThreadPoolExecutor(3) as pool:
        first = pool.submit(vectors.of, "steak", embedder, silent)
        assert embedder.begun.wait(30)
        others = [pool.submit(vectors.of, "steak", embedder, each) for each in waiting]
        for each in waiting:
            assert each.waits.wait(30)
        embedder.let_go.set()
    return [first, *others]


def test_three_at_once_embed_once() -> None:
    embedder = SlowEmbedder()
    found = three_at_once(embedder, Waiting(), Waiting())
    assert [each.result() for each in found] == [FakeEmbedder().embed_query("steak")] * 3
    assert embedder.queries == ["steak"]


def test_what_the_model_refuses_is_told_to_all_who_wait() -> None:
    embedder = SlowEmbedder(ModelUnreachable("No answer."))
    found = three_at_once(embedder, Waiting(), Waiting())
    assert [str(each.exception()) for each in found] == ["No answer."] * 3
    assert embedder.queries == ["steak"]


@pytest.mark.parametrize("fault", [RunStopped(), KeyError("fault")])
def test_one_that_is_stopped_or_faulty_fails_no_other(fault: BaseException) -> None:
    embedder = SlowEmbedder(fault)
    first, *others = three_at_once(embedder, Waiting(), Waiting())
    assert first.exception() is fault
    assert [each.result() for each in others] == [FakeEmbedder().embed_query("steak")] * 2
    assert embedder.queries == ["steak", "steak"]


def test_one_that_waits_can_be_stopped() -> None:
    embedder = SlowEmbedder()
    first, other = three_at_once(embedder, Waiting(stopped=True))
    assert isinstance(other.exception(), RunStopped)
    assert first.exception() is None


def counted(vectors: QueryVectors) -> tuple[SlowEmbedder, Callable[[str], list[float]]]:
    embedder = SlowEmbedder()
    embedder.let_go.set()
    return embedder, lambda query: vectors.of(query, embedder, silent)


def test_a_query_is_remembered_for_its_model_and_until_forgotten() -> None:
    vectors = QueryVectors()
    one, ask = counted(vectors)
    other, ask_other = counted(vectors)
    other.name = "other"
    for query in ("steak", "wine", "steak"):
        ask(query)
    ask_other("steak")
    assert (one.queries, other.queries) == (["steak", "wine"], ["steak"])
    vectors.forget()
    ask("steak")
    assert one.queries == ["steak", "wine", "steak"]


@pytest.mark.parametrize("failure", [ModelUnreachable("No answer."), RunStopped(), KeyError("fault")])
def test_a_failure_is_not_remembered(failure: BaseException) -> None:
    embedder, ask = counted(bounded())
    embedder.first_fails = failure
    with pytest.raises(type(failure)):
        ask("steak")
    assert ask("steak") == FakeEmbedder().embed_query("steak")
    assert embedder.queries == ["steak", "steak"]


@pytest.mark.parametrize("failure", [None, ModelUnreachable("No answer.")])
def test_what_was_on_its_way_when_all_was_forgotten_is_not_remembered(failure: BaseException | None) -> None:
    vectors = bounded()
    old = SlowEmbedder(failure)
    new, ask = counted(vectors)
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(vectors.of, "steak", old, silent)
        assert old.begun.wait(30)
        vectors.forget()
        old.let_go.set()
    assert first.exception() is failure
    ask("steak")
    assert (old.queries, new.queries) == (["steak"], ["steak"])


def test_who_asks_after_all_was_forgotten_does_not_wait_for_what_was_on_its_way() -> None:
    vectors = bounded()
    old = SlowEmbedder()
    new, ask = counted(vectors)
    with ThreadPoolExecutor(1) as pool:
        pool.submit(vectors.of, "steak", old, silent)
        assert old.begun.wait(30)
        vectors.forget()
        vectors.of("steak", new, Waiting(stopped=True))
        old.let_go.set()
    ask("steak")
    assert new.queries == ["steak"]


def test_the_latest_hundred_are_remembered() -> None:
    embedder, ask = counted(QueryVectors())
    for number in range(100):
        ask(str(number))
    ask("0")
    ask("one more")
    embedder.queries.clear()
    for query in ("0", "2", "one more", "1"):
        ask(query)
    assert embedder.queries == ["1"]
