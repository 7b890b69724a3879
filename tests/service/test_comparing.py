"""The same question with two strategies: two threads like any others, or none."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from threading import Event
from typing import Any

import pytest

from selfrag.errors import QuestionInvalid, ThreadBusy
from selfrag.ports import Candidate
from selfrag.runs import Ended, Run
from selfrag.service import Service
from selfrag.service.comparing import TAKE_BACK, cited_by, figures
from tests.fakes import FakePorts, FakeSearch, shelf

A, B, C = "aaaa:1:0", "bbbb:2:0", "cccc:3:0"
QUESTION = "What stands here?"
Serve = Callable[[FakePorts], Service]


def views(service: Service, runs: list[Run]) -> list[dict[str, Any]]:
    for run in runs:
        run.wait()
    return [service.show(run.key) for run in runs]


def approve(service: Service, view: dict[str, Any], *keep: str) -> dict[str, Any]:
    decision = {"review_id": view["review"]["review_id"], "action": "approve", "keep": list(keep)}
    service.resume(view["thread_id"], decision).wait()
    return service.show(view["thread_id"])


def test_each_strategy_gets_a_thread_and_a_review_of_its_own(serve: Serve) -> None:
    service = serve(shelf(A, B))
    left, right = views(service, service.compare(QUESTION, ["self", "adaptive"], ["c1"], "always"))
    assert (left["strategy"], right["strategy"]) == ("self", "adaptive")
    assert [left["question"], right["question"]] == [QUESTION, QUESTION]
    assert [left["status"], right["status"]] == ["waiting", "waiting"]
    assert [left["sources"], right["sources"]] == [["c1"], ["c1"]]
    assert left["thread_id"] != right["thread_id"]
    assert len(service.threads()) == 2


def test_the_policy_may_approve_in_both(serve: Serve) -> None:
    service = serve(shelf(A, B))
    left, right = views(service, service.compare(QUESTION, ["combined", "adaptive"], policy="never"))
    assert [left["status"], right["status"]] == ["answered", "answered"]


@pytest.mark.parametrize("strategies", [["self"], ["self", "self"], ["self", "none"], ["self", "adaptive", "combined"]])
def test_it_takes_two_different_strategies(serve: Serve, strategies: list[str]) -> None:
    service = serve(shelf(A))
    with pytest.raises(QuestionInvalid) as refused:
        service.compare(QUESTION, strategies)
    assert str(refused.value) == (
        "A comparison needs two different strategies: choose two of self, adaptive, corrective, combined."
    )
    assert service.threads() == []


def test_an_empty_question_starts_none(serve: Serve) -> None:
    service = serve(shelf(A))
    with pytest.raises(QuestionInvalid):
        service.compare("  ", ["self", "adaptive"])
    assert service.threads() == []


class SlowSearch(FakeSearch):
    """Takes until it is let go, whoever wants it to stop."""

    def __init__(self) -> None:
        super().__init__([A])
        self.begun, self.let_go = Event(), Event()

    def search(self, query: str, collection: str, exclude: Sequence[str] = ()) -> list[Candidate]:
        self.begun.set()
        assert self.let_go.wait(30)
        return super().search(query, collection, exclude)


BUSY = "This thread is being worked on right now: wait for it to pause or finish."


def refused_second(service: Service, monkeypatch: pytest.MonkeyPatch, search: SlowSearch) -> tuple[Run, Run]:
    """The run of the first, still searching, and the one that takes it back."""
    ask, runs = service.ask, list[Run]()

    def once(*given: Any, **more: Any) -> Run:
        if runs:
            raise ThreadBusy(BUSY)
        runs.append(ask(*given, **more))
        assert search.begun.wait(30)
        return runs[0]

    monkeypatch.setattr(service, "ask", once)
    with pytest.raises(ThreadBusy):
        service.compare(QUESTION, ["self", "adaptive"])
    taking_back = service.desk.runs.get(f"{TAKE_BACK}{runs[0].key}")
    assert taking_back is not None
    return runs[0], taking_back


def test_where_the_second_cannot_start_the_first_is_deleted_once_it_has_ended(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    search = SlowSearch()
    service = serve(replace(shelf(A), search=search))
    first, taking_back = refused_second(service, monkeypatch, search)
    assert (first.ended, first.stopping) == (None, True)
    assert [thread.id for thread in service.threads()] == [first.key]
    search.let_go.set()
    assert taking_back.wait() == Ended("ready")
    assert first.ended == Ended("stopped")
    assert service.threads() == []


def test_a_first_that_cannot_be_deleted_stays(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(thread_id: str) -> None:
        raise ThreadBusy(BUSY)

    search = SlowSearch()
    service = serve(replace(shelf(A), search=search))
    monkeypatch.setattr(service, "delete_thread", busy)
    first, taking_back = refused_second(service, monkeypatch, search)
    search.let_go.set()
    assert taking_back.wait() == Ended("failed", BUSY)
    assert [thread.id for thread in service.threads()] == [first.key]


def test_the_figures_of_both(serve: Serve) -> None:
    service = serve(shelf(A, B, C))
    waiting = views(service, service.compare(QUESTION, ["self", "adaptive"], policy="always"))
    left, right = approve(service, waiting[0], A, B), approve(service, waiting[1], B, C)
    seconds = figures(left).pop("seconds")
    assert seconds == round(sum(step["seconds"] for step in left["steps"]), 4)
    shared = {"status": "answered", "outcome": "answered", "searches": 1, "calls": 0, "tokens": 0, "passages": 2}
    assert figures(left) == {**shared, "sentences": 2, "supported": 2, "seconds": seconds}
    assert figures(right) == {**shared, "sentences": 0, "supported": 0, "seconds": figures(right)["seconds"]}
    both, mine, theirs = ([each["passage_id"] for each in some] for some in cited_by(left, right))
    assert (both, mine, theirs) == ([B], [A], [C])


def test_what_searches_the_web_is_named(serve: Serve) -> None:
    service = serve(shelf(A))
    assert service.web_provider == ""
    service.desk = replace(service.desk, make_web=lambda settings: (None, "Finder"))
    assert service.web_provider == "Finder"


def test_a_follow_up_has_answered_questions_before_it(serve: Serve) -> None:
    service = serve(shelf(A))
    run = service.ask(QUESTION, policy="never")
    run.wait()
    assert not service.is_follow_up(run.key)
    service.ask("And there?", thread_id=run.key, policy="never").wait()
    assert service.is_follow_up(run.key)
