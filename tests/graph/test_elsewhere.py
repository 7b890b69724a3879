"""Where a run looks next when what it found does not help."""

import pytest

from selfrag.ports import WEB
from tests.graph.plays import A, B, Play, W, by_id, stage
from tests.graph.threads import PROVIDER, Thread

CORRECTIVE = ["corrective", "combined"]


def thread_of(strategy: str, **verdicts: str) -> Thread:
    ports = stage(Play("", web=[W]))
    ports.reflector.rel = by_id(**verdicts)
    return Thread(ports, strategy=strategy)


@pytest.mark.parametrize("strategy", CORRECTIVE)
def test_one_passage_that_cannot_be_graded_beside_incorrect_ones_keeps_nobody_from_the_web(strategy: str) -> None:
    thread = thread_of(strategy, b="unknown")
    thread.ask(sources=["c1", "c2"])
    assert thread.review["kind"] == "web_consent"
    thread.decide("skip")
    assert [(item["passage_id"], item["is_rel"]) for item in thread.review["evidence"]] == [
        (B, "unknown"),
        (A, "incorrect"),
    ]


@pytest.mark.parametrize("strategy", CORRECTIVE)
def test_where_nothing_can_be_graded_a_person_decides(strategy: str) -> None:
    thread = thread_of(strategy, a="unknown", b="unknown")
    thread.ask(sources=["c1", "c2"])
    assert thread.review["kind"] == "chunk_review"


@pytest.mark.parametrize("strategy", ["self", "adaptive", *CORRECTIVE])
def test_who_searches_again_is_asked_again_after_a_query_was_kept_in(strategy: str) -> None:
    thread = thread_of(strategy, a="relevant")
    thread.ports.reflector.sources = ["c1", WEB]
    thread.ask(sources=["c1", WEB])
    thread.decide("skip")
    thread.decide("edit", [], question="Once more?")
    assert (thread.review["kind"], thread.review["query"], thread.review["provider"]) == (
        "web_consent",
        "Once more?",
        PROVIDER,
    )
    thread.decide("allow")
    thread.decide("edit", [], question="And again?")
    assert thread.review["kind"] == "chunk_review", "one query for a question has left"
    assert thread.state["consent"] == {"action": "limit", "by": "selfrag"}


@pytest.mark.parametrize("strategy", ["self", "adaptive", *CORRECTIVE])
def test_a_collection_that_was_deleted_meanwhile_is_named_and_ends_nothing(strategy: str) -> None:
    thread = thread_of(strategy, a="relevant")
    thread.ask()
    thread.ports.search.deleted = {"c1"}
    thread.decide("edit", [A], question="Once more?")
    assert [(each["title"], each["error"]) for each in thread.state["searched"]] == [
        ("A deleted collection", "That collection no longer exists; choose another.")
    ]
    assert thread.offered == [A]


@pytest.mark.parametrize("strategy", ["adaptive", "combined"])
def test_a_source_that_cannot_be_looked_at_does_not_keep_the_router_from_the_others(strategy: str) -> None:
    thread = thread_of(strategy, a="relevant", b="relevant")
    thread.ports.search.failing = {"c1"}
    thread.ports.reflector.looks = True
    thread.ports.reflector.sources = ["c1", "c2"]
    thread.ask(sources=["c1", "c2"])
    assert thread.ports.reflector.seen == {"c1": [], "c2": [f"Fact {B} stands here."]}
    assert (thread.state["fallback"], [each["error"] for each in thread.state["searched"]]) == (
        "",
        ["“One” cannot be searched.", None],
    )
