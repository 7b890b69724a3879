"""An answer by its sentences on the real page: struck, taken back, rated; and a draft that a person decides on."""

import re
import sqlite3
from contextlib import closing
from threading import Event
from typing import Any

import pytest

from selfrag.bench.openai_server import OpenAIServer, Request
from tests.browser.acts import (
    GUIDE,
    QUESTION,
    answered,
    ask,
    at_rest,
    button,
    calls,
    card,
    eventually,
    expect,
    fits,
    says,
    settled,
    thread_of,
    upload,
)
from tests.browser.conftest import PATIENCE, ROOT

pytestmark = [pytest.mark.browser, pytest.mark.slow]

FEE = "The corkage fee is ₩20,000 per bottle."
WEAK = "Most guests ~~bring~~ ![x](https://attacker.invalid/p.png) <b>two</b> bottles for $5."


def answers(request: Request) -> Any:
    """A supported sentence, and one that the passage does not carry."""
    if request.kind == "write":
        return f"{FEE} [1] {WEAK} [1]"
    if request.kind == "is_sup":
        claims = request.data("claim")
        return {str(n): "partially" if "guests" in claim else "fully" for n, claim in enumerate(claims, 1)} | {
            "why": "It says nothing of most guests."
        }
    return None


def desk(serve: Any, model: OpenAIServer) -> Any:
    return serve(ROOT / "app.py", OPENAI_BASE_URL=model.url, SELFRAG_EMBEDDING_MODEL="fake")


def reads(found: Any, text: str, count: int) -> None:
    """It shows the text so often, as soon as it is drawn."""
    eventually(found.inner_text, lambda said: said.count(text) == count)


def drafts(server: Any) -> str:
    """Whether answers wait for a person, as it is stored."""
    with closing(sqlite3.connect(server.data_dir / "catalog.sqlite")) as db:
        return str(db.execute("select value from preferences where name = 'draft_review'").fetchone())


def strike(page: Any, number: int) -> Any:
    """The button that strikes a sentence, counted from 0, or takes that back."""
    return page.locator("[class*='st-key-strike-'] button:visible").nth(number)


def shown(server: Any, page: Any) -> Any:
    return calls(server, "show", thread_of(page))


def test_a_sentence_is_struck_and_comes_back_and_a_thumb_leaves_the_next_answer_alone(page: Any, serve: Any) -> None:
    gate, held = Event(), Event()

    def hold(request: Request) -> Any:
        if request.kind == "write" and held.is_set():
            gate.wait(2 * PATIENCE / 1000)
        return answers(request)

    with OpenAIServer(hold) as model:
        server = desk(serve, model)
        upload(page, server, GUIDE)
        ask(page, QUESTION)
        card(page)
        button(page, "Write the answer from").click()
        answered(page)
        said = page.get_by_test_id("stChatMessage").last
        says(said, "◐ partly supported")
        reads(said, WEAK, 2)  # in the answer, and by itself
        strike(page, 1).click()
        expect(page.locator("del")).to_have_text(WEAK)
        reads(said, WEAK, 1)
        page.reload()
        page.locator("del").wait_for()
        at_rest(page)
        strike(page, 1).click()
        page.locator("del").wait_for(state="detached")
        assert page.locator("img[src*=attacker]").count() == 0

        written_before = [request.kind for request in model.requests].count("write")
        held.set()
        ask(page, QUESTION)
        card(page)
        button(page, "Write the answer from").click()
        model.wait_for(lambda: model.kinds().count("write") == written_before + 1, PATIENCE / 1000)
        button(page, "Stop$").wait_for()  # drawn last: the first answer stands where it stays
        page.get_by_test_id("stFeedbackButton").first.click()
        page.get_by_role("radio", checked=True).wait_for()
        gate.set()
        answered(page, 2)
        assert not any(request.aborted for request in model.requests)
        assert shown(server, page)["status"] == "answered"
        expect(page.get_by_role("radio", checked=True)).to_have_count(1)


def test_a_draft_is_struck_survives_a_reload_and_is_accepted_by_one_key(page: Any, serve: Any) -> None:
    with OpenAIServer(answers) as model:
        server = desk(serve, model)
        page.goto(f"{server.url}/settings")
        settled(page)
        page.locator("[class*='st-key-preference-draft'] label").first.click()
        eventually(lambda: drafts(server), lambda stored: "on" in stored)  # whoever leaves sooner may not be heard
        upload(page, server, GUIDE)
        ask(page, QUESTION)
        card(page)
        button(page, "Write the answer from").click()
        boxes = page.get_by_role("checkbox", name="Strike")
        boxes.nth(1).wait_for()
        at_rest(page)
        page.locator("label", has=boxes).nth(1).click()
        button(page, "Accept without 1 sentence").wait_for()
        page.reload()
        button(page, "Accept without 1 sentence").wait_for()
        at_rest(page)
        expect(boxes.nth(1)).to_be_checked()
        for width in (1280, 400):
            page.set_viewport_size({"width": width, "height": 900})
            fits(page, width)
        page.set_viewport_size({"width": 1280, "height": 900})
        page.keyboard.press("Control+Enter")
        answered(page)
        assert shown(server, page)["answer"] == f"{FEE} [1]"
        expect(page.get_by_text(re.compile("1 sentence struck"))).to_have_count(1)
