"""The whole job over an OpenAI-compatible server, through the real wiring and real HTTP."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from selfrag.samples import sample_files
from selfrag.service import Service
from selfrag.settings import read_settings
from selfrag.wiring import open_service
from selfrag.bench.openai_server import OpenAIServer, Request

KEY = "sk-test-MARKER"
QUESTION = "How much is the corkage fee?"


def serve(data_dir: Path, server: OpenAIServer, **more: str) -> Service:
    return open_service(
        read_settings({"SELFRAG_DATA_DIR": str(data_dir), "OPENAI_API_KEY": KEY, "OPENAI_BASE_URL": server.url, **more})
    )


@pytest.fixture
def model() -> Iterator[OpenAIServer]:
    with OpenAIServer() as server:
        yield server


@pytest.fixture
def service(tmp_path: Path, model: OpenAIServer) -> Iterator[Service]:
    with serve(tmp_path, model, SELFRAG_EMBEDDING_MODEL="fake") as service:
        guide = next(path for path in sample_files() if path.name == "house-guide.pdf")
        service.ingest([(guide.name, guide)], "Documents").wait()
        yield service


def ask(service: Service, question: str = QUESTION) -> dict[str, Any]:
    run = service.ask(question)
    run.wait()
    return service.show(run.key)


def approve(service: Service, view: dict[str, Any]) -> dict[str, Any]:
    review = view["review"]
    keep = [item["passage_id"] for item in review["evidence"] if item["kept"]]
    service.resume(view["thread_id"], {"review_id": review["review_id"], "action": "approve", "keep": keep}).wait()
    return service.show(view["thread_id"])


def test_ask_approve_answer(service: Service, model: OpenAIServer) -> None:
    model.reset()
    waiting = ask(service)
    k = len(waiting["evidence"])
    assert waiting["status"] == "waiting"
    assert sorted(model.kinds()) == sorted(["embed", "retrieve", *["is_rel"] * k])
    answered = approve(service, waiting)
    assert answered["status"] == "answered"
    assert answered["citations"]
    assert answered["calls"]["chat"] == len([kind for kind in model.kinds() if kind != "embed"])
    assert answered["calls"]["embed"] == 1
    assert sum(step["tokens"] for step in answered["steps"]) == sum(request.tokens for request in model.requests)


def test_only_approved_passages_reach_the_writer(service: Service, model: OpenAIServer) -> None:
    waiting = ask(service)
    kept = {item["passage_id"] for item in waiting["evidence"] if item["kept"]}
    approve(service, waiting)
    written = [request for request in model.requests if request.kind == "write"]
    texts = {item["passage_id"]: item["text"] for item in waiting["evidence"]}
    prompt = " ".join(written[0].prompt.split())
    for passage_id, text in texts.items():
        assert (" ".join(text.split())[:80] in prompt) == (passage_id in kept)


def test_a_server_that_is_down_is_told_and_the_question_goes_on_later(service: Service, model: OpenAIServer) -> None:
    waiting = ask(service)
    model.fail(500, times=50)
    failed = approve(service, waiting)
    assert failed["status"] == "failed"
    assert "model server" in failed["error"]
    model.reset()
    assert service.continue_(waiting["thread_id"]).wait().status == "answered"  # type: ignore[union-attr]
    assert "is_rel" not in model.kinds()


def test_a_refused_key_is_told_at_once(tmp_path: Path) -> None:
    with OpenAIServer(key="another") as server, serve(tmp_path, server) as service:
        view = ask(service)
        assert view["status"] == "failed"
        assert "OPENAI_API_KEY" in view["error"]


def test_the_key_is_written_nowhere(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with OpenAIServer() as server, serve(tmp_path, server, SELFRAG_EMBEDDING_MODEL="fake") as service:
        guide = sample_files()[-1]
        service.ingest([(guide.name, guide)], "Documents").wait()
        view = approve(service, ask(service))
        server.fail(401, times=9, message=f"Incorrect API key provided: {KEY}")
        failed = ask(service, "And on Wednesdays?")
    assert failed["status"] == "failed"
    assert KEY not in str(view) + str(failed) + repr(service.desk)
    assert KEY not in "".join(capfd.readouterr())
    for path in tmp_path.rglob("*"):
        assert path.is_dir() or KEY.encode() not in path.read_bytes(), path


def test_a_model_that_never_finds_anything_relevant_ends_honestly(tmp_path: Path) -> None:
    def never(request: Request) -> Any:
        return {"verdict": "irrelevant", "reason": "no"} if request.kind == "is_rel" else None

    with OpenAIServer(never) as server, serve(tmp_path, server, SELFRAG_EMBEDDING_MODEL="fake") as service:
        service.ingest([(path.name, path) for path in sample_files()], "Documents").wait()
        run = service.ask(QUESTION, policy="never")
        run.wait()
        view = service.show(run.key)
    assert (view["status"], view["answer"], view["counters"]["rewrites"]) == ("no_evidence", "", 2)
    assert len(view["tried"]) == 3
