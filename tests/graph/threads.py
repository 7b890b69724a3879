"""Drives a thread of the self strategy on fakes."""

from collections.abc import Callable, Iterator
from typing import Any

from langgraph.checkpoint.memory import InMemorySaver

from selfrag.errors import RunStopped
from selfrag.graph.state import Draft, State
from selfrag.graph.strategies import compile_strategy, steps_limit
from selfrag.graph.strategies.session import Session
from selfrag.graph.strategies.start import fresh
from selfrag.ports import Limits, Outside, PortFactory
from tests.fakes import FakePorts

A, B, C = "aaaa:1:0", "bbbb:2:0", "cccc:3:0"
LIMITS = Limits()
BESIDE = {"decide_retrieval", "search"}


class Thread:
    """A thread on the self strategy with an in-memory checkpointer; `stop_at` says where it is stopped."""

    def __init__(
        self, ports: FakePorts, limits: Limits = LIMITS, saver: Any = None, make_ports: PortFactory | None = None
    ) -> None:
        self.ports = ports
        self.events: list[tuple[str, dict[str, Any]]] = []
        self.stop_at: Callable[[str, dict[str, Any]], bool] = lambda kind, facts: False
        graph = compile_strategy("self", limits, saver or InMemorySaver())
        self.session = Session(graph, "t1", steps_limit(limits), Outside(make_ports or ports, self.hear))
        self.asked = 0

    def hear(self, kind: str, **facts: Any) -> None:
        if self.stop_at(kind, facts):
            raise RunStopped
        self.events.append((kind, facts))

    def ask(self, question: str = "What stands here?", policy: Any = "always") -> list[str]:
        self.asked += 1
        history = self.session.state().get("history", [])
        return nodes(
            self.session.start(
                fresh(
                    thread_id="t1",
                    question_id=f"q{self.asked}",
                    question=question,
                    history=history,
                    sources=["c1"],
                    policy=policy,
                )
            )
        )

    def decide(self, action: str, keep: list[str] | None = None, **more: Any) -> list[str]:
        waiting = self.session.waiting()
        assert waiting is not None
        decision = {"review_id": waiting.review["review_id"], "action": action, "keep": keep or [], **more}
        return nodes(self.session.resume(waiting.interrupt_id, decision))

    def go_on(self) -> list[str]:
        return nodes(self.session.go_on())

    def found(self, node: str) -> list[dict[str, Any]]:
        """What each run of a node found, for this question."""
        return [step["found"] for step in self.state["steps"] if step["node"] == node]

    @property
    def draft(self) -> Draft:
        draft = self.state["draft"]
        assert draft is not None
        return draft

    @property
    def review(self) -> dict[str, Any]:
        waiting = self.session.waiting()
        assert waiting is not None
        return waiting.review

    @property
    def state(self) -> State:
        return self.session.state()


def nodes(updates: Iterator[State]) -> list[str]:
    """Names of the nodes that ran; the two that run beside each other in a fixed order."""
    names = [step["node"] for update in updates for step in update.get("steps", [])]
    return sorted(names[:2]) + names[2:] if set(names[:2]) == BESIDE else names


TO_REVIEW = ["decide_retrieval", "search", "gather_evidence", "grade_passages"]
ANSWERED = ["review_evidence", "write_answer", "reflect", "finish"]
AGAIN = ["rewrite_question", "search", "gather_evidence", "grade_passages"]
