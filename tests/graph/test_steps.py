"""What a step spent, and the news and stops that pass through it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from threading import Event
from time import monotonic
from typing import Any

import pytest

from selfrag.errors import ContextTooLong, ModelRefused, RunStopped
from selfrag.graph.nodes import answer_directly
from selfrag.graph.state import State
from selfrag.ports import Hit, Meter, Passage, Ports, Retrieve, Turn
from tests.fakes import FakePorts, FakeReflector, FakeSearch, FakeWriter, shelf
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


def beat_until_refused(meter: Meter) -> None:
    until = monotonic() + 10
    while monotonic() < until:
        meter.progress("beat")
    raise AssertionError("nobody ended it")


class Beside(Spending):
    """Retrieve fails once the search beside it has begun, which then gives signs of life until one is refused."""

    def __init__(self, ports: FakePorts) -> None:
        super().__init__(ports)
        self.begun = Event()

    def __call__(self, meter: Meter) -> Ports:
        return replace(super().__call__(meter), reflector=Refusing(self.begun), search=Endless(self.begun, meter))


class Refusing(FakeReflector):
    def __init__(self, begun: Event) -> None:
        super().__init__()
        self.begun = begun

    def decide_retrieval(self, question: str, history: Sequence[Turn]) -> Retrieve:
        assert self.begun.wait(10)
        raise ModelRefused("The key is wrong.")


class Endless(FakeSearch):
    def __init__(self, begun: Event, meter: Meter) -> None:
        super().__init__([A])
        self.begun, self.meter = begun, meter

    def search(self, query: str, collections: Sequence[str], limit: int, exclude: Sequence[str] = ()) -> list[Hit]:
        self.begun.set()
        beat_until_refused(self.meter)
        return []


def test_the_first_failure_ends_the_step_beside_it_and_is_the_one_told() -> None:
    ports = shelf(A)
    thread = Thread(ports, make_ports=Beside(ports))
    with pytest.raises(ModelRefused, match="The key is wrong"):
        thread.ask()
    broken = sorted((step["node"], step["failed"], step["found"], step["tokens"]) for step in thread.session.broken_off)
    assert broken == [("decide_retrieval", True, {}, 534), ("search", True, {}, 534)]
    assert thread.state["steps"] == []


def test_after_a_failure_the_same_session_goes_on() -> None:
    ports = shelf(A)
    ports.writer.room = lambda count: False
    thread = Thread(ports, make_ports=Spending(ports))
    thread.ask()
    with pytest.raises(ContextTooLong):
        thread.decide("approve", [A])
    assert [step["node"] for step in thread.session.broken_off] == ["write_answer"]
    ports.writer.room = lambda count: True
    assert thread.go_on() == ["write_answer", "reflect", "finish"]


@pytest.mark.parametrize(
    ("failing", "waiting"), [("grade_support", "grade_usefulness"), ("grade_usefulness", "grade_support")]
)
def test_the_first_grading_that_fails_ends_the_other(failing: str, waiting: str) -> None:
    ports = shelf(A)
    meters: list[Meter] = []

    def metered(meter: Meter) -> Ports:
        meters.append(meter)
        return ports(meter)

    thread, begun = Thread(ports, make_ports=metered), Event()

    def refuse(*given: Any) -> Any:
        assert begun.wait(10)
        raise ModelRefused("The key is wrong.")

    def wait(*given: Any) -> Any:
        begun.set()
        beat_until_refused(meters[-1])

    setattr(ports.reflector, failing, refuse)
    setattr(ports.reflector, waiting, wait)
    thread.ask()
    with pytest.raises(ModelRefused, match="The key is wrong"):
        thread.decide("approve", [A])


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
