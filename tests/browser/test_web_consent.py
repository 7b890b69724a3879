"""A question that no file answers: what leaves for the web is edited and allowed, and what comes back is reviewed."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.browser.acts import (
    GUIDE,
    MENU,
    answered,
    ask,
    at_rest,
    button,
    calls,
    card,
    eventually,
    expect,
    pick,
    says,
    thread_of,
    upload,
)
from tests.browser.conftest import ROOT, Server
from tests.web.server import WebServer, result

pytestmark = [pytest.mark.browser, pytest.mark.slow]

QUESTION = "How long should a Barolo be decanted?"
QUERY = "Barolo decanting hours"
ADDRESS = "https://example.org/decanting?wine=barolo"
TIME = "Barolo should be decanted for two hours."
AGE = "How long depends on its age, so a young Barolo should be decanted longer."
TRAINS = "The museum of trains opens at nine."
TEXT = f"{TIME}\n\n{TRAINS}\n\n{AGE}"


@pytest.fixture
def web() -> Iterator[WebServer]:
    with WebServer([result(title="Decanting <b>well</b>", url=ADDRESS, content=TEXT)]) as running:
        yield running


@pytest.fixture
def desk(serve: Callable[..., Server], web: WebServer) -> Server:
    return serve(ROOT / "app.py", SELFRAG_SEARXNG_URL=web.url)


def choose(page: Any, strategy: str) -> None:
    pick(page, page.get_by_role("combobox", name="Strategy"), strategy)
    page.get_by_text("Checks no answer").wait_for()


def consent(page: Any) -> Any:
    page.locator("[class*='st-key-never-']").wait_for()  # drawn last
    at_rest(page)
    return page.get_by_label("What leaves, word for word")


def test_an_edited_query_leaves_and_its_results_are_reviewed(page: Any, desk: Server, web: WebServer) -> None:
    upload(page, desk, GUIDE, MENU)
    choose(page, "Corrective RAG")
    ask(page, QUESTION)
    query = consent(page)
    expect(query).to_have_value(QUESTION)
    says(page.locator("[class*='st-key-review-']"), "SearXNG at 127.0.0.1")
    assert web.queries == []
    thread_of(page)
    other = page.context.new_page()
    other.goto(page.url)
    consent(other)

    query.fill(QUERY)
    button(page, "Send this query").click()
    review = card(page)
    assert web.queries == [QUERY]
    says(review, ADDRESS, "from the web")
    assert review.locator("a").count() == 0

    button(other, "Send this query").click()
    other.get_by_test_id("stAlert").get_by_text("already answered").wait_for()
    card(other)
    assert web.queries == [QUERY]

    for number, ticked in ((1, True), (2, False), (3, True)):
        expect(strip(page, number)).to_be_checked(checked=ticked)
    page.locator("label", has=strip(page, 3)).click()
    expect(strip(page, 3)).not_to_be_checked()
    # the draft is stored when the server has heard of the click
    eventually(lambda: calls(desk, "show", thread_of(page))["review"]["draft"], lambda draft: draft is not None)
    page.reload()
    card(page)
    expect(strip(page, 3)).not_to_be_checked()
    button(page, "Write the answer from 1 passage").click()
    answered(page)
    page.locator("[class*='st-key-review-']").wait_for(state="detached")
    answer = page.get_by_test_id("stChatMessage").last
    says(answer, TIME, "Quoted from the web", ADDRESS)
    assert "young" not in answer.inner_text()
    shown = calls(desk, "show", thread_of(page))
    assert [citation["url"] for citation in shown["citations"]] == [ADDRESS]
    assert web.queries == [QUERY]


def test_never_keeps_everything_in(page: Any, desk: Server, web: WebServer) -> None:
    upload(page, desk, GUIDE)
    choose(page, "Corrective RAG")
    ask(page, QUESTION)
    consent(page)
    button(page, "Never in this thread").click()
    card(page)
    button(page, "Stop without an answer").click()
    page.get_by_text("Nothing was written").wait_for()
    assert web.queries == []


def strip(page: Any, number: int) -> Any:
    return page.get_by_role("checkbox", name=f"Strip {number} of Decanting well")
