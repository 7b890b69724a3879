"""A stop takes effect at once, whatever is being waited for, and what was finished is not asked again."""

import time
from collections.abc import Callable
from typing import Any

import pytest

from selfrag.bench.openai_server import OpenAIServer, Reply, Request
from selfrag.runs import FileDone, Run, StepDone, Token, Waiting
from selfrag.service import Service
from tests.documents.pdfs import text_pdf
from tests.end_to_end.asking import (
    QUESTION,
    WHOLE_JOB,
    Asked,
    Open,
    answering,
    approved,
    ask,
    ended,
    page_about,
    succeeded,
)

AT_MOST = 2.0  # seconds from a stop to its effect
SLOW = 60.0
HEARD = 20.0  # seconds in which the server of the test has seen that nobody waits any more, far less than it is slow


def stop(service: Service, run: Run) -> None:
    asked = time.monotonic()
    service.stop(run.key)
    assert ended(run) == "stopped"
    assert time.monotonic() - asked < AT_MOST


def until(run: Run, seen: Callable[[Any], bool]) -> Any:
    """The first such event."""
    return next(event for event in run.follow() if seen(event))


def slow_at(*kinds: str) -> Callable[[Request], Any]:
    return lambda request: Reply(delay=SLOW) if request.kind in kinds else answering(request)


def begin(service: Service, at: str) -> Run:
    """Asks, or approves where the reviewed answer is what gets stopped."""
    return service.ask(QUESTION) if at == "asking" else ask(service).approve()


@pytest.mark.parametrize(
    ("at", "kinds", "open_requests"),
    [
        pytest.param("asking", ("retrieve", "embed"), 2, id="the first verdict and the query's vector"),
        pytest.param("asking", ("is_rel",), 6, id="graders of passages"),
        pytest.param("approving", ("write",), 1, id="the first token"),
        pytest.param("approving", ("is_sup", "is_use"), 2, id="graders of the answer"),
    ],
)
def test_stop_while_waiting_for(
    service: Service, model: OpenAIServer, at: str, kinds: tuple[str, ...], open_requests: int
) -> None:
    model.rule = slow_at(*kinds)
    run = begin(service, at)

    def slow() -> list[Request]:
        return [request for request in model.requests if request.kind in kinds]

    model.wait_for(lambda: len(slow()) == open_requests)
    stop(service, run)
    model.wait_for(lambda: all(request.aborted for request in slow()), HEARD)
    model.rule = answering
    asked = Asked(service, run.key)
    assert (asked.view["status"], asked.view["error"]) == ("stopped", None)
    view = asked.go_on()
    if view["status"] == "waiting":
        view = approved(asked)
    assert view["status"] == "answered"
    assert succeeded(model.requests) == WHOLE_JOB


def test_a_step_that_was_done_beside_the_stopped_one_is_not_repeated(service: Service, model: OpenAIServer) -> None:
    model.rule = slow_at("embed")
    run = begin(service, "asking")
    until(run, lambda event: isinstance(event, StepDone) and event.step["node"] == "decide_retrieval")
    model.wait_for(lambda: "embed" in [request.kind for request in model.requests])
    stop(service, run)
    model.wait_for(lambda: all(request.ended for request in model.requests), HEARD)
    model.rule = answering
    view = Asked(service, run.key).go_on()
    assert view["status"] == "waiting"
    assert sorted(step["node"] for step in view["steps"][:2]) == ["decide_retrieval", "search"]
    assert succeeded(model.requests) == {"retrieve": 1, "embed": 1, "is_rel": 6}


def test_stop_in_the_middle_of_an_answer_keeps_what_was_written(service: Service, model: OpenAIServer) -> None:
    text = " ".join(f"word{n}" for n in range(1000))
    model.rule = lambda request: text if request.kind == "write" else None
    model.token_latency = 0.05
    run = begin(service, "approving")
    seen = iter(event for event in run.follow() if isinstance(event, Token))
    for _ in range(3):
        next(seen)
    stop(service, run)
    [write] = [request for request in model.requests if request.kind == "write"]
    model.wait_for(lambda: write.aborted, HEARD)
    stopped = service.show(run.key)
    assert stopped["status"] == "stopped"
    assert stopped["answer"] == run.text()
    assert text.startswith(stopped["answer"])
    assert stopped["answer"].startswith("word0 word1")
    model.rule, model.token_latency = answering, 0.0
    assert Asked(service, run.key).go_on()["status"] == "answered"
    assert succeeded(model.requests) == WHOLE_JOB


def test_stop_while_the_server_asks_to_wait(service: Service, model: OpenAIServer) -> None:
    model.fail(429, times=6, kind="is_rel", retry_after=str(int(SLOW)))
    run = begin(service, "asking")
    assert until(run, lambda event: isinstance(event, Waiting)).seconds == SLOW
    model.wait_for(lambda: [request.status for request in model.requests if request.ended].count(429) == 6)
    stop(service, run)
    assert service.show(run.key)["status"] == "stopped"
    model.reset()
    assert Asked(service, run.key).go_on()["status"] == "waiting"
    assert succeeded(model.requests) == {"is_rel": 6}


def test_a_stop_gives_back_the_places_of_requests_that_waited_for_their_turn(
    open_at: Open, model: OpenAIServer
) -> None:
    model.rule = slow_at("is_rel")
    service = open_at(SELFRAG_PARALLEL="2")
    run = begin(service, "asking")
    model.wait_for(lambda: [request.kind for request in model.requests].count("is_rel") == 2)
    stop(service, run)
    model.wait_for(lambda: all(request.ended for request in model.requests), HEARD)
    assert [request.kind for request in model.requests].count("is_rel") == 2
    model.rule = answering
    assert Asked(service, run.key).go_on()["status"] == "waiting"
    assert succeeded(model.requests) == {"retrieve": 1, "embed": 1, "is_rel": 6}


def test_closing_the_service_ends_what_waits_and_another_process_goes_on(open_at: Open, model: OpenAIServer) -> None:
    model.rule = slow_at("is_rel")
    service = open_at()
    run = begin(service, "asking")
    model.wait_for(lambda: [request.kind for request in model.requests].count("is_rel") == 6)
    asked = time.monotonic()
    service.close()
    assert time.monotonic() - asked < AT_MOST
    model.wait_for(lambda: all(request.aborted for request in model.requests if request.kind == "is_rel"), HEARD)
    model.rule = answering
    again = Asked(open_at(), run.key)
    assert again.view["status"] == "stopped"
    assert again.go_on()["status"] == "waiting"
    assert succeeded(model.requests) == {"retrieve": 1, "embed": 1, "is_rel": 6}


def test_a_stopped_ingest_leaves_nothing_of_the_file_under_way(service: Service, model: OpenAIServer) -> None:
    [collection] = service.collections()
    library, files = service.desk.library, service.desk.settings.data_dir / "files"

    def stored() -> tuple[int, int, int]:
        return library.vectors.count(collection.id), library.fulltext.count(), len(list(files.rglob("*.pdf")))

    small, large = text_pdf(page_about("oak", 1)), text_pdf(*(page_about(f"pine{n}", n) for n in range(300)))
    model.rule = lambda request: Reply(delay=SLOW) if any("pine280" in text for text in request.texts) else None
    vectors, passages, originals = stored()
    run = service.ingest([("small.pdf", small), ("large.pdf", large)], "Documents")
    model.wait_for(lambda: any("pine280" in text for request in model.requests for text in request.texts), 120)
    model.wait_for(lambda: stored()[0] == vectors + 1 + 256, 60)  # the first batch, and the small file beside it
    stop(service, run)
    model.wait_for(lambda: all(request.ended for request in model.requests), HEARD)
    assert [request.aborted for request in model.requests][-1]
    assert stored() == (vectors + 1, passages + 1, originals + 1)
    assert [document["name"] for document in service.documents()] == ["screens.pdf", "small.pdf"]
    model.rule = None
    again = service.ingest([("large.pdf", large)], "Documents")
    assert ended(again) == "ready"
    [done] = [event.result for event in again.events() if isinstance(event, FileDone)]
    assert (done["status"], done["passages"], done["error"]) == ("ready", 300, None)
    assert stored() == (vectors + 301, passages + 301, originals + 2)
