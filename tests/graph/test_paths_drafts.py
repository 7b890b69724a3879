"""The way of a question whose answer a person sees before it is final, on every strategy."""

from typing import Any

import pytest

from selfrag.graph.strategies import STRATEGIES
from selfrag.ports import WEB, Limits
from tests.graph.plays import ALLOW, APPROVE, REJECT, A, Play, W, perform, stage
from tests.graph.threads import Thread

TO_REVIEW = {
    "self": "decide search gather grade",
    "adaptive": "decide search gather grade",
    "corrective": "search gather grade refine",
    "combined": "decide search gather grade refine",
}
AGAIN = {name: way.removeprefix("decide ") for name, way in TO_REVIEW.items()}
WRITTEN = {"self": "write reflect", "adaptive": "write", "corrective": "write", "combined": "write reflect"}
ACCEPT = {"action": "accept"}
WRITE_AGAIN = {"action": "write_again", "note": "Shorter."}
SEARCH_AGAIN = {"action": "search_again", "query": "the weak sentence"}


def legs(strategy: str, *more: str) -> str:
    """The way up to the review, then what is given, where `W` stands for writing and `S` for searching again."""
    short = {"W": WRITTEN[strategy], "S": AGAIN[strategy]}
    parts = [" ".join(short.get(word, word) for word in leg.split()) for leg in more]
    return " | ".join([TO_REVIEW[strategy], *parts])


def play(strategy: str, *way: str, answers: Any, **more: Any) -> Thread:
    return perform(strategy, Play(legs(strategy, *way), answers=answers, draft_review=True, **more))


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_an_accepted_draft_is_the_answer(strategy: str) -> None:
    thread = play(strategy, "review W", "draft finish", answers=[APPROVE, ACCEPT])
    assert thread.draft["answer"] == f"Fact {A} stands here. [1]"
    assert thread.state["accepted"] == {"review_id": "q1.draft1", "action": "accept", "by": "person"}


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_rejected_draft_is_no_answer(strategy: str) -> None:
    thread = play(strategy, "review W", "draft finish", answers=[APPROVE, REJECT], outcome="rejected")
    assert (thread.state["draft"], thread.state["best"], thread.state["history"]) == (None, None, [])


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_writing_again_gives_one_more_draft_to_review(strategy: str) -> None:
    thread = play(
        strategy,
        "review W", "draft W", "draft W", "draft finish",
        answers=[APPROVE, WRITE_AGAIN, WRITE_AGAIN, ACCEPT],
        counters=(0, 2, 0),
    )  # fmt: skip
    assert [given[2] for given in thread.ports.called("write")] == ["", "Shorter.", "Shorter."]
    assert (thread.state["drafts"], thread.state["feedback"]) == (3, "")


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_searching_again_leads_to_another_review_of_the_evidence(strategy: str) -> None:
    thread = play(
        strategy,
        "review W", "draft S", "review W", "draft finish",
        answers=[APPROVE, SEARCH_AGAIN, APPROVE, ACCEPT],
        counters=(0, 2, 0),
    )  # fmt: skip
    assert thread.ports.search.queries[-1] == "the weak sentence"
    assert [(item["passage_id"], item["change"]) for item in thread.state["evidence"]] == [(A, "kept")]


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_searching_again_asks_before_anything_leaves(strategy: str) -> None:
    """The router of this question chose the documents; a search in other words goes to all its sources."""
    thread = Thread(stage_of(strategy), Limits(web=2), strategy=strategy)
    thread.ask(sources=["c1", WEB], draft_review=True)
    if thread.review["kind"] == "web_consent":
        thread.decide("allow")
    thread.decide("approve", [A])
    assert thread.review["kind"] == "draft_review"
    sent = list(thread.ports.web.sent)  # type: ignore[union-attr]
    thread.answer({"review_id": thread.review["review_id"], **SEARCH_AGAIN})
    assert (thread.review["kind"], thread.ports.web.sent) == ("web_consent", sent)  # type: ignore[union-attr]
    thread.decide(**ALLOW)
    assert thread.review["kind"] == "chunk_review"
    assert len(thread.ports.web.sent) == len(sent) + 1  # type: ignore[union-attr]


def stage_of(strategy: str) -> Any:
    ports = stage(Play("", web=[W]))
    ports.reflector.sources = ["c1"]
    return ports


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("policy", ["never", "approve_all"])
def test_a_policy_approves_evidence_and_never_a_draft(strategy: str, policy: str) -> None:
    way = f"{TO_REVIEW[strategy]} policy {WRITTEN[strategy]} | draft finish"
    perform(strategy, Play(way, answers=[ACCEPT], policy=policy, draft_review=True))


@pytest.mark.parametrize("strategy", [name for name in STRATEGIES if name != "corrective"])  # which always retrieves
def test_an_answer_without_documents_is_not_reviewed(strategy: str) -> None:
    way = f"{'decide search' if strategy == 'self' else 'decide'} gather direct finish"
    perform(
        strategy,
        Play(
            way, answers=[], outcome="answered_directly", counters=(0, 0, 0), says={"retrieve": "no"}, draft_review=True
        ),
    )


@pytest.mark.parametrize("strategy", ["self", "combined"])
def test_own_loops_end_before_a_person_is_asked(strategy: str) -> None:
    thread = play(
        strategy, "review W W", "draft W", "draft finish",
        answers=[APPROVE, WRITE_AGAIN, ACCEPT], counters=(0, 2, 0), outcome="partly_supported",
        says={"sup": lambda claim: "no"},
    )  # fmt: skip
    assert thread.found("review_draft") == [
        {"action": "write_again", "by": "person", "struck": 0},
        {"action": "accept", "by": "person", "struck": 0},
    ]


@pytest.mark.parametrize("strategy", ["self", "combined"])
def test_nothing_new_after_a_useless_draft_still_asks_the_person(strategy: str) -> None:
    """The draft is of no use, the search in other words brings nothing new: the person sees what there is."""
    way = f"review W rewrite {AGAIN[strategy]}"
    thread = play(
        strategy, way, "draft finish",
        answers=[APPROVE, ACCEPT], counters=(1, 1, 0), outcome="answered",
        says={"use": lambda answer: 1},
    )  # fmt: skip
    assert thread.state["drafts"] == 1


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_an_empty_draft_is_not_shown(strategy: str) -> None:
    ports = stage(Play(""))
    ports.writer.pieces = lambda passages: []
    thread = Thread(ports, strategy=strategy)
    thread.ask(draft_review=True)
    thread.decide("approve", [A])
    assert (thread.session.waiting(), thread.state["outcome"]) == (None, "no_evidence")
