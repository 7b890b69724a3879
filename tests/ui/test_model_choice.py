"""Models chosen, tried and saved on the settings page; what they cost and how they score on the answer."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from selfrag.bench.openai_server import OpenAIServer, Reply, Request
from selfrag.ui import desk
from tests.ui.test_pages import CORKAGE, ask, button, ingest, opened, shown, wait

Rule = Callable[[Request], Any]


@pytest.fixture
def server(data_dir: Path) -> Iterator[OpenAIServer]:
    with OpenAIServer(models=("fake-model", "fake-embedding"), logprobs=True) as running:
        yield running
        desk.close()


@pytest.fixture
def environ(server: OpenAIServer, monkeypatch: pytest.MonkeyPatch) -> OpenAIServer:
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-MARKER")
    monkeypatch.setenv("SELFRAG_CHAT_MODEL", "fake-model")
    return server


def settings(url: str = "") -> AppTest:
    app = opened(page="settings")
    if url:
        field(app, "text_input", "Model server").set_value(url).run()
    return app


def field(app: AppTest, kind: str, label: str) -> Any:
    return next(one for one in getattr(app, kind) if one.label.startswith(label))


def errors(app: AppTest) -> str:
    return "\n".join(one.value for one in [*app.error, *app.warning])


def test_a_typed_address_offers_its_models_and_saves(server: OpenAIServer) -> None:
    app = settings()
    assert button(app, "Save").disabled
    assert field(app, "selectbox", "Chat model").value == "embedded"
    field(app, "text_input", "Model server").set_value(server.url).run()
    chat = field(app, "selectbox", "Chat model")
    assert chat.value == "fake-model"  # not the one for embeddings, though the server lists that first
    assert chat.options == ["fake-model", "fake-embedding", "Embedded: no server, no key"]
    button(app, "Save").click().run()
    assert desk.service().answers_with == f"fake-model ({server.url})"
    assert button(app, "Save").disabled
    assert field(settings(), "selectbox", "Chat model").value == "fake-model"


def test_a_test_tells_the_verdict_the_rung_and_the_embedding(server: OpenAIServer) -> None:
    server.refuse = ("json_schema", "tools")
    app = settings(server.url)
    field(app, "selectbox", "Chat model").set_value("fake-model").run()
    field(app, "selectbox", "Embedding model").set_value("fake-embedding").run()
    button(app, "Test connection").click().run()
    verdict, embedding = (one.value for one in app.success)
    assert "✓ relevant" in verdict
    assert "JSON mode" in verdict
    assert "token probabilities" in verdict
    assert "64 numbers" in embedding
    field(app, "radio", "Grading").set_value("together").run()
    assert not app.success  # it was another choice that was tried


def test_a_test_that_fails_says_which_part_and_why(server: OpenAIServer) -> None:
    server.fail(401, times=9, kind="is_rel")
    server.fail(404, times=9, kind="embed", message="no such route")
    app = settings(server.url)
    field(app, "selectbox", "Chat model").set_value("fake-model").run()
    field(app, "selectbox", "Embedding model").set_value("fake-embedding").run()
    button(app, "Test connection").click().run()
    verdict, embedding = (one.value for one in app.error)
    assert "No verdict" in verdict
    assert "OPENAI\\_API\\_KEY" in verdict
    assert "No embedding" in embedding


def test_a_server_that_is_not_there_is_told_and_can_be_asked_again(server: OpenAIServer) -> None:
    with OpenAIServer() as gone:
        url = gone.url
    app = settings(url)
    assert "did not answer" in errors(app)
    button(app, "Ask again").click().run()
    assert "did not answer" in errors(app)
    assert not app.exception


def test_an_address_without_sense_is_told(server: OpenAIServer) -> None:
    app = settings("localhost:8000")
    assert "must be a plain address such as" in errors(app)
    button(app, "Save").click().run()
    assert errors(app).count("must be a plain address such as") == 2
    assert desk.service().quotes


def test_what_the_environment_sets_is_shown_and_locked_and_the_key_is_not_shown(environ: OpenAIServer) -> None:
    app = settings()
    server, chat = field(app, "text_input", "Model server"), field(app, "selectbox", "Chat model")
    assert (server.value, server.disabled) == (environ.url, True)
    assert (chat.value, chat.disabled) == ("fake-model", True)
    assert "Set by `OPENAI_BASE_URL`" in shown(app)
    assert "MARKER" not in str(app.main)


def test_an_answer_tells_scores_steps_and_money(environ: OpenAIServer) -> None:
    app = settings()
    for label, price in (("Tokens read", 1000.0), ("Tokens written", 2000.0)):
        field(app, "number_input", label).set_value(price)
    app.run()
    button(app, "Save").click().run()
    ingest()
    app = ask(opened(), CORKAGE)
    assert "token probabilities" in shown(app)
    button(app, "Write the answer").click().run()
    wait(app, lambda app: "Sources" in shown(app))
    view = desk.service().show(desk.service().threads()[0].id)
    spent = view["tokens"]
    assert view["cost"] == pytest.approx((spent["prompt"] * 1000 + spent["completion"] * 2000) / 1e6)
    how = next(one.label for one in app.expander if one.label.startswith("How this came about"))
    assert f"{spent['total']} tokens" in how
    assert "$" in how
    assert "6 model calls" in how
    assert "Score 2.2" in shown(app)
    graded = next(step for step in view["steps"] if step["node"] == "grade_passages")
    assert f"2 model calls · {graded['tokens']} tokens" in shown(app)


def test_a_passage_that_does_not_fit_is_named(environ: OpenAIServer) -> None:
    def rule(request: Request) -> Reply | None:
        if request.kind == "write" and len(request.data("passage")) > 1:
            message = "This model's maximum context length is 10 tokens."
            return Reply(status=400, message=message)
        return None

    environ.rule = rule
    ingest()
    app = ask(opened(), CORKAGE)
    button(app, "All").click().run()
    button(app, "Write the answer from 2 passages").click().run()
    wait(app, lambda app: "Sources" in shown(app))
    assert "1 approved passage did not fit" in errors(app)
    assert "house-guide.pdf, page 2" in errors(app)


def test_an_answer_that_was_cut_says_so(environ: OpenAIServer) -> None:
    environ.rule = lambda request: Reply("The fee is [1]", finish="length") if request.kind == "write" else None
    ingest()
    app = ask(opened(), CORKAGE)
    button(app, "Write the answer").click().run()
    wait(app, lambda app: "Sources" in shown(app))
    assert "cut this answer off" in errors(app)


def test_a_refusal_is_told_as_such_and_the_person_decides(environ: OpenAIServer) -> None:
    environ.rule = lambda request: (
        Reply(text=None, refusal="I will not judge this.") if request.kind == "is_rel" else None
    )
    ingest()
    app = ask(opened(), CORKAGE)
    assert "The model refused: I will not judge this." in shown(app).replace("\\", "")
    assert "? not graded]" in shown(app)  # and no number, which would look like a measure
    assert [box.value for box in app.checkbox] == [False, False]
    assert "Unsure · 2" in shown(app)


def test_a_failed_question_says_why_and_goes_on(environ: OpenAIServer) -> None:
    environ.fail(400, times=99, kind="write", message="max_tokens is too large <b>!</b>")
    ingest()
    app = ask(opened(), CORKAGE)
    button(app, "Write the answer").click().run()
    wait(app, lambda app: app.error)
    assert "refused the request" in app.error[0].value
    assert "<b>" not in app.error[0].value
    graded = len([kind for kind in environ.kinds() if kind == "is_rel"])
    environ.reset()
    button(app, "Continue").click().run()
    wait(app, lambda app: "Sources" in shown(app))
    assert "is_rel" not in environ.kinds()
    assert graded == 2
