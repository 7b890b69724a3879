"""The fan-in: one ranking of what many sources found."""

import pytest

from selfrag.graph.fan_in import mixed, taking_turns
from selfrag.graph.nodes.search import SPARE, branches, merge_hits
from selfrag.graph.search_state import Found, SearchState, of_collection, of_web
from selfrag.graph.state import Searched
from selfrag.ports import WEB, Candidate, Hit, Limits
from tests.graph.plays import Play, stage
from tests.graph.threads import Thread


def ids(hits: list[Hit]) -> list[str]:
    return [hit["passage_id"] for hit in hits]


def ranking(*passage_ids: str) -> list[Hit]:
    return [Hit(passage_id=passage_id, score=0.0) for passage_id in passage_ids]


def alike(*passage_ids: str) -> list[Candidate]:
    """Candidates that no score tells apart."""
    return [Candidate(passage_id=passage_id, words=0.5, meaning=0.5, weight=0.5) for passage_id in passage_ids]


def brought(candidates: list[Candidate]) -> Found:
    return of_collection(Searched(id="c1", title="One", hits=0, seconds=0.0, error=None), candidates, "r")


@pytest.mark.parametrize("order", ["abc", "cba", "bca"])
def test_equal_scores_are_ordered_by_id(order: str) -> None:
    assert mixed(alike(*order)) == [Hit(passage_id=each, score=0.0) for each in "abc"]


def test_rankings_take_turns_and_the_longer_one_goes_on() -> None:
    assert ids(taking_turns(ranking("a", "b", "c"), ranking("x"))) == ["a", "x", "b", "c"]
    assert ids(taking_turns(ranking("a"), ranking("x", "y", "z"))) == ["a", "x", "y", "z"]
    assert ids(taking_turns(ranking("a", "b"), ranking("b", "a"), ranking("z"))) == ["a", "b", "z"]
    assert taking_turns() == taking_turns([], []) == []


def test_what_the_web_found_stands_between_what_the_collections_found() -> None:
    state = SearchState(sources=["c1", WEB], targets=["c1", WEB])
    searched = Searched(id=WEB, title="Web", hits=2, seconds=0.0, error=None)
    state["found"] = [of_web(searched, ["x", "y"], "r"), brought(alike("a", "b", "c"))]
    assert ids(merge_hits(state, Limits())["hits"]) == ["a", "x", "b", "y", "c"]


@pytest.mark.parametrize("offered", [1, 2])
def test_as_many_hits_are_kept_as_leave_spare_ones_for_identical_passages(offered: int) -> None:
    letters = "abcdefghijkl"
    state = SearchState(sources=["c1"], targets=["c1"], found=[brought(alike(*letters))])
    assert SPARE == 4
    assert ids(merge_hits(state, Limits(offered=offered))["hits"]) == list(letters[: 4 * offered])


def test_a_target_that_is_named_twice_is_searched_once() -> None:
    state = SearchState(thread_id="t1", query="q", sources=[], targets=["c2", "c1", "c2"], dropped=["d"], pinned=["p"])
    assert [(sent["source"], sent["query"], sent["exclude"]) for sent in branches(state)] == [
        ("c2", "q", ["d", "p"]),
        ("c1", "q", ["d", "p"]),
    ]
    thread = Thread(stage(Play("")), strategy="adaptive")
    thread.ask(sources=["c1", "c2", "c1"])
    assert sorted(thread.ports.search.asked) == ["c1", "c2"]
    assert [source["id"] for source in thread.state["searched"]] == ["c1", "c2"]
