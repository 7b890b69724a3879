"""Several sources are searched at once, and a benchmark says what that takes."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Barrier, BrokenBarrierError

import pytest

from selfrag.bench.__main__ import main
from selfrag.bench.sources.measure import as_table, searching_graph, time_search
from selfrag.bench.sources.slow import SlowSearch
from selfrag.errors import SearchFailed, SelfragError
from selfrag.ports import Candidate


@dataclass
class MeetingSearch(SlowSearch):
    """A search that goes on only once so many others are under way with it."""

    meeting: Barrier | None = None

    def search(self, query: str, collection: str, exclude: Sequence[str] = ()) -> list[Candidate]:
        assert self.meeting is not None
        try:
            self.meeting.wait(30)
        except BrokenBarrierError as error:
            raise SearchFailed("Nobody came.") from error
        return super().search(query, collection, exclude)


@pytest.mark.parametrize("count", [1, 3, 16])
def test_all_sources_are_searched_at_once(count: int) -> None:
    with searching_graph() as graph:
        search = MeetingSearch(0.0, meeting=Barrier(count))
        assert time_search(graph, search, count) > 0
        assert search.most_at_once <= count


class HalfSearch(SlowSearch):
    """Fails for all sources but the first."""

    def search(self, query: str, collection: str, exclude: Sequence[str] = ()) -> list[Candidate]:
        if collection != "source-0":
            raise SearchFailed("Gone.")
        return super().search(query, collection, exclude)


def test_a_source_that_fails_is_told() -> None:
    with searching_graph() as graph, pytest.raises(SelfragError, match="Not every source was searched"):
        time_search(graph, HalfSearch(0.0), 2)


def test_the_report(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["sources", "--latency-ms", "20", "--repeat", "1", "--json"])
    report = json.loads(capsys.readouterr().out)
    assert code == (0 if report["met"] else 1)
    assert report["met"] == (report["ratio"] <= report["budget"])
    assert (report["latency_ms"], report["sources"], report["repeat"], report["budget"]) == (20, 3, 1, 1.15)
    assert [row["sources"] for row in report["rows"]] == [1, 3]
    assert all(1 <= row["at_once"] <= row["sources"] for row in report["rows"])
    assert all(row["seconds"] >= 0.02 for row in report["rows"])
    assert report["ratio"] == round(report["rows"][1]["seconds"] / report["rows"][0]["seconds"], 3)


def test_a_missed_budget_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    row = {"sources": 1, "seconds": 0.3, "at_once": 1}
    rows = [row, row | {"sources": 3, "seconds": 0.9}]
    report = {"latency_ms": 300, "sources": 3, "repeat": 5, "rows": rows, "ratio": 3.0, "budget": 1.15, "met": False}
    monkeypatch.setattr("selfrag.bench.sources.measure", lambda load: report)
    assert main(["sources"]) == 1
    assert capsys.readouterr().out == as_table(report) + "\n"
    assert "MISSED  ratio 3.000 of at most 1.15" in as_table(report)


@pytest.mark.parametrize("wrong", ["--sources=1", "--sources=17", "--latency-ms=-1", "--repeat=0"])
def test_wrong_use(wrong: str) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["sources", wrong])
