"""The search: a branch for each source, all of them at once, and one fan-in."""

from collections.abc import Sequence
from threading import Event
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from selfrag.errors import RunStopped, SearchFailed
from selfrag.graph.nodes.search import branches, in_order
from selfrag.graph.search_state import Found, SearchState
from selfrag.graph.state import Searched
from selfrag.ports import WEB, Candidate, Limits, Meter, Ports
from tests.fakes import FakePorts, FakeSearch
from tests.graph.plays import A, B, C, Play, W, by_id, short, stage
from tests.graph.threads import Thread

ALL = ("c1", "c2", "c3")
BROKEN = "“Two” cannot be searched."


def searched(thread: Thread) -> list[tuple[str, int, str | None]]:
    """Of the last search: each source with its hits and its error."""
    return [(each["id"], each["hits"], each["error"]) for each in thread.found("search")[-1]["sources"]]


def test_no_source_at_all_finds_nothing_and_goes_on() -> None:
    thread = Thread(stage(Play("")), strategy="adaptive")
    assert short(thread.ask(sources=[])) == "decide search gather grade"
    assert (searched(thread), thread.offered, thread.ports.search.asked) == ([], [], [])


def test_one_source() -> None:
    thread = Thread(stage(Play("")), strategy="adaptive")
    thread.ask(sources=["c2"])
    assert (searched(thread), thread.offered) == ([("c2", 1, None)], [B])


@pytest.mark.parametrize("strategy", ["self", "adaptive", "corrective", "combined"])
def test_of_three_sources_one_fails_and_is_named(strategy: str) -> None:
    ports = stage(Play(""))
    ports.search.failing = {"c2"}
    thread = Thread(ports, strategy=strategy)
    thread.ask(sources=ALL)
    assert searched(thread) == [("c1", 1, None), ("c2", 0, BROKEN), ("c3", 1, None)]
    assert [each["title"] for each in thread.state["searched"]] == ["One", "Two", "Three"]
    assert thread.offered == [A, C]
    assert sorted(ports.search.asked) == sorted(ALL)
    assert thread.session.broken_off == []


def test_when_all_fail_the_first_is_told_and_continuing_tries_all_again() -> None:
    ports = stage(Play(""))
    ports.search.failing = set(ALL)
    thread = Thread(ports, strategy="combined")
    with pytest.raises(SearchFailed, match="“One” cannot be searched"):
        thread.ask(sources=ALL)
    with pytest.raises(SearchFailed, match="“One” cannot be searched"):
        thread.go_on()
    assert sorted(ports.search.asked) == sorted(ALL * 2)
    assert thread.session.broken_off == [], "nothing was spent"
    ports.search.failing = {"c1"}
    assert short(thread.go_on()) == "search gather grade refine"
    assert sorted(ports.search.asked) == sorted(ALL * 3)
    assert [hits for _, hits, _ in searched(thread)] == [0, 1, 1]
    assert len(ports.called("decide_retrieval")) == 1


def test_the_web_that_fails_beside_a_collection_is_named() -> None:
    ports = stage(Play("", web=[W]))
    assert ports.web is not None
    ports.web.fails = True
    thread = Thread(ports)
    thread.ask(sources=["c1", WEB])
    thread.decide("allow")
    assert searched(thread) == [("c1", 1, None), (WEB, 0, "The web search does not answer; try again later.")]
    assert thread.offered == [A]


class Ordered(FakeSearch):
    """Ends its searches in a given order, whatever order they begin in."""

    ends: Sequence[str] = ()
    ended: dict[str, Event]

    def search(self, query: str, collection: str, exclude: Sequence[str] = ()) -> list[Candidate]:
        place = self.ends.index(collection)
        if place:
            assert self.ended[self.ends[place - 1]].wait(10)
        found = super().search(query, collection, exclude)
        self.ended[collection].set()
        return found


@pytest.mark.parametrize("ends", [ALL, ("c3", "c2", "c1"), ("c2", "c1", "c3")])
def test_the_ranking_does_not_depend_on_who_ends_first(ends: Sequence[str]) -> None:
    """Every source waits for the one before it, so that they also must run at the same time."""
    ports = stage(Play(""))
    search = Ordered([], by_source=ports.search.by_source, titles=ports.search.titles)
    search.ends, search.ended = ends, {name: Event() for name in ends}
    ports.search = search
    thread = Thread(ports, strategy="adaptive")
    thread.ask(sources=ALL)
    assert search.asked == list(ends)
    assert [each["id"] for each in thread.state["searched"]] == list(ALL)
    assert thread.offered == [A, B, C]


def test_a_passage_of_several_sources_is_offered_once() -> None:
    ports = stage(Play("", web=[W, A]))
    ports.search.by_source = {"c1": [A, B], "c2": [B, A]}
    thread = Thread(ports)
    thread.ask(sources=["c1", "c2", WEB])
    thread.decide("allow")
    assert thread.found("search")[0]["hits"] == 3
    assert sorted(thread.offered) == sorted([A, B, W])


def test_hits_are_those_of_the_last_search_alone() -> None:
    ports = stage(Play(""))
    ports.search.by_source, ports.search.ids = {}, []
    ports.search.by_query = {"first": [A], "first (other words 1)": [B], "first (other words 2)": [C]}
    ports.reflector.rel = by_id(c="relevant")
    thread = Thread(ports)
    assert short(thread.ask("first")) == "decide search gather grade" + " rewrite search gather grade" * 2
    assert thread.offered == [C]
    assert [found["hits"] for found in thread.found("search")] == [1, 1, 1]
    assert [step["node"] for step in thread.state["steps"]].count("search") == 3
    assert thread.state["hits"] == []


@pytest.mark.parametrize("strategy", ["self", "adaptive", "corrective", "combined"])
def test_a_dropped_passage_never_comes_back_from_any_source(strategy: str) -> None:
    ports = stage(Play("", web=[W, A]))
    ports.search.by_source = {"c1": [A, B], "c2": [A, C]}
    ports.reflector.sources = ["c1", "c2", WEB]
    thread = Thread(ports, Limits(web=2, rewrites=0), strategy=strategy)
    thread.ask(sources=["c1", "c2", WEB])
    thread.decide("allow")
    assert sorted(thread.offered) == sorted([A, B, C, W])
    thread.decide("edit", [B], drop=[A, W], question="Something else?")
    thread.decide("allow")
    assert sorted(thread.offered) == [B]
    assert sorted(thread.state["dropped"]) == sorted([A, C, W])


def test_without_an_allowed_query_there_is_no_branch_to_the_web() -> None:
    ports = stage(Play("", web=[W]))
    thread = Thread(ports)
    thread.ask(sources=["c1", WEB])
    thread.decide("skip")
    assert searched(thread) == [("c1", 1, None)]
    assert ports.web is not None
    assert ports.web.sent == []
    assert (thread.state["targets"], thread.state["web_query"]) == ([], "")


def test_no_branch_is_sent_to_the_web_on_the_word_of_the_targets_alone() -> None:
    state = SearchState(thread_id="t1", query="q", sources=[], targets=["c1", WEB], dropped=[], pinned=[])
    assert [sent["source"] for sent in branches({**state, "web_query": ""})] == ["c1"]
    assert [(sent["source"], sent["query"]) for sent in branches({**state, "web_query": "w"})] == [
        ("c1", "q"),
        (WEB, "w"),
    ]


def test_the_fan_in_takes_the_order_of_the_targets() -> None:
    def brought(source: str) -> Found:
        searched = Searched(id=source, title=source, hits=0, seconds=0.0, error=None)
        return Found(source=searched, candidates=[], ranked=[], run="r")

    state = SearchState(sources=[], targets=["c2", "c1"], found=[brought(each) for each in (WEB, "c1", "c2")])
    assert [each["source"]["id"] for each in in_order(state)] == ["c2", "c1", WEB]


class Costly:
    """Ports whose every set bills its number: the first one 1, the second one 2 ..."""

    def __init__(self, ports: FakePorts) -> None:
        self._ports, self.made = ports, 0

    def __call__(self, meter: Meter) -> Ports:
        self.made += 1
        meter.add(embed=1, embedding_tokens=self.made)
        return self._ports(meter)


def test_one_step_with_all_that_was_spent_and_the_longest_time(monkeypatch: pytest.MonkeyPatch) -> None:
    ports = stage(Play(""))
    monkeypatch.setattr("selfrag.graph.steps._seconds_since", lambda started: 0.25)
    thread = Thread(ports, make_ports=Costly(ports), strategy="corrective")
    thread.ask(sources=ALL)
    [step] = [step for step in thread.state["steps"] if step["node"] == "search"]
    assert (step["seconds"], step["embeds"], step["embedding_tokens"], step["tokens"]) == (0.25, 3, 6, 6)
    assert thread.events.count(("node", {"node": "search"})) == 3


def test_a_search_that_failed_wholly_tells_what_it_had_spent_once() -> None:
    ports = stage(Play(""))
    ports.search.failing = {"c1", "c2"}
    thread = Thread(ports, make_ports=Costly(ports), strategy="corrective")
    with pytest.raises(SearchFailed):
        thread.ask(sources=["c1", "c2"])
    ports.search.failing = set()
    thread.go_on()
    assert [(step["node"], step["embeds"], step["tokens"]) for step in thread.session.broken_off] == [("search", 2, 3)]
    [step] = [step for step in thread.state["steps"] if step["node"] == "search"]
    assert (step["embeds"], step["tokens"]) == (2, 3 + 4)


class Watched(InMemorySaver):
    """Tells when what a branch brought is on record."""

    def __init__(self) -> None:
        super().__init__()
        self.brought = Event()

    def put_writes(self, config: Any, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = "") -> None:
        super().put_writes(config, writes, task_id, task_path)
        if any(channel == "found" for channel, _ in writes):
            self.brought.set()


def test_a_branch_that_had_ended_is_not_searched_again_after_a_stop() -> None:
    ports, saver = stage(Play("")), Watched()
    thread = Thread(ports, saver=saver, strategy="corrective")
    begun: list[str] = []

    def second(kind: str, facts: dict[str, Any]) -> bool:
        if facts.get("node") != "search":
            return False
        begun.append("search")
        return len(begun) == 2 and saver.brought.wait(10)

    thread.stop_at = second
    with pytest.raises(RunStopped):
        thread.ask(sources=["c1", "c2"])
    thread.stop_at = lambda kind, facts: False
    assert short(thread.go_on()) == "search gather grade refine"
    assert sorted(ports.search.asked) == ["c1", "c2"]
    assert sorted(thread.offered) == [A, B]
