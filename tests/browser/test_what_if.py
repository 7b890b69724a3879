"""A decided review answered otherwise, and both answers beside each other."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from selfrag.samples import sample_files
from tests.browser.acts import STEAK, at_rest, calls, eventually, expect, fits

pytestmark = [pytest.mark.browser, pytest.mark.slow]
Look = Callable[[str], None]


def open_what_if(page: Any) -> Any:
    """The card of the review behind the answer."""
    page.get_by_text("Receipt", exact=True).wait_for()
    at_rest(page)
    page.get_by_role("button", name="What if…").click()
    return page.locator("[class*='st-key-what-if-card-']")


def boxes(found: Any) -> Any:
    return found.get_by_test_id("stCheckbox")


def decide_otherwise(page: Any, look: Look) -> None:
    """Of the passages that were kept none, and the first of the others."""
    found = open_what_if(page)
    boxes(found).first.wait_for()
    at_rest(page)
    look("card")
    ticked = [n for n in range(boxes(found).count()) if boxes(found).nth(n).locator("input").is_checked()]
    other = next(n for n in range(boxes(found).count()) if n not in ticked)
    boxes(found).nth(other).locator("label").click()
    for n in ticked:
        boxes(found).nth(n).locator("label").click()
    writes = page.locator("[class*='st-key-what-if-'][class*='-write'] button")
    writes.get_by_text(re.compile(r"from 1 passage\b")).wait_for()
    at_rest(page)
    look("card-changed")
    writes.click()
    page.wait_for_url(re.compile("compare.*left="))
    page.get_by_role("heading", name="Differences").wait_for()
    look("compare")


def walk(page: Any, server: Any, look: Look) -> tuple[dict[str, Any], str]:
    """Look at how an answer came about and decide otherwise; the original as it was, and the address it ends at."""
    server.kill()
    for file in sample_files():
        calls(server, "ingest", str(file))
    thread = calls(server, "ask", STEAK)["thread_id"]
    before = calls(server, "resume", thread, "--approve")
    server.start()
    page.goto(f"{server.url}/?thread={thread}")
    decide_otherwise(page, look)
    return before, page.url


def test_another_decision_beside_the_first(page: Any, server: Any) -> None:
    before, url = walk(page, server, lambda name: None)
    assert calls(server, "show", before["thread_id"]) == before
    sides = dict(re.findall(r"(left|right|left_question|right_question)=([0-9a-f]+)", url))
    assert (sides["left"], sides["left_question"]) == (before["thread_id"], before["question_id"])
    fork = calls(server, "show", sides["right"])
    assert fork["forked_from"]["thread_id"] == before["thread_id"]
    assert fork["approved"] != before["approved"]
    assert fork["answer"] != before["answer"]
    for name in ("Original", "What if"):
        expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible()
    page.set_viewport_size({"width": 400, "height": 900})
    heading = page.get_by_role("heading", exact=True, name="Original")
    other = page.get_by_role("heading", exact=True, name="What if")
    eventually(  # the page takes a moment to follow its size
        lambda: (heading.bounding_box(), other.bounding_box()),
        lambda both: all(both) and both[1]["y"] > both[0]["y"] + both[0]["height"],
    )
    fits(page, 400)
    page.reload()
    page.get_by_role("heading", name="Differences").wait_for()
