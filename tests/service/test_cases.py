"""Faults that people met in products of this kind (numbers of the shared list of cases): reviews and checkpoints."""

import operator
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, TypedDict

import pytest
from langgraph.graph import END, START, StateGraph
from langgraph.types import Send, interrupt

from selfrag.documents.space import database_size
from selfrag.errors import ReviewAnswered
from selfrag.graph.strategies.session import Session
from selfrag.ports import Outside, Passage, silent
from selfrag.runs import Ended
from selfrag.service import Service
from selfrag.settings import Settings
from selfrag.threads.checkpointer import CHECKPOINTS, open_checkpointer
from selfrag.wiring import open_service
from tests.fakes import FakePorts, shelf
from tests.service.test_service import approve, ask

A, B = "aaaa:1:0", "bbbb:2:0"
Serve = Callable[[FakePorts], Service]


def test_b01_approving_searches_and_grades_nothing_again(serve: Serve) -> None:
    ports = shelf(A, B)
    service = serve(ports)
    thread = ask(service)
    before = Counter(name for name, _ in ports.reflector.calls), len(ports.search.queries)
    service.resume(thread, approve(service, thread, A)).wait()
    after = Counter(name for name, _ in ports.reflector.calls)
    after.subtract(before[0])
    assert +after == {"grade_support": 1, "grade_usefulness": 1}
    assert len(ports.search.queries) == before[1]
    steps = Counter(step["node"] for step in service.show(thread)["steps"])
    assert set(steps.values()) == {1}
    assert len(service.history(thread)) == 1


class Cards(TypedDict):
    card: str
    decided: Annotated[list[list[str]], operator.add]


def branches(tmp_path: Path, cards: Sequence[str]) -> Session:
    """A graph that pauses for all cards at once; the product itself has one pause at a time."""

    def review(state: Cards) -> dict[str, Any]:
        return {"decided": [[state["card"], interrupt({"review_id": state["card"]})["action"]]]}

    graph = StateGraph(Cards)
    graph.add_node("review", review)
    graph.add_conditional_edges(START, lambda state: [Send("review", {"card": card}) for card in cards], ["review"])
    graph.add_edge("review", END)
    compiled: Any = graph.compile(open_checkpointer(tmp_path / "cards.sqlite"))
    outside: Any = Outside(shelf(), silent)
    return Session(compiled, "t", 25, outside)


def pending(session: Session) -> dict[str, str]:
    return {one.value["review_id"]: one.id for one in session._snapshot().interrupts}


def test_b04_b06_b07_each_answer_goes_to_its_own_card(tmp_path: Path) -> None:
    session = branches(tmp_path, ["a", "b", "c"])
    list(session.start({}))
    cards = pending(session)
    assert len(set(cards.values())) == 3
    list(session.resume(cards["b"], {"action": "approve"}))
    assert set(pending(session)) == {"a", "c"}
    list(session.resume(cards["b"], {"action": "reject"}))  # a second answer to it
    assert set(pending(session)) == {"a", "c"}
    list(session.resume(cards["c"], {"action": "approve"}))
    list(session.resume(cards["a"], {"action": "reject"}))
    state: Any = session.state()
    assert sorted(state["decided"]) == [["a", "reject"], ["b", "approve"], ["c", "approve"]]
    session._graph.checkpointer.conn.close()  # type: ignore[union-attr]


def test_b09_looking_at_a_thread_runs_nothing(serve: Serve) -> None:
    ports = shelf(A, B)
    service = serve(ports)
    thread = ask(service)
    edit = {**approve(service, thread, A), "action": "edit", "question": "What else?"}
    service.resume(thread, edit).wait()
    calls = len(ports.reflector.calls), len(ports.writer.calls)
    first = service.show(thread)
    for _ in range(5):
        assert service.show(thread) == first
        service.history(thread)
        service.status(thread)
    service.continue_(thread).wait()
    assert service.show(thread)["status"] == "waiting"
    assert (len(ports.reflector.calls), len(ports.writer.calls)) == calls


def test_b11_a_decision_is_final_and_says_so(serve: Serve) -> None:
    service = serve(shelf(A, B))
    thread = ask(service)
    decision = approve(service, thread, A)
    service.resume(thread, decision).wait()
    before = service.show(thread)
    with pytest.raises(ReviewAnswered, match="That decision stands"):
        service.resume(thread, {**decision, "action": "reject"})
    assert service.show(thread) == before


def test_b12_b14_every_question_has_its_own_review(serve: Serve) -> None:
    service = serve(shelf(A, B))
    thread = ask(service)
    first = approve(service, thread, A)
    service.resume(thread, first).wait()
    ask(service, "And this?", thread_id=thread)
    waiting = service.show(thread)
    assert (waiting["status"], waiting["answer"]) == ("waiting", "")
    assert waiting["review"]["review_id"] != first["review_id"]
    with pytest.raises(ReviewAnswered):
        service.resume(thread, first)
    assert service.show(thread) == waiting


def test_b16_a_waiting_review_is_found_again_with_its_edits(serve: Serve) -> None:
    thread = ask(service := serve(shelf(A, B)))
    review_id = service.show(thread)["review"]["review_id"]
    service.save_draft(review_id, {"keep": [B], "note": "half a thought"})
    again = serve(shelf(A, B))
    assert [one.id for one in again.threads("waiting")] == [thread]
    view = again.show(thread)
    assert view["review"]["draft"] == {"keep": [B], "note": "half a thought"}
    assert (view["question"], [item["passage_id"] for item in view["evidence"]]) == ("What stands here?", [A, B])


def test_b19_b23_one_saver_serves_many_threads_one_after_the_other_and_at_once(serve: Serve) -> None:
    service = serve(shelf(A, B))
    ended: list[Any] = []

    def job() -> None:
        for _ in range(2):
            thread = ask(service)
            ended.append(service.resume(thread, approve(service, thread, A)).wait())
            service.history(thread)

    people = [threading.Thread(target=job) for _ in range(4)]
    for one in people:
        one.start()
    for one in people:
        one.join()
    assert ended == [Ended("answered")] * 8


@pytest.mark.slow
def test_b21_fifty_questions_on_a_paper_stay_small_and_go_with_their_thread(tmp_path: Path, shared: Path) -> None:
    data = tmp_path / "data"
    with open_service(Settings(data)) as service:
        paper = shared / "cases" / "pdfs" / "tracemonkey.pdf"
        assert service.ingest([(paper.name, paper)], "Papers").wait() == Ended("ready")
        thread = ask(service, "What is a trace tree?", policy="approve_all")
        sizes = [database_size(data / CHECKPOINTS)]
        for number in range(49):
            ask(service, f"How is a type-unstable loop {number} traced?", thread_id=thread, policy="approve_all")
            sizes.append(database_size(data / CHECKPOINTS))
        assert service.count_questions(thread) == 50
        growth = (sizes[-1] - sizes[0]) / 49
        print(f"{growth:,.0f} bytes a question")
        assert growth < 50_000
        service.delete_thread(thread)
        service.compact()
        assert database_size(data / CHECKPOINTS) < sizes[0]


def test_b31_a_thumb_on_an_older_answer_stops_nothing(serve: Serve) -> None:
    ports = shelf(A)
    service = serve(ports)
    thread = ask(service)
    service.resume(thread, approve(service, thread, A)).wait()
    first = service.show(thread)["question_id"]
    ask(service, "And this?", thread_id=thread)
    writing, go_on = threading.Event(), threading.Event()

    def slow(passages: Sequence[Passage]) -> Iterator[str]:  # type: ignore[misc]
        writing.set()
        go_on.wait(20)
        yield "The rest. [1]"

    ports.writer.pieces = slow  # type: ignore[assignment]
    run = service.resume(thread, approve(service, thread, A))
    writing.wait(20)
    service.thumb(thread, first, 1, "Kim")
    assert run.ended is None
    go_on.set()
    assert run.wait() == Ended("answered")
    assert [view["thumb"] for view in service.history(thread)] == [1, 0]
