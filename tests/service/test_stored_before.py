"""Questions on record from before strategies: they are shown, and their threads go on."""

from collections.abc import Callable

import pytest

from selfrag.service import Service
from tests.fakes import FakePorts, shelf

A = "aaaa:1:0"
LATER = {
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


def aged(service: Service, thread: str) -> None:
    """The last question's record as it was before strategies."""
    question = service.desk.catalog.last_question(thread)
    assert question is not None
    record = {key: value for key, value in question.record.items() if key not in LATER}
    assert len(record) < len(question.record)
    service.desk.catalog.save_question(question, question.status, record)


@pytest.mark.parametrize("waits", [True, False])
def test_a_question_from_before_strategies_is_shown_and_decided(
    serve: Callable[[FakePorts], Service], waits: bool
) -> None:
    service = serve(shelf(A))
    run = service.ask("What stands here?", policy="always" if waits else "approve_all")
    run.wait()
    before = service.show(run.key)
    aged(service, run.key)
    view = service.show(run.key)
    told = {"strategy": "self", "searched": [], "fallback": "", "consent": None}
    assert {key: view[key] for key in told} == told
    assert view == before | told | {"updated": view["updated"]}
    if waits:
        review = view["review"]
        service.resume(run.key, {"review_id": review["review_id"], "action": "approve", "keep": [A]}).wait()
    assert service.show(run.key)["status"] == "answered"
    service.ask("And then?", thread_id=run.key, strategy="combined", policy="approve_all").wait()
    [first, second] = service.history(run.key)
    assert (first["status"], second["status"], second["strategy"]) == ("answered", "answered", "combined")


def test_a_question_from_before_strategies_keeps_its_own(serve: Callable[[FakePorts], Service]) -> None:
    service = serve(shelf(A))
    run = service.ask("What stands here?", policy="approve_all")
    run.wait()
    aged(service, run.key)
    service.ask("And then?", thread_id=run.key, strategy="combined", policy="approve_all").wait()
    assert [each["strategy"] for each in service.history(run.key)] == ["self", "combined"]
