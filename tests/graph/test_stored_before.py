"""Threads stored by earlier versions: before strategies, many sources and the web, and before scores."""

from collections.abc import Callable
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from selfrag.errors import RunStopped, SearchFailed
from tests.fakes import FakePorts, shelf
from tests.graph.plays import short
from tests.graph.threads import ANSWERED, A, B, Thread

OF_STRATEGIES = {
    "strategy",
    "targets",
    "searched",
    "fallback",
    "web_provider",
    "web_query",
    "web_never",
    "consents",
    "consent",
    "approved_strips",
}
OF_DRAFTS = {"draft_review", "accepted", "drafts", "feedback"}
OF_SCORES = {"left_out", "retrieve_probability"}
LATER = {"basis", "use_score", "left_out", "cut", "prompt_tokens", "completion_tokens", "embedding_tokens"}
IN_DRAFTS = ("support", "by", "written", "at", "added")
Values = Callable[[Any], Any]


def without(*later: str, scores: bool = True) -> Values:
    """Takes these keys out of a value, and without `scores` all that are not of evidence."""

    def taken(value: Any) -> Any:
        if isinstance(value, list | tuple):
            return type(value)(map(taken, value))
        if not isinstance(value, dict):
            return value
        dropped = {*later} if scores or "is_rel" in value else {*later, "score"}
        return {key: taken(inner) for key, inner in value.items() if key not in dropped}

    return taken


def found_before(value: Any) -> Any:
    """Steps as they were: what a search and Retrieve found was less."""
    if not isinstance(value, list) or not all(isinstance(each, dict) and "found" in each for each in value):
        return value
    less = without("sources", "fallback", "web_query")
    told_more = ("decide_retrieval", "search")
    return [{**each, "found": less(each["found"]) if each["node"] in told_more else each["found"]} for each in value]


def before_strategies(saver: InMemorySaver) -> None:
    """Everything the saver holds, as the version before strategies stored it: the search had no graph of its own."""
    for thread in saver.storage.values():
        for namespace in [namespace for namespace in thread if namespace]:
            del thread[namespace]
    for place in [place for place in saver.writes if place[1]]:
        del saver.writes[place]
    aged(saver, OF_STRATEGIES | OF_DRAFTS, lambda value: without("strips", *IN_DRAFTS)(found_before(value)))


def before_drafts(saver: InMemorySaver) -> None:
    """Everything the saver holds, as the version before drafts were reviewed stored it."""
    aged(saver, OF_DRAFTS, without(*IN_DRAFTS))


def age(saver: InMemorySaver) -> None:
    """Everything the saver holds, as the version before scores stored it."""
    before_strategies(saver)
    aged(saver, OF_SCORES, without(*LATER, scores=False))


def aged(saver: InMemorySaver, channels: set[str], values: Values) -> None:
    """Values as they were, and nothing of channels that there were not yet."""
    for key, blob in list(saver.blobs.items()):
        if key[1] or key[2] in channels or blob[0] == "empty":
            del saver.blobs[key]
        else:
            saver.blobs[key] = saver.serde.dumps_typed(values(saver.serde.loads_typed(blob)))
    for written in saver.writes.values():
        for place, (task, channel, blob, path) in list(written.items()):
            if channel in channels:
                del written[place]
            else:
                written[place] = (task, channel, saver.serde.dumps_typed(values(saver.serde.loads_typed(blob))), path)


def test_a_review_that_waited_through_an_upgrade_is_answered() -> None:
    saver, ports = InMemorySaver(), shelf(A, B)
    thread = Thread(ports, saver=saver)
    thread.ask()
    age(saver)
    assert "basis" not in thread.state["evidence"][0]
    assert "left_out" not in thread.state
    assert thread.decide("approve", [A]) == ANSWERED
    assert (thread.state["outcome"], thread.state["left_out"]) == ("answered", [])
    assert thread.draft["reflection"]["score"] == 0.9 + 1.0 + 0.5


@pytest.mark.parametrize("strategy", ["self", "adaptive", "corrective", "combined"])
def test_a_review_that_waited_before_drafts_were_reviewed_ends_without_one(strategy: str) -> None:
    saver, ports = InMemorySaver(), shelf(A, B)
    Thread(ports, saver=saver, strategy=strategy).ask()
    before_drafts(saver)
    thread = Thread(ports, saver=saver, strategy=strategy)
    assert not OF_DRAFTS & set(thread.state)
    thread.decide("approve", [A])
    assert (thread.session.waiting(), thread.state["outcome"]) == (None, "answered")
    thread.asked = 1
    thread.ask(draft_review=True)
    thread.decide("approve", [A])
    assert thread.review["review_id"] == "q2.draft1"


def test_a_search_in_other_words_after_an_upgrade_carries_the_old_verdicts_over() -> None:
    saver, ports = InMemorySaver(), shelf(A)
    ports.reflector.rel = lambda question, passage: "irrelevant"
    thread = Thread(ports, saver=saver)
    thread.stop_at = lambda kind, facts: facts.get("node") == "rewrite_question"
    with pytest.raises(RunStopped):
        thread.ask()
    age(saver)
    thread.stop_at = lambda kind, facts: False
    thread.go_on()
    assert [(item["is_rel"], item["basis"]) for item in thread.review["evidence"]] == [("irrelevant", None)]
    assert thread.decide("approve", [A]) == ANSWERED


@pytest.mark.parametrize(("second", "kept"), [("All wrong. [1]", "Half true. Fact. [1]"), ("Fact. [1]", "Fact. [1]")])
def test_a_draft_graded_before_an_upgrade_is_compared_with_one_after_it(second: str, kept: str) -> None:
    saver, ports = InMemorySaver(), shelf(A)
    thread = stopped_at_the_second_write(saver, ports, ["Half true. Fact. [1]", second])
    age(saver)
    assert "score" not in thread.draft["reflection"]
    assert thread.go_on() == ["write_answer", "reflect", "finish"]
    assert thread.draft["answer"] == kept


def test_an_answer_graded_before_an_upgrade_is_finished_after_it() -> None:
    saver, ports = InMemorySaver(), shelf(A)
    thread = stopped(saver, ports, "finish")
    age(saver)
    assert thread.go_on() == ["finish"]
    assert (thread.state["outcome"], thread.state["left_out"]) == ("answered", [])


def test_an_answer_written_before_an_upgrade_is_graded_after_it() -> None:
    saver, ports = InMemorySaver(), shelf(A)
    thread = stopped(saver, ports, "reflect")
    age(saver)
    assert thread.go_on() == ["reflect", "finish"]
    assert ports.called("grade_support") == [(["Fact aaaa:1:0 stands here."], [A])]


def stopped(saver: InMemorySaver, ports: FakePorts, node: str, times: int = 1) -> Thread:
    """A thread stopped as a node began for so many times."""
    begun = []
    thread = Thread(ports, saver=saver)
    thread.ask()

    def stop(kind: str, facts: dict[str, Any]) -> bool:
        if facts.get("node") == node:
            begun.append(node)
        return facts.get("node") == node and len(begun) == times

    thread.stop_at = stop
    with pytest.raises(RunStopped):
        thread.decide("approve", [A])
    thread.stop_at = lambda kind, facts: False
    return thread


def stopped_at_the_second_write(saver: InMemorySaver, ports: FakePorts, answers: list[str]) -> Thread:
    left = iter(answers)
    ports.writer.pieces = lambda passages: [next(left)]
    ports.reflector.sup = lambda claim: "fully" if claim["text"] == "Fact." else "no"
    return stopped(saver, ports, "write_answer", times=2)


def upgraded(saver: InMemorySaver, ports: FakePorts, strategy: str = "self") -> Thread:
    """The thread as it was before strategies, opened by this version."""
    before_strategies(saver)
    thread = Thread(ports, saver=saver, strategy=strategy)
    assert thread.state
    assert not OF_STRATEGIES & set(thread.state)
    return thread


@pytest.mark.parametrize(
    ("decision", "way"),
    [
        ({"action": "approve", "keep": [A]}, "review write reflect finish"),
        ({"action": "reject", "keep": []}, "review finish"),
        ({"action": "edit", "keep": [A], "question": "And what else?"}, "review search gather grade"),
        ({"action": "edit", "keep": [A], "search_again": True}, "review search gather grade"),
        (
            {"action": "edit", "keep": [A], "question": "Only this?", "search_again": False},
            "review write reflect finish",
        ),
    ],
)
def test_a_review_that_waited_is_decided_as_before_strategies(decision: dict[str, Any], way: str) -> None:
    saver, ports = InMemorySaver(), shelf(A, B)
    Thread(ports, saver=saver).ask()
    thread = upgraded(saver, ports)
    assert thread.offered == [A, B]
    assert short(thread.decide(**decision)) == way
    searches = ["What stands here?"] + [decision.get("question", "What stands here?")] * ("search" in way)
    assert ports.search.queries == searches
    assert ports.search.asked == ["c1"] * len(searches)
    if "search" in way:
        assert (thread.state["targets"], [each["id"] for each in thread.state["searched"]]) == ([], ["c1"])
        assert short(thread.decide("approve", [A])) == "review write reflect finish"
        assert ports.called("write")[-1][1] == [A]


def test_a_search_that_failed_before_strategies_is_done_after_it() -> None:
    saver, ports = InMemorySaver(), shelf(A)
    ports.search.failing = {"c1"}
    with pytest.raises(SearchFailed):
        Thread(ports, saver=saver).ask()
    thread = upgraded(saver, ports)
    ports.search.failing = set()
    assert short(thread.go_on()) == "decide search gather grade"
    assert len(ports.called("decide_retrieval")) == 1, "it is told again, and not done again"
    assert (thread.offered, ports.search.asked) == ([A], ["c1", "c1"])
    assert short(thread.decide("approve", [A])) == "review write reflect finish"


@pytest.mark.parametrize(
    ("strategy", "way", "end"),
    [
        ("self", "decide search gather grade", "review write reflect finish"),
        ("adaptive", "decide search gather grade", "review write finish"),
        ("corrective", "decide search gather grade refine", "review write finish"),
        ("combined", "decide search gather grade refine", "review write reflect finish"),
    ],
)
def test_a_thread_that_was_answered_before_strategies_goes_on_with_any(strategy: str, way: str, end: str) -> None:
    saver, ports = InMemorySaver(), shelf(A, B)
    first = Thread(ports, saver=saver)
    first.ask()
    first.decide("approve", [A])
    thread = upgraded(saver, ports, strategy)
    thread.asked = first.asked
    assert short(thread.ask("And then?", sources=["c1", "c2"])) == way
    assert sorted(ports.search.asked) == ["c1", "c1", "c2"]
    assert (thread.state["strategy"], [turn["question"] for turn in thread.state["history"]]) == (
        strategy, ["What stands here?"],
    )  # fmt: skip
    assert short(thread.decide("approve", [B])) == end
    assert (thread.state["outcome"], thread.state["approved"]) == ("answered", [B])


@pytest.mark.parametrize("strategy", ["self", "combined"])
def test_what_was_approved_before_strategies_is_gone_on_with(strategy: str) -> None:
    saver, ports = InMemorySaver(), shelf(A, B)
    first = Thread(ports, saver=saver)
    first.ask()
    first.decide("approve", [A])
    ports.reflector.retrieve = "continue"
    thread = upgraded(saver, ports, strategy)
    thread.asked = first.asked
    assert short(thread.ask("And then?")) == "decide gather grade" + " refine" * (strategy == "combined")
    assert (thread.offered, ports.search.asked) == ([A], ["c1"])
    assert short(thread.decide("approve", [A])) == "review write reflect finish"
    assert ports.writer.texts[-1] == [f"Fact {A} stands here."]


@pytest.mark.parametrize("node", ["decide_retrieval", "search", "gather_evidence", "grade_passages"])
def test_a_follow_up_that_was_cut_off_before_strategies_is_taken_up_where_it_was(node: str) -> None:
    saver, ports = InMemorySaver(), shelf(A, B)
    first = Thread(ports, saver=saver)
    first.ask()
    first.decide("approve", [A])
    first.stop_at = lambda kind, facts: (kind, facts.get("node")) == ("node", node)
    with pytest.raises(RunStopped):
        first.ask("And then?")
    thread = upgraded(saver, ports)
    way = ["decide_retrieval", "search", "gather_evidence", "grade_passages"]
    assert thread.go_on() == way[way.index(node) :]
    assert (thread.offered, len(ports.search.asked)) == ([A, B], 2)
    assert short(thread.decide("approve", [B])) == "review write reflect finish"
    assert thread.state["outcome"] == "answered"
