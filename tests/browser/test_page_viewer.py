"""The cited place on its page: looking at it takes nothing away and keeps nothing waiting."""

import re
from collections.abc import Callable
from threading import Event
from typing import Any

import pytest

from selfrag.bench.openai_server import OpenAIServer, Request
from tests.browser.acts import (
    GUIDE,
    MENU,
    NOTE,
    QUESTION,
    REWORDED,
    STEAK,
    answered,
    ask,
    at_rest,
    button,
    calls,
    card,
    eventually,
    expect,
    fits,
    thread_of,
    tick,
    toggle,
    upload,
)
from tests.browser.conftest import PATIENCE, ROOT

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PICTURE = "[role=dialog] img"


def dialog(page: Any) -> Any:
    return page.get_by_role("dialog")


def open_page(page: Any, number: int = 0) -> Any:
    page.get_by_role("button", name=re.compile(r"Page \d+$")).nth(number).click()
    page.locator(PICTURE).wait_for()
    return dialog(page)


def wide(page: Any, holds: Callable[[float, float], bool]) -> None:
    """The widths of the picture and of its dialog are so, once both have come to rest."""

    def widths() -> list[float]:
        boxes = [found.bounding_box() for found in (page.locator(PICTURE), dialog(page))]
        return [float(box["width"]) for box in boxes if box]

    eventually(widths, lambda found: len(found) == 2 and holds(*found))


def test_looking_at_a_page_keeps_what_was_ticked_and_typed(page: Any, server: Any) -> None:
    upload(page, server, GUIDE, MENU)
    ask(page, STEAK)
    card(page)
    thread = thread_of(page)
    steps = calls(server, "show", thread)["steps"]
    toggle(page, MENU, 1)
    question = page.get_by_label("Question", exact=True)
    question.fill(REWORDED)
    note = page.get_by_label("Note for the record")
    note.fill(NOTE)  # and still being typed when the button is clicked

    opened = open_page(page)
    assert "page 1. The cited place is marked." in page.locator(PICTURE).get_attribute("alt")
    button(opened, "Next").click()
    opened.get_by_text("Page 2 of 3").wait_for()
    page.locator(f"{PICTURE}[alt='{MENU}, page 2']").wait_for()
    button(opened, "Cited page").click()
    opened.get_by_text("Page 1 of 3").wait_for()
    dialog(page).press("Escape")  # wherever the focus is
    dialog(page).wait_for(state="detached")

    at_rest(page)
    assert not tick(page, MENU, 1).is_checked()
    assert (question.input_value(), note.input_value()) == (REWORDED, NOTE)
    assert calls(server, "show", thread)["steps"] == steps
    assert open_page(page).count() == 1  # and it opens again


def test_a_page_fits_its_dialog_and_scrolls_within_it(page: Any, serve: Any) -> None:
    with OpenAIServer() as model:
        upload(page, serve(ROOT / "app.py", OPENAI_BASE_URL=model.url, SELFRAG_EMBEDDING_MODEL="fake"), GUIDE)
        ask(page, QUESTION)
        card(page)
        for window in (1280, 800):
            page.set_viewport_size({"width": window, "height": 900})
            opened = open_page(page)
            opened.get_by_text("Fit").click()
            page.locator(f"{PICTURE}[style*='100%']").wait_for()
            wide(page, lambda picture, within: 0.85 * within < picture < within <= window)  # noqa: B023  called here
            opened.get_by_text("200 %").click()
            page.locator(f"{PICTURE}[style*='200%']").wait_for()
            wide(page, lambda picture, within: picture > 1.7 * within)
            fits(page, window)
            dialog(page).press("Escape")  # wherever the focus is
            dialog(page).wait_for(state="detached")


def test_a_run_goes_on_and_pages_turn_while_a_page_is_open(page: Any, serve: Any) -> None:
    gate, held = Event(), Event()

    def hold(request: Request) -> None:
        if request.kind == "write" and held.is_set():
            gate.wait(2 * PATIENCE / 1000)

    with OpenAIServer(hold) as model:
        server = serve(ROOT / "app.py", OPENAI_BASE_URL=model.url, SELFRAG_EMBEDDING_MODEL="fake")
        upload(page, server, MENU)
        for number in (1, 2):
            ask(page, STEAK)
            card(page)
            button(page, "Write the answer from").click()
            if number == 1:
                answered(page)
                held.set()
        model.wait_for(lambda: model.kinds().count("write") == 2, PATIENCE / 1000)
        button(page, "Stop").wait_for()
        opened = open_page(page)
        button(opened, "Previous").click()
        opened.get_by_text("Page 2 of 3").wait_for()
        assert page.get_by_text("Sources", exact=True).count() == 1
        gate.set()
        page.get_by_text("Sources", exact=True).nth(1).wait_for()
        at_rest(page)
        expect(opened.get_by_text("Page 2 of 3")).to_be_visible()
        dialog(page).press("Escape")  # wherever the focus is
        dialog(page).wait_for(state="detached")
        assert [request.kind for request in model.requests].count("write") == 2
