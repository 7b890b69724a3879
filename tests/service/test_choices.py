"""Models chosen while the desk is open, over HTTP."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from selfrag.bench.openai_server import OpenAIServer
from selfrag.errors import ModelRefused, ModelUnreachable, SettingsError, ThreadBusy
from selfrag.ports import Meter
from selfrag.samples import sample_files
from selfrag.service import Service
from selfrag.settings import read_settings
from selfrag.wiring import open_service

GUIDE = next(path for path in sample_files() if path.name == "house-guide.pdf")
CORKAGE = "How much is the corkage fee?"


@pytest.fixture
def server() -> Iterator[OpenAIServer]:
    with OpenAIServer() as running:
        yield running


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Service]]:
    """A service on the test's folder; at its end it is closed."""
    with ExitStack() as stack:
        yield lambda **environ: stack.enter_context(
            open_service(read_settings({"SELFRAG_DATA_DIR": str(tmp_path), **environ}))
        )


def test_a_choice_answers_the_next_question_and_lasts(start, server: OpenAIServer) -> None:
    service = start()
    service.ingest([("guide.pdf", GUIDE)], "Documents").wait()
    service.choose_models({"OPENAI_BASE_URL": server.url, "SELFRAG_CHAT_MODEL": "fake-model"})
    service.ask(CORKAGE, policy="never").wait()
    assert {request.body["model"] for request in server.requests} == {"fake-model"}
    assert "embed" not in server.kinds()
    assert service.answers_with == f"fake-model ({server.url})"
    service.close()
    again = start()
    assert again.answers_with == f"fake-model ({server.url})"
    old = again.desk.models
    again.choose_models({"OPENAI_BASE_URL": ""})
    assert again.quotes
    with pytest.raises(ModelUnreachable, match="closed"):
        old.reflector(Meter()).grade_usefulness("q", "a")


def test_a_chosen_threshold_decides_retrieve(start) -> None:
    with OpenAIServer(logprobs=True) as server:
        service = start(OPENAI_BASE_URL=server.url, SELFRAG_CHAT_MODEL="fake-model")
        service.ingest([("guide.pdf", GUIDE)], "Documents").wait()
        service.choose_models({"SELFRAG_RETRIEVE_THRESHOLD": "0.95"})
        run = service.ask(CORKAGE)
        assert run.wait().status == "answered"
        view = service.show(run.key)
        assert (view["retrieve"], view["retrieve_probability"], view["outcome"]) == ("no", 0.9, "answered_directly")
        service.close()


def test_models_chosen_under_a_fixed_server_last(start, server: OpenAIServer) -> None:
    service = start(OPENAI_BASE_URL=server.url)
    service.choose_models({"SELFRAG_CHAT_MODEL": "chosen"})
    service.close()
    again = start(OPENAI_BASE_URL=server.url)
    assert again.choices()["SELFRAG_CHAT_MODEL"] == "chosen"
    assert again.answers_with == f"chosen ({server.url})"
    again.close()
    elsewhere = start(OPENAI_API_KEY="sk-1")
    assert elsewhere.choices()["SELFRAG_CHAT_MODEL"] == elsewhere.choices()["OPENAI_BASE_URL"] == ""
    assert elsewhere.answers_with == "gpt-4o-mini (api.openai.com)"


def test_models_that_cannot_be_made_change_nothing(start, server: OpenAIServer, monkeypatch) -> None:
    service = start()

    def refuse(settings: object) -> None:
        raise SettingsError("The model file cannot be read.")

    service.desk = replace(service.desk, make_models=refuse)
    with pytest.raises(SettingsError, match="cannot be read"):
        service.choose_models({"OPENAI_BASE_URL": server.url, "SELFRAG_GRADING": "together"})
    assert service.quotes
    assert service.choices()["SELFRAG_GRADING"] == ""


def test_what_the_environment_names_cannot_be_chosen_away(start, server: OpenAIServer) -> None:
    service = start(OPENAI_BASE_URL=server.url, SELFRAG_CHAT_MODEL="named")
    service.choose_models({"OPENAI_BASE_URL": "http://elsewhere.invalid/v1", "SELFRAG_CHAT_MODEL": "other"})
    assert service.answers_with == f"named ({server.url})"
    assert service.choices()["SELFRAG_CHAT_MODEL"] == "named"


def test_another_embedder_asks_for_reindexing_which_needs_no_upload(start, server: OpenAIServer) -> None:
    service = start()
    service.ingest([("guide.pdf", GUIDE)], "Documents").wait()
    service.choose_models(
        {"OPENAI_BASE_URL": server.url, "SELFRAG_CHAT_MODEL": "fake-model", "SELFRAG_EMBEDDING_MODEL": "bge"}
    )
    collection = service.collection("Documents")
    assert service.needs_reindex(collection)
    run = service.ask(CORKAGE)
    assert run.wait().status == "failed"
    assert "re-index" in service.show(run.key)["error"]
    reindexing = service.reindex(collection)
    assert reindexing.wait().status == "ready"
    collection = service.collection("Documents")
    assert (collection.embedder, service.needs_reindex(collection)) == ("openai:bge", False)
    assert service.continue_(run.key).wait().status == "waiting"


def test_nothing_changes_while_a_run_needs_the_present_models(start, server: OpenAIServer) -> None:
    service = start(OPENAI_BASE_URL=server.url, SELFRAG_CHAT_MODEL="fake-model")
    service.ingest([("guide.pdf", GUIDE)], "Documents").wait()
    server.latency = 30
    run = service.ask(CORKAGE)
    with pytest.raises(ThreadBusy, match="worked on"):
        service.choose_models({"SELFRAG_GRADING": "together"})
    assert not service.settings.models.together
    service.stop(run.key)
    run.wait()
    service.choose_models({"SELFRAG_GRADING": "together"})
    assert service.settings.models.together


def test_a_choice_without_sense_changes_nothing(start) -> None:
    service = start()
    with pytest.raises(SettingsError, match="OPENAI_BASE_URL"):
        service.choose_models({"OPENAI_BASE_URL": "localhost"})
    assert service.quotes
    assert service.choices()["OPENAI_BASE_URL"] == ""


def test_a_trial_tells_verdict_rung_and_embedding(start) -> None:
    with OpenAIServer(refuse=("json_schema",), logprobs=True) as server:
        trial = start().try_models(
            {"OPENAI_BASE_URL": server.url, "SELFRAG_CHAT_MODEL": "fake-model", "SELFRAG_EMBEDDING_MODEL": "bge"}
        )
    assert (trial.verdict, trial.rung, trial.embedder, trial.dimension) == ("relevant", "tools", "openai:bge", 64)
    assert trial.worked


def test_a_trial_of_a_server_without_embeddings_tells_both_parts_apart(start) -> None:
    with OpenAIServer(embeddings=False) as server:
        chosen = {"OPENAI_BASE_URL": server.url, "SELFRAG_CHAT_MODEL": "fake-model", "SELFRAG_EMBEDDING_MODEL": "bge"}
        service = start()
        trial = service.try_models(chosen)
        assert (trial.verdict, trial.dimension, trial.worked) == ("relevant", None, False)
        assert server.url.split("/")[2] in trial.embedding_error
        assert service.try_models({**chosen, "SELFRAG_EMBEDDING_MODEL": "embedded"}).worked


def test_the_embedded_models_can_be_tried_too(start) -> None:
    trial = start().try_models()
    assert (trial.basis, trial.rung, trial.dimension, trial.worked) == ("coverage", None, 512, True)


def test_a_server_that_is_down_is_told_at_once(start) -> None:
    with OpenAIServer() as server:
        gone = server.url
    trial = start().try_models({"OPENAI_BASE_URL": gone, "SELFRAG_CHAT_MODEL": "x", "SELFRAG_EMBEDDING_MODEL": "y"})
    assert "refused" in trial.verdict_error
    assert "refused" in trial.embedding_error


def test_a_trial_asks_once_since_a_person_waits(start, server: OpenAIServer) -> None:
    server.fail(503, times=99)
    trial = start().try_models(
        {"OPENAI_BASE_URL": server.url, "SELFRAG_CHAT_MODEL": "x", "SELFRAG_EMBEDDING_MODEL": "y"}
    )
    assert not trial.worked
    assert [request.kind for request in server.requests] == ["is_rel", "embed"]


def test_the_servers_models_are_listed(start) -> None:
    service = start()
    with OpenAIServer(models=("qwen", "bge")) as server:
        assert service.model_names({"OPENAI_BASE_URL": server.url}) == ["bge", "qwen"]
    with OpenAIServer(models=None) as server, pytest.raises(ModelRefused):
        service.model_names({"OPENAI_BASE_URL": server.url})
    assert service.model_names({}) == []


def test_the_key_that_was_refused_is_named(start) -> None:
    with OpenAIServer(key="right") as server:
        service = start(
            OPENAI_BASE_URL=server.url,
            OPENAI_API_KEY="right",
            SELFRAG_CHAT_MODEL="fake-model",
            SELFRAG_EMBEDDING_KEY="wrong",
            SELFRAG_EMBEDDING_MODEL="bge",
        )
        trial = service.try_models()
    assert trial.verdict == "relevant"
    assert "check SELFRAG_EMBEDDING_KEY" in trial.embedding_error
