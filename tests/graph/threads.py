"""Drives a thread of any strategy on fakes."""

from collections.abc import Callable, Iterator, Sequence
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
PROVIDER = "Finder"


class Thread:
    """A thread with an in-memory checkpointer; `stop_at` says where it is stopped.

    The web has a provider where the ports have a web. After every stop at most one pause waits.
    """

    def __init__(
        self,
        ports: FakePorts,
        limits: Limits = LIMITS,
        saver: Any = None,
        make_ports: PortFactory | None = None,
        strategy: str = "self",
    ) -> None:
        self.ports = ports
        self.limits, self.saver = limits, saver or InMemorySaver()
        self.outside = Outside(make_ports or ports, self.hear)
        self.events: list[tuple[str, dict[str, Any]]] = []
        self.stop_at: Callable[[str, dict[str, Any]], bool] = lambda kind, facts: False
        self.asked = 0
        self.take(strategy)

    def take(self, strategy: str) -> None:
        """Go on with another strategy."""
        self.strategy = strategy
        self.graph = compile_strategy(strategy, self.limits, self.saver)
        self.session = Session(self.graph, "t1", steps_limit(self.limits), self.outside)

    def hear(self, kind: str, **facts: Any) -> None:
        if self.stop_at(kind, facts):
            raise RunStopped
        self.events.append((kind, facts))

    def ask(
        self,
        question: str = "What stands here?",
        policy: Any = "always",
        sources: Sequence[str] = ("c1",),
        draft_review: bool = False,
    ) -> list[str]:
        self.asked += 1
        history = self.session.state().get("history", [])
        return self._leg(
            self.session.start(
                fresh(
                    thread_id="t1",
                    question_id=f"q{self.asked}",
                    question=question,
                    history=history,
                    sources=sources,
                    policy=policy,
                    strategy=self.strategy,
                    web_provider=PROVIDER if self.ports.web else "",
                    draft_review=draft_review,
                )
            )
        )

    def decide(self, action: str, keep: list[str] | None = None, **more: Any) -> list[str]:
        asks_about_passages = self.review["kind"] == "chunk_review"
        given = {"keep": keep or [], **more} if asks_about_passages or keep is not None else more
        return self.answer({"review_id": self.review["review_id"], "action": action, **given})

    def answer(self, decision: dict[str, Any]) -> list[str]:
        """Answer the pause that waits."""
        waiting = self.session.waiting()
        assert waiting is not None
        return self._leg(self.session.resume(waiting.interrupt_id, decision))

    def go_on(self) -> list[str]:
        return self._leg(self.session.go_on())

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
    def offered(self) -> list[str]:
        """The passages that the waiting review shows."""
        return [item["passage_id"] for item in self.review["evidence"]]

    @property
    def state(self) -> State:
        return self.session.state()

    def _leg(self, updates: Iterator[State]) -> list[str]:
        names = nodes(updates)
        pending = self.graph.get_state({"configurable": {"thread_id": "t1"}}, subgraphs=True).interrupts
        assert len(pending) <= 1, "several pauses wait at once"
        return names


def nodes(updates: Iterator[State]) -> list[str]:
    """Names of the nodes that ran; the two that run beside each other in a fixed order."""
    names = [step["node"] for update in updates for step in update.get("steps", [])]
    return sorted(names[:2]) + names[2:] if set(names[:2]) == BESIDE else names


TO_REVIEW = ["decide_retrieval", "search", "gather_evidence", "grade_passages"]
ANSWERED = ["review_evidence", "write_answer", "reflect", "finish"]
AGAIN = ["rewrite_question", "search", "gather_evidence", "grade_passages"]
