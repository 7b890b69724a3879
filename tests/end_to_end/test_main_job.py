"""The whole job over an OpenAI-compatible server: what is asked, how often, and of whom."""

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from selfrag.bench.openai_server import OpenAIServer, Request
from selfrag.service import Service
from tests.documents.pdfs import text_pdf
from tests.end_to_end.asking import Open, answered, answering, approved, ask, ended, page_about, succeeded


@pytest.mark.parametrize("k", [2, 4, 8])
def test_graded_one_by_one_a_question_takes_k_and_four_requests(open_at: Open, model: OpenAIServer, k: int) -> None:
    view = answered(open_at(SELFRAG_OFFERED=str(k)))
    assert len(view["evidence"]) == k
    assert succeeded(model.requests) == {"retrieve": 1, "embed": 1, "is_rel": k, "write": 1, "is_sup": 1, "is_use": 1}
    assert len(model.requests) == 1 + k + 3 + 1
    assert view["calls"] == {"chat": k + 4, "embed": 1}


def test_graded_together_a_question_takes_five_requests(open_at: Open, model: OpenAIServer) -> None:
    view = answered(open_at(SELFRAG_GRADING="together"))
    assert [item["is_rel"] for item in view["evidence"]] == ["relevant"] * 6
    assert Counter(request.kind for request in model.requests) == Counter(
        ("retrieve", "embed", "is_rel", "write", "is_sup", "is_use")
    )
    assert view["calls"] == {"chat": 5, "embed": 1}


def test_only_approved_passages_reach_the_writer(service: Service, model: OpenAIServer) -> None:
    asked = ask(service)
    texts = {item["passage_id"]: item["text"] for item in asked.view["evidence"]}
    chosen = list(texts)[1:3]
    approved(asked, *chosen)
    [write] = [request for request in model.requests if request.kind == "write"]
    assert [text.partition("\n")[2] for text in write.data("passage")] == [texts[passage_id] for passage_id in chosen]


def test_a_model_that_never_finds_anything_relevant_ends_honestly(service: Service, model: OpenAIServer) -> None:
    def never(request: Request) -> Any:
        return {"verdict": "irrelevant", "reason": "no"} if request.kind == "is_rel" else None

    model.rule = never
    view = ask(service, policy="never").view
    assert (view["status"], view["answer"], view["counters"]["rewrites"]) == ("no_evidence", "", 2)
    assert len(view["tried"]) == 3


def test_nobody_but_the_named_server_is_spoken_to_and_no_tokenizer_is_read(
    service: Service, model: OpenAIServer
) -> None:
    model.rule = answering
    with watched() as events:
        added = service.ingest([("oak.pdf", text_pdf(page_about("oak", 3)))], "Documents")
        assert ended(added) == "ready"
        view = answered(service)
    port = int(model.url.removeprefix("http://127.0.0.1:").removesuffix("/v1"))
    assert {event[1] for event in events if event[0] == "connect"} == {("127.0.0.1", port)}
    assert {event[1] for event in events if event[0] == "look up"} <= {"127.0.0.1"}
    data = [event[1] for event in events if event[0] == "open" and not event[1].endswith((".py", ".pyc", ".so"))]
    assert [name for name in data if "token" in name or "data-gym-cache" in name] == []
    assert view["calls"]["embed"] == 1
    assert all(isinstance(text, str) for request in model.requests for text in request.texts)


_EVENTS: list[list[tuple[str, Any]]] = []


def _hear(name: str, given: tuple[Any, ...]) -> None:
    """An audit hook, which cannot be taken back, so it is silent but inside `watched`."""
    if not _EVENTS:
        return
    if name == "socket.connect" and isinstance(given[1], tuple):
        _EVENTS[-1].append(("connect", given[1][:2]))
    elif name in ("socket.getaddrinfo", "socket.gethostbyname"):
        _EVENTS[-1].append(("look up", given[0]))
    elif name == "open":
        _EVENTS[-1].append(("open", str(given[0])))


@contextmanager
def watched() -> Iterator[list[tuple[str, Any]]]:
    """Connections, names looked up and files opened by this process."""
    sys.addaudithook(_hear)
    _EVENTS.append([])
    try:
        yield _EVENTS[-1]
    finally:
        _EVENTS.clear()
