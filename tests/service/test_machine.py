"""Anything people, servers and documents may do, in any order, against a simple model of what must become of it."""

import shutil
import tempfile
import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from selfrag.errors import ReviewAnswered, ReviewError, ReviewOutdated, ReviewWaiting, SelfragError, UnknownThread
from selfrag.graph.state import Policy
from selfrag.service import Service, holding
from tests.service.world import PASSAGES, Fate, Killed, World

CUT_OFF = ("stopped", "failed")
picks = st.integers(0, 20)
subsets = st.sets(st.sampled_from(PASSAGES))
fates = st.one_of(
    st.just(Fate()),
    st.builds(Fate, st.sampled_from(["die", "stop", "fail"]), st.integers(0, 5)),
    st.builds(Fate, st.just("cut"), st.integers(0, 25)),
)


@dataclass
class Asked:
    """A question: its wording now, what a person dropped, and what may be read by the last approval."""

    text: str
    asked: str
    policy: str
    dropped: frozenset[str] = frozenset()
    approved: frozenset[str] | None = None
    status: str = "waiting"


@dataclass
class Conversation:
    """A thread: `decided` holds each decision by its review, and `goal` what a cut-off question will come to."""

    id: str
    questions: list[Asked] = field(default_factory=list)
    decided: dict[str, tuple[str, frozenset[str], str]] = field(default_factory=dict)
    before: dict[str, Asked] = field(default_factory=dict)
    goal: Callable[[], str] = lambda: "waiting"

    @property
    def last(self) -> Asked:
        return self.questions[-1]

    @property
    def status(self) -> str:
        return self.last.status


class Desks(RuleBasedStateMachine):
    """Every rule waits for its run, so that the model knows what is to be seen afterwards."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="selfrag-machine-"))
        self.hook, threading.excepthook = threading.excepthook, _quiet(threading.excepthook)
        self.threads: list[Conversation] = []
        self.sent: list[tuple[str, dict[str, Any]]] = []
        self.approvals: dict[str, list[frozenset[str]]] = {}
        self.allowed: set[str] = set()
        self.number = 0

    @initialize()
    def open(self) -> None:
        self.world = World(self.folder)

    def teardown(self) -> None:
        self.world.close()
        threading.excepthook = self.hook
        shutil.rmtree(self.folder, ignore_errors=True)

    # what people do

    @precondition(lambda self: len(self.threads) < 4)
    @rule(fate=fates, policy=st.sampled_from(["always", "always", "approve_all"]))
    def ask_in_a_new_thread(self, fate: Fate, policy: Policy) -> None:
        known = {thread.id for thread in self.world.owner.threads()}
        thread = Conversation("")
        self._ask(thread, fate, policy, None)
        new = [one.id for one in self.world.owner.threads() if one.id not in known]
        if new:
            [thread.id] = new
            self.threads.append(thread)
            self._check_status(thread)
        else:
            assert fate.kind == "cut", "a question was lost"
        self.allowed = set()

    @precondition(lambda self: self.threads)
    @rule(pick=picks, fate=fates, policy=st.sampled_from(["always", "approve_all"]))
    def ask_again(self, pick: int, fate: Fate, policy: Policy) -> None:
        thread = self._thread(pick)
        if thread.status == "waiting":
            with pytest.raises(ReviewWaiting):
                self.world.owner.ask("Too early?", thread_id=thread.id)
        elif thread.status not in CUT_OFF:
            known, earlier, goal = len(thread.questions), thread.status, thread.goal
            self._ask(thread, fate, policy, thread.id)
            if self.world.owner.count_questions(thread.id) == known:
                assert fate.kind == "cut", "a question was lost"
                thread.questions.pop()
                thread.goal, self.allowed = goal, {earlier}
            self._check_status(thread)

    def _ask(self, thread: Conversation, fate: Fate, policy: Policy, thread_id: str | None) -> None:
        self.number += 1
        text = f"What stands in number {self.number}?"
        asked = Asked(text, text, policy)
        if policy == "approve_all":
            asked.approved = frozenset(self.world.ports.search.ids)
            self.approvals.setdefault(text, []).append(asked.approved)
        thread.questions.append(asked)
        thread.goal = (lambda: "waiting") if policy == "always" else (lambda: self._answered(asked))
        self._go(thread, fate, lambda service: service.ask(text, thread_id=thread_id, policy=policy))

    @precondition(lambda self: self._waiting())
    @rule(pick=picks, fate=fates, keep=subsets, kind=st.sampled_from(["approve", "approve", "edit", "reject"]))
    def decide(self, pick: int, fate: Fate, keep: set[str], kind: str) -> None:
        thread = self._waiting()[pick % len(self._waiting())]
        decision = self._decision(thread, kind, keep)
        self._take(thread, decision, "Kim", fate)

    @precondition(lambda self: self._waiting())
    @rule(pick=picks, keeps=st.lists(subsets, min_size=2, max_size=4), kind=st.sampled_from(["approve", "reject"]))
    def several_decide_at_once(self, pick: int, keeps: list[set[str]], kind: str) -> None:
        thread = self._waiting()[pick % len(self._waiting())]
        kinds = [kind, *["approve"] * (len(keeps) - 1)]
        decisions = [self._decision(thread, one, keep) for one, keep in zip(kinds, keeps, strict=True)]
        both, gate, told = (self.world.owner, self.world.beside), threading.Barrier(len(decisions)), {}

        def click(number: int) -> None:
            gate.wait(20)
            try:
                both[number % 2].resume(thread.id, decisions[number], f"Person {number}").wait()
                told[number] = None
            except ReviewError as error:
                told[number] = error

        clicks = [threading.Thread(target=click, args=(number,)) for number in range(len(decisions))]
        for one in clicks:
            one.start()
        for one in clicks:
            one.join()
        assert len(told) == len(decisions)
        winners = [number for number, error in told.items() if error is None]
        assert len(winners) == 1, told
        for error in [error for error in told.values() if error is not None]:
            assert f"Person {winners[0]} decided this review already" in str(error)
        self._decided(thread, decisions[winners[0]], f"Person {winners[0]}")
        thread.last.status = thread.goal()
        self._check_status(thread)

    @precondition(lambda self: self.sent)
    @rule(pick=picks)
    def an_old_decision_comes_again(self, pick: int) -> None:
        thread_id, decision = self.sent[pick % len(self.sent)]
        there = next((thread for thread in self.threads if thread.id == thread_id), None)
        before = self._seen(there)
        refused = (ReviewAnswered, ReviewOutdated) if there else UnknownThread
        with pytest.raises(refused):
            self.world.beside.resume(thread_id, decision, "Late")
        assert self._seen(there) == before

    @precondition(lambda self: [thread for thread in self.threads if thread.status in CUT_OFF])
    @rule(pick=picks, fate=fates)
    def go_on(self, pick: int, fate: Fate) -> None:
        cut_off = [thread for thread in self.threads if thread.status in CUT_OFF]
        thread = cut_off[pick % len(cut_off)]
        self._go(thread, fate, lambda service: service.continue_(thread.id))
        self._check_status(thread)

    @precondition(lambda self: self.threads)
    @rule(pick=picks)
    def go_on_with_nothing_left(self, pick: int) -> None:
        thread = self._thread(pick)
        if thread.status not in CUT_OFF:
            before = self._seen(thread)
            ended = self.world.beside.continue_(thread.id).wait()
            assert ended is not None
            assert ended.status == thread.status
            assert self._seen(thread) == before

    @precondition(lambda self: hasattr(self.world.owner, "fork") and len(self.threads) < 6)
    @rule(pick=picks)
    def fork(self, pick: int) -> None:
        reviews = [(thread, review_id) for thread in self.threads for review_id in thread.before]
        if not reviews:
            return
        thread, review_id = reviews[pick % len(reviews)]
        before = self._seen(thread)
        run = self.world.owner.fork(thread.id, review_id, None, "Kim")
        run.wait()
        assert self._seen(thread) == before
        self.threads.append(Conversation(run.key, [replace(thread.before[review_id], status="waiting")]))
        self._check_status(self.threads[-1])

    @precondition(lambda self: len(self.world.ports.search.ids) > 1)
    @rule(pick=picks)
    def delete_a_document(self, pick: int) -> None:
        self.world.forget(self.world.ports.search.ids[pick % len(self.world.ports.search.ids)])

    @precondition(lambda self: self.threads)
    @rule(pick=picks)
    def delete_a_thread(self, pick: int) -> None:
        thread = self._thread(pick)
        self.world.beside.delete_thread(thread.id)
        self.threads.remove(thread)
        with pytest.raises(UnknownThread):
            self.world.owner.show(thread.id)
        assert self.world.owner.desk.reviews.of_thread(thread.id) == []
        assert list(self.world.owner.desk.checkpointer.list({"configurable": {"thread_id": thread.id}})) == []

    @rule()
    def restart(self) -> None:
        self.world.restart()

    @precondition(lambda self: hasattr(self.world.owner, "strike"))
    @rule(pick=picks, struck=st.booleans())
    def strike(self, pick: int, struck: bool) -> None:
        answered = [thread for thread in self.threads if thread.status == "answered"]
        if answered:
            thread = answered[pick % len(answered)]
            view = self.world.owner.show(thread.id)
            first = view["reflection"]["sentences"][0]["text"]
            self.world.owner.strike(thread.id, view["question_id"], 0, struck, "Kim")
            after = self.world.beside.show(thread.id)
            assert (first in after["answer"]) is not struck
            assert first in after["answer_as_written"]

    # what must hold at any time

    @invariant()
    def every_decision_is_there_once(self) -> None:
        for thread in self.threads:
            reviews = self.world.beside.desk.reviews.of_thread(thread.id)
            stored = {
                one.id: (one.decision["action"], frozenset(one.decision["keep"]), one.decided_name)
                for one in reviews
                if one.decision is not None and one.decided_by == "person"
            }
            assert stored == thread.decided

    @invariant()
    def nothing_is_written_or_cited_but_what_was_approved(self) -> None:
        writer = self.world.writer if self.threads or hasattr(self, "world") else None
        given = [call for name, call in writer.calls if name == "write"] if writer else []
        counts: dict[str, int] = {}
        for (text, ids, _), there in zip(given, writer.there if writer else (), strict=True):
            counts[text] = counts.get(text, 0) + 1
            assert set(ids) in [approved & there for approved in self.approvals.get(text, [])], (text, ids)
        for text, count in counts.items():
            assert count <= len(self.approvals[text]), f"{text} was answered {count} times"
        for thread in self.threads:
            for view, asked in zip(self.world.beside.history(thread.id), thread.questions, strict=True):
                cited = {citation["passage_id"] for citation in view["citations"]}
                assert cited <= (asked.approved or frozenset()), (cited, asked)
                assert not cited & asked.dropped
                assert (view["question"], view["asked"]) == (asked.text, asked.asked) or asked.status in CUT_OFF
                for name, limit in (("rewrites", 2), ("writes", 2), ("web", 1)):
                    assert view["counters"][name] <= limit

    @invariant()
    def threads_are_as_they_should_be(self) -> None:
        stored = {thread.id: thread.status for thread in self.world.beside.threads()}
        assert stored == {thread.id: thread.status for thread in self.threads}
        waiting = {thread.id for thread in self._waiting()}
        assert {review.thread_id for review in self.world.beside.desk.reviews.waiting()} == waiting
        for thread in self._waiting():
            view = self.world.beside.show(thread.id)
            assert view["review"]["review_id"] not in thread.decided
            offered = {item["passage_id"] for item in view["evidence"]}
            assert not offered & thread.last.dropped, "what was dropped is offered again"

    # how the model follows

    def _thread(self, pick: int) -> Conversation:
        return self.threads[pick % len(self.threads)]

    def _waiting(self) -> list[Conversation]:
        return [thread for thread in self.threads if thread.status == "waiting"]

    def _seen(self, thread: Conversation | None) -> Any:
        if thread is None:
            return None
        views = [{**view, "updated": None} for view in self.world.beside.history(thread.id)]
        return [views, len(self.world.writer.calls)]

    def _answered(self, asked: Asked) -> str:
        return "answered" if (asked.approved or frozenset()) & set(self.world.ports.search.ids) else "no_evidence"

    def _decision(self, thread: Conversation, kind: str, wanted: set[str]) -> dict[str, Any]:
        """As near to what is wanted as this review can take."""
        view = self.world.beside.show(thread.id)
        offered = [item["passage_id"] for item in view["evidence"]]
        keep = [passage_id for passage_id in offered if passage_id in wanted]
        if kind == "approve" and not keep:
            keep = offered[:1]
        decision = {"review_id": view["review"]["review_id"], "action": kind, "keep": keep}
        if kind == "approve" and not keep:
            return {**decision, "action": "reject"}
        if kind == "edit":
            self.number += 1
            decision["question"] = f"What else stands in number {self.number}?"
        return decision

    def _take(self, thread: Conversation, decision: dict[str, Any], who: str, fate: Fate) -> None:
        before = replace(thread.last)
        self._decided(thread, decision, who)
        self._go(thread, fate, lambda service: service.resume(thread.id, decision, who))
        stored = self.world.owner.desk.reviews.get(decision["review_id"])
        if stored is None or stored.decision is None:
            assert fate.kind == "cut", "a decision was lost"
            del thread.decided[decision["review_id"]], thread.before[decision["review_id"]]
            self.sent.pop()
            thread.questions[-1] = before
            thread.goal = lambda: "waiting"
        self._check_status(thread)

    def _decided(self, thread: Conversation, decision: dict[str, Any], who: str) -> None:
        asked, action = thread.last, decision["action"]
        thread.before[decision["review_id"]] = replace(asked)
        thread.decided[decision["review_id"]] = (action, frozenset(decision["keep"]), who)
        self.sent.append((thread.id, decision))
        if action == "reject":
            thread.goal = lambda: "rejected"
            return
        view = self.world.beside.show(thread.id)
        left = frozenset(item["passage_id"] for item in view["evidence"]) - set(decision["keep"])
        asked.dropped |= left
        if action == "edit":
            asked.asked = decision["question"]
            thread.goal = lambda: "waiting"
            return
        asked.approved = frozenset(decision["keep"])
        self.approvals.setdefault(asked.asked, []).append(asked.approved)
        thread.goal = lambda: self._answered(asked)

    def _go(self, thread: Conversation, fate: Fate, request: Callable[[Service], Any]) -> None:
        """Make the request; `allowed` is what may come of it: where fate strikes, the question is cut off."""
        earlier = thread.status
        self.world.fate = fate = replace(fate)
        ended = None
        try:
            ended = request(self.world.owner).wait(120)
            assert ended is not None, "the run hangs"
        except Killed:
            assert self.world.dead
        struck, dead = fate.fired, self.world.dead
        self.world.fate = Fate()
        if dead:
            self.world.restart()
        self.allowed = {thread.goal()}
        if struck:
            self.allowed = {"stopped", thread.goal(), earlier} if fate.kind == "cut" else set(CUT_OFF)

    def _check_status(self, thread: Conversation) -> None:
        status = self.world.owner.status(thread.id)
        allowed, self.allowed = self.allowed or {thread.goal()}, set()
        assert status in allowed, f"{status}, not {allowed}"
        thread.last.status = str(status)


def _quiet(hook: Callable[[Any], object]) -> Callable[[Any], object]:
    def tell(args: Any) -> object:
        return None if args.exc_type is Killed or issubclass(args.exc_type, SelfragError) else hook(args)

    return tell


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """What takes a moment may take long on a busy machine."""
    monkeypatch.setattr(holding, "PATIENCE", 60.0)


COMMON = {
    "deadline": None,
    "suppress_health_check": list(HealthCheck),
    "print_blob": True,
}


def test_nothing_is_lost_or_done_twice() -> None:
    run_state_machine_as_test(Desks, settings=settings(max_examples=8, stateful_step_count=20, **COMMON))  # type: ignore[arg-type]


@pytest.mark.slow
def test_nothing_is_lost_or_done_twice_in_a_long_while() -> None:
    run_state_machine_as_test(Desks, settings=settings(max_examples=80, stateful_step_count=40, **COMMON))  # type: ignore[arg-type]
