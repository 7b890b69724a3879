"""A key is written nowhere, and goes to no server but the one that the environment names with it."""

import json
import logging
from collections.abc import Iterator

import pytest

from selfrag.bench.openai_server import OpenAIServer, Request
from selfrag.service import Service
from tests.documents.pdfs import text_pdf
from tests.end_to_end.asking import KEY, Open, approved, ask, ended, page_about, question_about

OTHER_KEY = "sk-OTHER-0123456789"


@pytest.fixture
def other() -> Iterator[OpenAIServer]:
    """A second server."""
    with OpenAIServer() as server:
        yield server


def keys_sent(requests: list[Request]) -> set[str | None]:
    return {request.headers.get("authorization") for request in requests}


def work(service: Service, model: OpenAIServer) -> list[str]:
    """A whole job, and one failure of each sort with the key in what the server says; all that a page is told."""
    added = service.ingest([("oak.pdf", text_pdf(page_about("oak", 3)))], "Documents")
    ended(added)
    asked = ask(service)
    told = [repr(added.events()), json.dumps(asked.view), json.dumps(approved(asked))]
    for n, status in enumerate((400, 401, 403, 404, 429, 500)):
        times = {429: 6, 500: 6}.get(status, 4)
        model.fail(status, times=times * 2, message=f"Bad: Bearer {KEY}, {OTHER_KEY}", retry_after_ms="1")
        failed = ask(service, question_about("birch"), thread_id=asked.thread if n == 0 else None)
        run = service.desk.runs.get(failed.thread)
        assert run is not None
        told += [json.dumps(failed.view), repr(run.events())]
        assert failed.view["status"] == "failed"
        model.reset()
    told.append(str(service.try_models()))
    return told


def test_a_key_is_written_nowhere(
    open_at: Open,
    model: OpenAIServer,
    other: OpenAIServer,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    caplog.set_level(logging.DEBUG)
    service = open_at(SELFRAG_EMBEDDING_URL=other.url, SELFRAG_EMBEDDING_KEY=OTHER_KEY)
    told = work(service, model)
    told += [repr(service.settings), repr(service.desk), str(service.info()), str(service.choices()), caplog.text]
    told += capfd.readouterr()
    stored = [path for path in service.settings.data_dir.rglob("*") if path.is_file()]
    assert {"catalog.sqlite-wal", "checkpoints.sqlite", "chroma.sqlite3"} <= {path.name for path in stored}
    for key in (KEY, OTHER_KEY):
        assert [text for text in told if key in text] == []
        assert [path for path in stored if key.encode() in path.read_bytes()] == []
    service.close()
    for path in service.settings.data_dir.rglob("*"):
        assert path.is_dir() or not any(key.encode() in path.read_bytes() for key in (KEY, OTHER_KEY)), path


def test_a_key_is_sent_in_its_header_alone(open_at: Open, model: OpenAIServer, other: OpenAIServer) -> None:
    service = open_at(SELFRAG_EMBEDDING_URL=other.url, SELFRAG_EMBEDDING_KEY=OTHER_KEY)
    approved(ask(service))
    service.model_names({})
    assert "models" in model.kinds()
    for server, key in ((model, KEY), (other, OTHER_KEY)):
        assert keys_sent(server.requests) == {f"Bearer {key}"}
        for request in server.requests:
            rest = {name: value for name, value in request.headers.items() if name != "authorization"}
            assert "sk-" not in f"{request.path}{rest}{request.body}"


def test_a_key_of_the_environment_goes_to_no_server_that_was_chosen(
    open_at: Open, model: OpenAIServer, other: OpenAIServer
) -> None:
    service = open_at()
    assert service.settings.fixed_by("OPENAI_BASE_URL") == "OPENAI_BASE_URL"
    service.choose_models({"OPENAI_BASE_URL": other.url})
    assert service.try_models({"OPENAI_BASE_URL": other.url}).worked
    service.model_names({"OPENAI_BASE_URL": other.url})
    assert ask(service).view["status"] == "waiting"
    assert other.requests == []
    assert keys_sent(model.requests) == {f"Bearer {KEY}"}


def test_a_chosen_server_gets_no_key_and_a_key_set_later_does_not_go_to_it(
    open_at: Open, model: OpenAIServer, other: OpenAIServer
) -> None:
    service = open_at(OPENAI_API_KEY="", OPENAI_BASE_URL="")
    service.choose_models({"OPENAI_BASE_URL": other.url})
    assert ask(service).view["status"] == "waiting"
    assert keys_sent(other.requests) == {"Bearer none"}
    assert model.requests == []
    later = open_at(OPENAI_BASE_URL="")
    assert later.settings.fixed_by("OPENAI_BASE_URL") == "OPENAI_API_KEY"
    assert later.settings.models.chat_server is not None
    assert later.settings.models.chat_server.url is None
    assert later.settings.models.embedding_server == later.settings.models.chat_server
    assert later.settings_with({"OPENAI_BASE_URL": other.url}).models == later.settings.models
