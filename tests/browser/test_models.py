"""A model server on the page: chosen, tried, slow, busy, stopped, and changed."""

import re
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from selfrag.bench.openai_server import OpenAIServer, Reply, Request
from tests.browser.acts import (
    GUIDE,
    QUESTION,
    answered,
    ask,
    at_rest,
    button,
    calls,
    card,
    pick,
    says,
    settled,
    thread_of,
    upload,
)
from tests.browser.conftest import PATIENCE, ROOT

pytestmark = pytest.mark.browser

LONG = " ".join(f"word{n}" for n in range(400)) + " [1]"


@pytest.fixture
def model() -> Iterator[OpenAIServer]:
    with OpenAIServer(models=("fake-model", "fake-embedding")) as running:
        yield running


@pytest.fixture
def served(serve: Any, model: OpenAIServer) -> Any:
    """The application with that server named in its environment."""
    return serve(
        ROOT / "app.py", OPENAI_BASE_URL=model.url, OPENAI_API_KEY="sk-MARKER", SELFRAG_CHAT_MODEL="fake-model"
    )


def choose(page: Any, label: str, model: str) -> None:
    pick(page, page.get_by_role("combobox", name=re.compile(label)), model)


def stop(page: Any, server: Any) -> None:
    """It takes effect within two seconds; how long a busy machine takes to draw that is no matter of the product."""
    button(page, "Stop").click()
    clicked = time.time()
    button(page, "Continue").wait_for()
    assert calls(server, "show", thread_of(page))["updated"] - clicked < 2
    at_rest(page)


@pytest.mark.slow
def test_a_server_is_chosen_tried_and_saved_and_its_embeddings_ask_for_reindexing(
    page: Any, server: Any, model: OpenAIServer
) -> None:
    upload(page, server, GUIDE)
    page.goto(f"{server.url}/settings")
    address = page.get_by_role("textbox", name=re.compile("Model server"))
    address.fill(model.url)
    address.press("Enter")
    page.get_by_text("Not saved yet.").wait_for()
    choose(page, "Chat model", "fake-model")
    choose(page, "Embedding model", "fake-embedding")
    settled(page)
    button(page, "Test connection").click()
    page.get_by_text("JSON schema").wait_for()
    page.get_by_text("64 numbers").wait_for()
    at_rest(page)
    button(page, "Save").click()
    button(page, "Re-index 2 passages").wait_for()
    at_rest(page)
    button(page, "Re-index 2 passages").click()
    page.get_by_text("was embedded by").wait_for(state="detached")
    page.goto(server.url)
    ask(page, QUESTION)
    card(page)
    assert {request.body["model"] for request in model.requests if request.kind == "is_rel"} == {"fake-model"}


@pytest.mark.slow
def test_stop_takes_effect_while_graders_wait_and_the_question_goes_on(
    page: Any, served: Any, model: OpenAIServer
) -> None:
    upload(page, served, GUIDE)
    model.rule = lambda request: Reply("", delay=600) if request.kind == "is_rel" else None
    ask(page, QUESTION)
    page.get_by_text("Reading and grading the passages").wait_for()
    model.wait_for(lambda: model.kinds().count("is_rel") == 2, PATIENCE / 1000)
    stop(page, served)
    # the model server hears of it a moment later
    model.wait_for(lambda: len([request for request in model.requests if request.aborted]) == 2)
    assert [request.kind for request in model.requests if request.aborted] == ["is_rel", "is_rel"]
    model.rule = None
    button(page, "Continue").click()
    card(page)
    assert model.kinds().count("retrieve") == 1


@pytest.mark.slow
def test_stop_in_the_middle_of_the_answer_keeps_what_was_written(page: Any, served: Any, model: OpenAIServer) -> None:
    def rule(request: Request) -> str | None:
        return LONG if request.kind == "write" else None

    upload(page, served, GUIDE)
    model.rule, model.token_latency = rule, 0.25  # long enough that no machine misses its middle
    ask(page, QUESTION)
    card(page)
    button(page, "Write the answer").click()
    page.get_by_text("word3", exact=False).first.wait_for()
    stop(page, served)
    said = page.get_by_test_id("stChatMessage").last
    says(said, "word0 word1")
    assert "word399" not in said.inner_text()
    model.token_latency = 0
    button(page, "Continue").click()
    answered(page)
    says(said, "word399")
    assert model.kinds().count("is_rel") == 2


@pytest.mark.slow
def test_a_busy_server_is_waited_for_and_the_page_says_so(page: Any, served: Any, model: OpenAIServer) -> None:
    seen = threading.Event()

    def wait(request: Request) -> None:
        if request.kind == "is_rel":
            seen.wait(2 * PATIENCE / 1000)  # or a slow page would not say so before it has passed

    upload(page, served, GUIDE)
    model.fail(429, kind="is_rel", retry_after="4")
    model.rule = wait
    ask(page, QUESTION)
    page.get_by_text("The model server is busy and asked to wait 4 s").wait_for()
    seen.set()
    card(page)


@pytest.mark.slow
def test_the_key_is_nowhere_on_the_pages(page: Any, served: Any) -> None:
    upload(page, served, GUIDE)
    ask(page, QUESTION)
    card(page)
    for address, drawn in (
        (page.url, "Review the evidence"),
        (f"{served.url}/settings", "This desk"),
        (f"{served.url}/documents", GUIDE),
    ):
        page.goto(address)
        page.get_by_test_id("stMain").get_by_text(drawn).first.wait_for()
        assert "MARKER" not in page.content() + page.url
    assert "MARKER" not in served.log.read_text()
