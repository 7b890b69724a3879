"""Questions by every strategy through the service: consent on record, and threads of several strategies."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from selfrag.errors import DecisionInvalid, ReviewAnswered, ReviewOutdated, ReviewWaiting
from selfrag.graph.strategies import STRATEGIES
from selfrag.ports import WEB
from selfrag.runs import Ended
from selfrag.service import Service
from tests.fakes import FakePorts, FakeWeb, shelf

A, W = "aaaa:1:0", "0eb0:1:0"
Serve = Callable[[FakePorts], Service]


def with_web() -> FakePorts:
    """One passage in the collection that does not help, and one on the web that does."""
    ports = shelf(A, W)
    ports.search.ids = [A]
    ports.web = FakeWeb([W])
    ports.reflector.rel = lambda question, passage: "relevant" if passage["id"] == W else "irrelevant"
    ports.passages.stored[W]["url"] = "https://example.org/page"
    return ports


def sent(ports: FakePorts) -> list[str]:
    assert ports.web is not None
    return ports.web.sent


def ask(service: Service, question: str = "What stands here?", **more: Any) -> str:
    run = service.ask(question, **more)
    run.wait()
    return run.key


def decide(service: Service, thread: str, action: str, **more: Any) -> Ended | None:
    return service.resume(
        thread, {"review_id": service.show(thread)["review"]["review_id"], "action": action, **more}
    ).wait()


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_the_whole_job(serve: Serve, strategy: str) -> None:
    ports = with_web()
    ports.reflector.rel = lambda question, passage: "relevant"
    service = serve(ports)
    thread = ask(service, strategy=strategy)
    assert decide(service, thread, "approve", keep=[A]) == Ended("answered")
    view = service.show(thread)
    assert (view["strategy"], view["answer"]) == (strategy, f"Fact {A} stands here. [1]")
    assert [citation["passage_id"] for citation in view["citations"]] == [A]


@pytest.mark.parametrize("strategy", ["corrective", "combined"])
def test_consent_is_asked_given_and_on_record(serve: Serve, strategy: str) -> None:
    ports = with_web()
    service = serve(ports)
    thread = ask(service, strategy=strategy)
    view = service.show(thread)
    assert (view["status"], view["review"]["kind"], view["review"]["provider"]) == ("waiting", "web_consent", "Finder")
    assert sent(ports) == []
    assert decide(service, thread, "allow", query=" what\u0000 stands  there ", note="once") == Ended("waiting")
    assert sent(ports) == ["what stands there"]
    [consent, review] = service.desk.reviews.of_thread(thread)
    assert consent.payload["kind"] == "web_consent"
    assert consent.decision is not None
    assert (consent.decision["action"], consent.decision["query"], consent.decision["note"]) == (
        "allow",
        "what stands there",
        "once",
    )
    assert (consent.decided_by, consent.decided is not None) == ("person", True)
    assert (review.decision, review.payload["kind"]) == (None, "chunk_review")
    view = service.show(thread)
    assert view["consent"]["action"] == "allow"
    assert [(item["passage_id"], item["url"]) for item in view["evidence"]] == [(W, "https://example.org/page")]
    assert decide(service, thread, "approve", keep=[W]) == Ended("answered")
    [citation] = service.show(thread)["citations"]
    assert (citation["passage_id"], citation["url"]) == (W, "https://example.org/page")


@pytest.mark.parametrize("strategy", ["self", "corrective", "combined"])
def test_a_consent_that_is_asked_again_is_another_review(serve: Serve, strategy: str) -> None:
    ports = with_web()
    service = serve(ports)
    thread = ask(service, strategy=strategy, sources=["c1", WEB])
    assert decide(service, thread, "skip") == Ended("waiting")
    assert decide(service, thread, "edit", question="In other words?", keep=[]) == Ended("waiting")
    assert service.show(thread)["review"]["kind"] == "web_consent"
    assert decide(service, thread, "allow") == Ended("waiting")
    assert sent(ports) == ["In other words?"]
    ids = [review.id for review in service.desk.reviews.of_thread(thread)]
    assert len(set(ids)) == len(ids) == 4


@pytest.mark.parametrize(
    ("change", "error", "told"),
    [
        ({"action": "approve"}, DecisionInvalid, "action"),
        ({"keep": [A]}, DecisionInvalid, "keep"),
        ({"query": "  "}, DecisionInvalid, "1 to 400 characters"),
        ({"query": "\u0000"}, DecisionInvalid, "1 to 400 characters"),
        ({"query": "x" * 401}, DecisionInvalid, "1 to 400 characters"),
        ({"action": "never", "query": "x"}, DecisionInvalid, "Only “allow”"),
        ({"note": "x" * 2001}, DecisionInvalid, "note"),
        ({"review_id": "q.1"}, ReviewOutdated, "no longer current"),
    ],
)
def test_a_refused_consent_changes_nothing_and_sends_nothing(
    serve: Serve, change: dict[str, Any], error: type[Exception], told: str
) -> None:
    ports = with_web()
    service = serve(ports)
    thread = ask(service, strategy="corrective")
    before = service.show(thread)
    decision = {"review_id": before["review"]["review_id"], "action": "allow", **change}
    with pytest.raises(error, match=told):
        service.resume(thread, decision)
    assert (service.show(thread), sent(ports)) == (before, [])


def test_the_first_consent_wins(serve: Serve) -> None:
    ports = with_web()
    service = serve(ports)
    thread = ask(service, strategy="corrective")
    consent = {"review_id": service.show(thread)["review"]["review_id"], "action": "skip"}
    service.resume(thread, consent).wait()
    for late in (consent, {**consent, "action": "allow"}):
        with pytest.raises(ReviewAnswered, match="already answered"):
            service.resume(thread, late)
    assert (service.show(thread)["review"]["kind"], sent(ports)) == ("chunk_review", [])


def test_a_thread_that_waits_for_consent_takes_no_new_question_and_outlives_a_restart(serve: Serve) -> None:
    ports = with_web()
    service = serve(ports)
    thread = ask(service, strategy="combined")
    with pytest.raises(ReviewWaiting):
        service.ask("And this?", thread_id=thread, strategy="self")
    assert service.continue_(thread).wait() == Ended("waiting")
    service = serve(ports)
    assert service.show(thread)["review"]["kind"] == "web_consent"
    assert decide(service, thread, "allow") == Ended("waiting")
    assert len(sent(ports)) == 1


def test_never_holds_over_strategies_and_restarts(serve: Serve) -> None:
    ports = with_web()
    service = serve(ports)
    thread = ask(service, strategy="corrective")
    decide(service, thread, "never")
    decide(service, thread, "reject")
    service = serve(ports)
    ask(service, "And this?", thread_id=thread, strategy="combined", sources=["c1", WEB])
    view = service.show(thread)
    assert (view["review"]["kind"], view["consent"]["action"], view["consent"]["by"]) == (
        "chunk_review",
        "never",
        "selfrag",
    )
    assert sent(ports) == []


def test_each_question_keeps_the_strategy_it_was_asked_with(serve: Serve) -> None:
    ports = with_web()
    ports.reflector.rel = lambda question, passage: "relevant"
    service = serve(ports)
    thread = ask(service, strategy="corrective")
    decide(service, thread, "approve", keep=[A])
    for strategy in ("self", None, "adaptive"):
        ask(service, "And this?", thread_id=thread, strategy=strategy)
        decide(service, thread, "approve", keep=[A])
    assert [view["strategy"] for view in service.history(thread)] == ["corrective", "self", "self", "adaptive"]
    assert service.desk.catalog.thread(thread).strategy == "adaptive"
    nodes = [[step["node"] for step in view["steps"]] for view in service.history(thread)]
    assert ["refine_passages" in each for each in nodes] == [True, False, False, False]
    assert ["reflect" in each for each in nodes] == [False, True, True, False]


def test_a_question_that_failed_in_one_strategy_is_no_burden_to_the_next(serve: Serve) -> None:
    ports = with_web()
    ports.search.failing = {"c1"}
    service = serve(ports)
    thread = ask(service, strategy="combined")
    assert (service.show(thread)["status"], service.show(thread)["error"]) == ("failed", "“c1” cannot be searched.")
    ports.search.failing = set()
    ask(service, "And this?", thread_id=thread, strategy="self")
    assert service.show(thread)["review"]["kind"] == "chunk_review"
    assert decide(service, thread, "approve", keep=[A]) == Ended("answered")


def test_a_failed_web_search_is_told_and_what_the_documents_had_is_still_there(serve: Serve) -> None:
    ports = with_web()
    assert ports.web is not None
    ports.web.fails = True
    service = serve(ports)
    thread = ask(service, strategy="corrective")
    had = [item["passage_id"] for item in service.show(thread)["evidence"]]
    assert decide(service, thread, "allow", query="other words") == Ended("waiting")
    view = service.show(thread)
    assert [(each["id"], each["error"]) for each in view["searched"]] == [
        (WEB, "The web search does not answer; try again later.")
    ]
    assert (view["review"]["kind"], sent(ports), bool(had)) == ("chunk_review", ["other words"], True)
    assert [item["passage_id"] for item in view["evidence"]] == had


def test_deleting_a_thread_forgets_what_the_web_said_and_every_checkpoint(serve: Serve) -> None:
    service, forgotten = serve(with_web()), list[str]()
    service.desk = replace(service.desk, forget_web=forgotten.append)
    thread = ask(service, strategy="combined")
    decide(service, thread, "allow")
    service.delete_thread(thread)
    assert forgotten == [thread]
    for table in ("checkpoints", "writes"):
        rows = service.desk.checkpointer.conn.execute(f"SELECT count(*) FROM {table}").fetchone()
        assert rows == (0,)
