"""Tabs and servers that race on one review, reloads in every state, and servers that die in every state."""

import re
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from selfrag.bench.openai_server import OpenAIServer, Reply, Request
from selfrag.runs import Ended
from selfrag.samples import sample_files
from selfrag.settings import read_settings
from selfrag.wiring import open_service
from tests.browser.acts import (
    GUIDE,
    QUESTION,
    answered,
    ask,
    at_rest,
    button,
    calls,
    eventually,
    expect,
    settled,
    thread_of,
)
from tests.browser.conftest import PATIENCE, ROOT, Server

pytestmark = [pytest.mark.browser, pytest.mark.slow]


MODELS = {"SELFRAG_CHAT_MODEL": "fake-model", "SELFRAG_EMBEDDING_MODEL": "fake-embedding"}
HELD = 2 * PATIENCE / 1000  # seconds that a model may keep silent while a test looks at the pages


@pytest.fixture
def model() -> Iterator[OpenAIServer]:
    with OpenAIServer(models=("fake-model", "fake-embedding")) as running:
        yield running


@pytest.fixture
def gate(model: OpenAIServer) -> Iterator[threading.Event]:
    """Answers that are asked for wait for it."""
    opened = threading.Event()

    def rule(request: Request) -> Reply | None:
        if request.kind == "write":
            opened.wait(HELD)
        return None

    model.rule = rule
    yield opened
    opened.set()


@pytest.fixture
def served(serve: Any, model: OpenAIServer, tmp_path: Path) -> Iterator[Server]:
    """A server with one document in its data directory; its workers never touch the page (B19, B37)."""
    environ = {**MODELS, "OPENAI_BASE_URL": model.url, "SELFRAG_DATA_DIR": str(tmp_path / "data")}
    with open_service(read_settings(environ)) as service:
        files = [(path.name, path) for path in sample_files() if path.name == GUIDE]
        assert service.ingest(files, "Documents").wait() == Ended("ready")
    started: Server = serve(ROOT / "app.py", **environ)
    started.data_dir = tmp_path / "data"
    yield started
    log = started.log.read_text()
    assert "ScriptRunContext" not in log
    assert "Traceback" not in log


@pytest.fixture
def beside(serve: Any, model: OpenAIServer) -> Callable[[Server], Server]:
    """Starts a second server on the data directory of the first."""

    def start(owner: Server) -> Server:
        second: Server = serve(
            ROOT / "app.py",
            **MODELS,
            OPENAI_BASE_URL=model.url,
            SELFRAG_DATA_DIR=str(owner.data_dir),
            SELFRAG_SHARED="on",
        )
        return second

    return start


def asked(page: Any, server: Server) -> None:
    page.goto(server.url)
    settled(page)
    ask(page, QUESTION)


def card(page: Any) -> None:
    page.locator("[class*='st-key-reject-']").wait_for()  # drawn last
    at_rest(page)


def decided(server: Server, page: Any) -> dict[str, Any]:
    view: dict[str, Any] = eventually(
        lambda: calls(server, "show", thread_of(page)), lambda view: view["status"] != "running"
    )
    nodes = [step["node"] for step in view["steps"] if not step.get("failed")]
    assert nodes.count("review_evidence") == 1
    assert nodes.count("write_answer") <= 1
    return view


def race(first: Any, second: Any) -> None:
    """Click both before either has heard of the other."""
    for one in (first, second):
        one.scroll_into_view_if_needed()
        one.evaluate("button => setTimeout(() => button.click(), 300)")


def one_is_told(*tabs: Any) -> None:
    """One of the tabs says that the review is decided, and goes on saying so."""
    for tab in tabs:
        tab.locator("[class*='st-key-reject-']").wait_for(state="detached")
        tab.get_by_test_id("stChatInputTextArea").wait_for()
        at_rest(tab)
    told = re.compile("decided this review already|already answered")
    said = [tab.get_by_test_id("stAlert").filter(has_text=told).count() for tab in tabs]
    assert sorted(said) == [0, 1]


def test_two_tabs_race_on_one_review(page: Any, served: Server, model: OpenAIServer) -> None:
    asked(page, served)
    card(page)
    other = page.context.new_page()
    other.goto(page.url)
    card(other)
    race(button(page, "Write the answer from"), button(other, "Stop without an answer"))
    one_is_told(page, other)
    view = decided(served, page)
    assert view["status"] in ("answered", "rejected")
    assert model.kinds().count("write") == (1 if view["status"] == "answered" else 0)


def test_two_servers_race_on_one_review(page: Any, served: Server, beside: Any, model: OpenAIServer) -> None:
    asked(page, served)
    card(page)
    second = beside(served)
    other = page.context.new_page()
    other.goto(f"{second.url}/?thread={thread_of(page)}")
    card(other)
    race(button(page, "Write the answer from"), button(other, "Stop without an answer"))
    one_is_told(page, other)
    view = decided(served, page)
    assert model.kinds().count("write") == (1 if view["status"] == "answered" else 0)


def test_approve_twice_and_reject_in_one_go(page: Any, served: Server, model: OpenAIServer) -> None:
    """Several clicks may reach one run of the script (B27), which takes one of them; the page says which."""
    asked(page, served)
    card(page)
    button(page, "Write the answer from").evaluate("button => { button.click(); button.click() }")
    page.evaluate("document.querySelectorAll('[class*=\"st-key-reject-\"] button').forEach(button => button.click())")
    page.locator("[class*='st-key-reject-']").wait_for(state="detached")
    status = decided(served, page)["status"]
    page.get_by_text({"answered": "Sources", "rejected": "Nothing was written"}[status]).first.wait_for()
    assert model.kinds().count("write") == (1 if status == "answered" else 0)


def test_what_another_server_works_on_is_shown_as_such_until_it_is_done(
    page: Any, served: Server, beside: Any, gate: threading.Event, model: OpenAIServer
) -> None:
    asked(page, served)
    card(page)
    second = beside(served)
    button(page, "Write the answer from").click()
    model.wait_for(lambda: model.kinds().count("write") == 1, PATIENCE / 1000)
    other = page.context.new_page()
    other.goto(f"{second.url}/?thread={thread_of(page)}")
    other.get_by_text("Somebody else's server is working on this").wait_for()
    assert button(other, "Continue").count() == 0
    gate.set()
    answered(other)
    assert model.kinds().count("write") == 1


def test_what_a_killed_server_worked_on_is_continued_on_the_other(
    page: Any, served: Server, beside: Any, gate: threading.Event, model: OpenAIServer
) -> None:
    asked(page, served)
    card(page)
    second = beside(served)
    button(page, "Write the answer from").click()
    model.wait_for(lambda: model.kinds().count("write") == 1, PATIENCE / 1000)
    thread = thread_of(page)
    other = page.context.new_page()
    other.goto(f"{second.url}/?thread={thread}")
    other.get_by_text("Somebody else's server is working on this").wait_for()
    served.kill()
    page.close()
    button(other, "Continue").wait_for()
    gate.set()
    button(other, "Continue").click()
    answered(other)
    assert [model.kinds().count(kind) for kind in ("retrieve", "write")] == [1, 2]  # the first write was cut off


def test_a_reload_in_every_state_changes_nothing(
    page: Any, served: Server, model: OpenAIServer, gate: threading.Event
) -> None:
    grading = threading.Event()
    write = model.rule

    def rule(request: Request) -> Any:
        if request.kind == "is_rel":
            grading.wait(HELD)
        return write(request) if write else None

    model.rule = rule
    asked(page, served)
    model.wait_for(lambda: "is_rel" in model.kinds(), PATIENCE / 1000)
    thread_of(page)
    page.reload()  # running
    button(page, "^Stop").wait_for()
    grading.set()
    card(page)
    page.reload()  # waiting
    card(page)
    button(page, "Write the answer from").click()
    model.wait_for(lambda: model.kinds().count("write") == 1, PATIENCE / 1000)
    page.reload()  # writing
    button(page, "^Stop").click()
    button(page, "Continue").wait_for()
    page.reload()  # stopped
    button(page, "Continue").wait_for()
    model.rule = lambda request: Reply(status=400, message="nonsense") if request.kind == "write" else None
    gate.set()
    button(page, "Continue").click()
    page.get_by_test_id("stAlertContentError").wait_for()  # it was stopped before, which is a warning
    page.reload()  # failed
    button(page, "Continue").wait_for()
    model.rule = None
    button(page, "Continue").click()
    answered(page)
    before = model.kinds()
    page.reload()  # answered
    answered(page)
    assert model.kinds() == before
    assert decided(served, page)["status"] == "answered"
    assert model.kinds().count("retrieve") == 1


def test_a_server_killed_in_every_state_pays_for_nothing_twice(
    page: Any, served: Server, model: OpenAIServer, gate: threading.Event
) -> None:
    def again() -> None:
        address = page.url
        served.kill()
        served.start()
        page.goto(address)

    asked(page, served)
    card(page)
    graded = model.kinds().count("is_rel")
    note = page.get_by_label("Note for the record")
    note.fill("Half a thought")
    note.press("Tab")
    eventually(lambda: calls(served, "show", thread_of(page))["review"]["draft"] or {}, lambda draft: draft.get("note"))
    again()  # waiting, with a draft
    card(page)
    expect(page.get_by_label("Note for the record")).to_have_value("Half a thought")
    button(page, "Write the answer from").click()
    model.wait_for(lambda: model.kinds().count("write") == 1, PATIENCE / 1000)
    again()  # writing
    gate.set()
    button(page, "Continue").click()
    answered(page)
    spent = model.kinds()
    again()  # answered
    answered(page)
    assert model.kinds() == spent
    assert (spent.count("retrieve"), spent.count("is_rel"), spent.count("write")) == (1, graded, 2)
    assert decided(served, page)["decision"]["note"] == "Half a thought"
