"""Faults that people met in products of this kind (numbers of the shared list of cases): what only a browser shows."""

import re
import threading
from pathlib import Path
from typing import Any

import pytest

from selfrag.bench.openai_server import OpenAIServer, Request
from selfrag.samples import sample_files
from tests.browser.acts import (
    GUIDE,
    QUESTION,
    answered,
    ask,
    at_rest,
    button,
    calls,
    card,
    expect,
    says,
    settled,
    thread_of,
)
from tests.browser.conftest import PATIENCE, ROOT, Server

pytestmark = [pytest.mark.browser, pytest.mark.slow]

FILE = str(next(path for path in sample_files() if path.name == GUIDE))


def with_model(serve: Any, model: OpenAIServer) -> Server:
    server: Server = serve(ROOT / "app.py", OPENAI_BASE_URL=model.url, SELFRAG_EMBEDDING_MODEL="fake")
    return server


def choose(page: Any) -> None:
    settled(page)
    page.get_by_test_id("stFileUploaderDropzoneInput").set_input_files(FILE)


def added(page: Any) -> None:
    page.get_by_text(re.compile(rf"^✓ {re.escape(GUIDE)}")).wait_for()


def test_b29_a_question_is_asked_once_however_often_the_script_runs(page: Any, serve: Any) -> None:
    with OpenAIServer() as model:
        server = with_model(serve, model)
        page.goto(server.url)
        choose(page)
        added(page)
        ask(page, QUESTION)
        card(page)  # the script followed the run, and ran anew at its end
        thread = thread_of(page)
        button(page, "Write the answer from").click()
        answered(page)  # and so it did once more
        spent = model.kinds()
        button(page, "Dismiss").click()
        button(page, "Dismiss").wait_for(state="detached")  # and for what has nothing to do with it
        at_rest(page)
        expect(page.get_by_test_id("stChatInputTextArea")).to_have_value("")
        messages = page.get_by_test_id("stChatMessage")
        expect(messages).to_have_count(2)
        expect(messages.get_by_text(QUESTION, exact=True)).to_have_count(1)
        assert model.kinds() == spent
        assert (spent.count("retrieve"), spent.count("write")) == (1, 1)
        assert [one["id"] for one in calls(server, "threads")["threads"]] == [thread]


def test_b35_a_server_that_is_restarted_amid_an_upload_asks_for_the_file_again(page: Any, serve: Any) -> None:
    embedding, gate = threading.Event(), threading.Event()

    def hold(request: Request) -> None:
        if request.kind == "embed":
            embedding.set()
            gate.wait(2 * PATIENCE / 1000)

    with OpenAIServer(hold) as model:
        server = with_model(serve, model)
        page.goto(server.url)
        choose(page)
        page.get_by_text("0 of 1 file").wait_for()
        assert embedding.wait(PATIENCE / 1000)
        server.kill()
        gate.set()
        server.start()  # the tab stays open and finds it
        page.get_by_text("Please add it again").wait_for()
        sidebar = page.get_by_test_id("stSidebar")
        says(sidebar, GUIDE)
        expect(sidebar).not_to_contain_text("0 of 1 file")  # what is no more goes once all the rest is drawn
        assert calls(server, "documents")["documents"] == []
        choose(page)
        added(page)
        expect(page.get_by_text("Please add it again")).to_have_count(0)
        assert [document["name"] for document in calls(server, "documents")["documents"]] == [GUIDE]
        assert "Traceback" not in server.log.read_text()


def test_b35_a_file_that_only_the_browser_knows_is_asked_for_again(page: Any, server: Server, tmp_path: Path) -> None:
    page.goto(server.url)
    sent = "**/_stcore/upload_file/**"
    page.route(sent, lambda route: route.fulfill(status=204))  # as when the server was restarted right after it
    choose(page)
    page.get_by_text("1 file did not arrive").wait_for()
    expect(page.get_by_test_id("stSidebar").get_by_text(GUIDE)).to_have_count(0)
    assert calls(server, "documents")["documents"] == []
    page.unroute(sent)
    choose(page)
    added(page)
    expect(page.get_by_text("did not arrive")).to_have_count(0)
    assert "Traceback" not in server.log.read_text()
