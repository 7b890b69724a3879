"""The router of the adaptive and combined strategies: which sources, and what it says when it cannot tell."""

from typing import Any

import pytest

from selfrag.ports import WEB
from tests.graph.plays import A, B, C, Play, W, short, stage
from tests.graph.threads import Thread

ALL = ("c1", "c2", "c3")
FAILED = "The choice of sources failed, so all collections are searched: The model does not answer."
NOTHING = "No source was chosen, so all collections are searched."


@pytest.mark.parametrize("strategy", ["adaptive", "combined"])
@pytest.mark.parametrize(
    ("sources", "chosen", "searched", "fallback"),
    [
        (ALL, ["c2"], ["c2"], ""),
        (ALL, ["c3", "c1"], ["c1", "c3"], ""),
        (ALL, ["c1", "c2", "c3"], ["c1", "c2", "c3"], ""),
        (ALL, [], ["c1", "c2", "c3"], NOTHING),
        (ALL, ["elsewhere"], ["c1", "c2", "c3"], NOTHING),
        (ALL, ["elsewhere", "c2"], ["c2"], ""),
        (ALL, [WEB], ["c1", "c2", "c3"], NOTHING),
        (("c1",), [], ["c1"], ""),
        (("c1", WEB), [], ["c1"], NOTHING),
        ((WEB,), [], [WEB], ""),
        ((WEB,), ["elsewhere"], [WEB], ""),
    ],
)
def test_what_is_searched(
    strategy: str, sources: tuple[str, ...], chosen: list[str], searched: list[str], fallback: str
) -> None:
    ports = stage(Play("", web=[W]))
    ports.reflector.sources = chosen
    thread = Thread(ports, strategy=strategy)
    thread.ask(sources=sources)
    if thread.review["kind"] == "web_consent":
        thread.decide("allow")
    assert [each["id"] for each in thread.found("search")[0]["sources"]] == searched
    assert thread.state["fallback"] == fallback
    [decided] = thread.found("decide_retrieval")
    assert (decided["sources"], decided["fallback"]) == (len(searched), fallback)
    assert ports.reflector.offered == [list(sources)]


@pytest.mark.parametrize("strategy", ["adaptive", "combined"])
@pytest.mark.parametrize("follows", [False, True])
def test_a_router_that_fails_falls_back_to_all_collections(strategy: str, follows: bool) -> None:
    ports = stage(Play("", web=[W]))
    thread = Thread(ports, strategy=strategy)
    if follows:
        thread.ask()
        thread.decide("approve", [A])
    ports.reflector.router_fails = True
    path = "decide search gather grade" + (" refine" if strategy == "combined" else "")
    assert short(thread.ask(sources=[*ALL, WEB])) == path
    assert thread.offered == [A, B, C]
    assert (thread.state["retrieve"], thread.state["fallback"]) == ("unknown", FAILED)
    assert thread.session.broken_off == []


@pytest.mark.parametrize("verdict", ["no", "continue"])
def test_where_nothing_is_searched_no_fallback_is_told(verdict: Any) -> None:
    """A router that needs no source names none."""
    ports = stage(Play(""))
    thread = Thread(ports, strategy="combined")
    thread.ask()
    thread.decide("approve", [A])
    ports.reflector.retrieve = verdict
    thread.ask("Say more", sources=ALL)
    [decided] = thread.found("decide_retrieval")
    assert (decided["sources"], decided["fallback"]) == (0, "")
    assert ports.search.asked == ["c1"]


@pytest.mark.parametrize("strategy", ["self", "corrective"])
def test_without_a_router_all_sources_are_searched(strategy: str) -> None:
    ports = stage(Play(""))
    ports.reflector.sources = ["c2"]
    thread = Thread(ports, strategy=strategy)
    thread.ask(sources=ALL)
    assert sorted(ports.search.asked) == list(ALL)
    assert ports.reflector.offered in ([], [[]])


def test_the_reworded_question_is_searched_for_everywhere() -> None:
    ports = stage(Play(""))
    ports.reflector.sources = ["c2"]
    thread = Thread(ports, strategy="adaptive")
    thread.ask(sources=ALL)
    assert ports.search.asked == ["c2"]
    thread.decide("edit", [B], question="Something else?")
    assert sorted(ports.search.asked[1:]) == list(ALL)
    assert thread.offered == [B, A, C]


def test_a_continue_beside_the_search_of_a_first_question_meets_it() -> None:
    """What was approved for a question without an answer is there to go on with, though no turn is remembered."""
    ports = stage(Play(""))
    ports.reflector.sup = lambda claim: "no"
    ports.writer.pieces = lambda passages: ["Unmarked."]
    thread = Thread(ports)
    thread.ask()
    thread.decide("approve", [A])
    assert (thread.state["outcome"], thread.state["history"]) == ("no_evidence", [])
    ports.reflector.retrieve = "continue"
    assert short(thread.ask("And then?", sources=["c1", "c2"])) == "decide search gather grade"
    assert [(item["passage_id"], item["change"]) for item in thread.review["evidence"]] == [(A, "kept"), (B, "new")]
