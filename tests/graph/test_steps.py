"""What a step spent, and the news and stops that pass through it."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from selfrag.errors import RunStopped
from selfrag.graph.nodes import answer_directly
from selfrag.graph.state import State
from selfrag.ports import Meter, Passage, Ports, Turn
from tests.fakes import FakePorts, FakeWriter, shelf
from tests.graph.threads import A, Thread


class Spending:
    """Ports whose every set bills the same and is kept waiting by the server."""

    def __init__(self, ports: FakePorts) -> None:
        self._ports = ports

    def __call__(self, meter: Meter) -> Ports:
        meter.add(chat=1, embed=2, prompt_tokens=30, completion_tokens=4, embedding_tokens=500)
        meter.progress("waiting", seconds=2.5)
        meter.progress("beat")
        return self._ports(meter)


def test_a_step_records_each_kind_of_token_and_their_sum() -> None:
    ports = shelf(A)
    thread = Thread(ports, make_ports=Spending(ports))
    thread.ask()
    spent = next(step for step in thread.state["steps"] if step["node"] == "grade_passages")
    assert (spent["calls"], spent["embeds"], spent["tokens"]) == (1, 2, 534)
    assert (spent["prompt_tokens"], spent["completion_tokens"], spent["embedding_tokens"]) == (30, 4, 500)
    thread.decide("approve", [A])
    review = next(step for step in thread.state["steps"] if step["node"] == "review_evidence")
    assert (review["tokens"], review["prompt_tokens"]) == (0, 0)


def test_news_of_a_wait_reaches_the_run_as_it_was_told() -> None:
    ports = shelf(A)
    thread = Thread(ports, make_ports=Spending(ports))
    thread.ask()
    assert thread.events.count(("waiting", {"seconds": 2.5})) == thread.events.count(("beat", {})) == 4


def test_a_stop_while_a_model_is_waited_for_ends_the_step() -> None:
    ports = shelf(A)
    thread = Thread(ports, make_ports=Spending(ports))
    thread.ask()
    thread.stop_at = lambda kind, facts: kind == "beat"
    with pytest.raises(RunStopped):
        thread.decide("approve", [A])
    assert ports.called("write") == []
    thread.stop_at = lambda kind, facts: False
    assert thread.go_on() == ["write_answer", "reflect", "finish"]
    assert len(ports.called("grade_passages")) == 1


class Stream:
    """A reply that never ends; remembers whether its request was closed."""

    closed = False

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        return "word "

    def close(self) -> None:
        self.closed = True


class Streaming(FakeWriter):
    """Writes from a stream that the test keeps hold of, so that no garbage collector closes it."""

    stream: Any = None

    def write(self, question: str, passages: Sequence[Passage], feedback: str = "") -> Iterator[str]:
        self.stream = Stream()
        return self.stream  # type: ignore[no-any-return]

    def answer_directly(self, question: str, history: Sequence[Turn]) -> Iterator[str]:
        self.stream = Stream()
        return self.stream  # type: ignore[no-any-return]


def test_a_stop_closes_the_request_at_once() -> None:
    ports = shelf(A)
    ports.writer = Streaming()
    thread = Thread(ports)
    thread.ask()
    thread.stop_at = lambda kind, facts: kind == "token"
    with pytest.raises(RunStopped):
        thread.decide("approve", [A])
    assert ports.writer.stream.closed


def test_a_stop_of_a_direct_reply_closes_the_request_at_once() -> None:
    writer = Streaming()

    def stop(kind: str, **facts: Any) -> None:
        raise RunStopped

    with pytest.raises(RunStopped):
        answer_directly(State(question="Hello", history=[]), writer=writer, progress=stop)
    assert writer.stream.closed
