"""What a person does at the desk, in a browser, and what the page shows of it: the words that the browser tests use."""

import json
import re
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any, TypeVar

from selfrag.samples import sample_files
from tests.browser.conftest import PATIENCE, ROOT
from tests.needs import imported

GUIDE, MENU, WINE = "house-guide.pdf", "menu.pdf", "wine-list.pdf"
QUESTION = "How much is the corkage fee?"
STEAK = "시그니처 스테이크의 가격은 얼마인가요?"
NOTE = "Checked with the landlord"
REWORDED = "시그니처 스테이크는 얼마인가요?"
_A = TypeVar("_A")


def expect(found: Any) -> Any:
    return imported("playwright.sync_api").expect(found)


def eventually(look: Callable[[], _A], holds: Callable[[_A], object]) -> _A:
    """What is seen once it is so: the server hears of a click, and the page of the server, a moment after it."""
    late = time.monotonic() + PATIENCE / 1000
    while not holds(seen := look()):
        assert time.monotonic() < late, seen
        time.sleep(0.05)
    return seen


def at_rest(page: Any) -> None:
    """Nothing is being drawn. Right after a click that may still be so: first wait for what follows from it."""
    page.locator('[data-test-script-state="notRunning"]').wait_for()


def settled(page: Any) -> None:
    """The page is drawn to its end; an uploader that is drawn anew would lose what was put into it."""
    page.get_by_role("heading").first.wait_for()
    at_rest(page)


def fits(page: Any, width: int) -> None:
    """Nothing is beyond the window; the page takes a moment to follow its size."""
    page.wait_for_function("width => document.documentElement.scrollWidth <= width", arg=width)


def pick(page: Any, box: Any, option: str) -> None:
    """Choose from a list. An open one closes when the page scrolls, so the page is brought there before the click."""
    settled(page)
    box.scroll_into_view_if_needed()
    box.evaluate("() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    box.click()
    page.get_by_role("option", name=option, exact=True).click()


def upload(page: Any, server: Any, *names: str) -> None:
    page.goto(server.url)
    settled(page)
    files = [str(path) for path in sample_files() if path.name in names]
    page.get_by_test_id("stFileUploaderDropzoneInput").set_input_files(files)
    for name in names:
        page.get_by_text(re.compile(rf"^✓ {re.escape(name)}")).wait_for()


def ask(page: Any, question: str) -> None:
    box = page.get_by_test_id("stChatInputTextArea")
    box.wait_for()
    at_rest(page)  # a box that is drawn anew forgets what was typed
    box.fill(question)
    box.press("Enter")


def card(page: Any) -> Any:
    found = page.locator("[class*='st-key-review-']")
    expect(page.locator("[class*='st-key-reject-']")).to_have_count(1)  # drawn last; a card before it is gone
    found.get_by_test_id("stCheckbox").first.wait_for()  # but each kind of widget is loaded on its own
    at_rest(page)
    return found


def answered(page: Any, count: int = 1) -> None:
    """So many answers are there, drawn to their end."""
    page.get_by_text("Sources", exact=True).nth(count - 1).wait_for()
    at_rest(page)


def says(found: Any, *texts: str) -> None:
    """It shows these texts, as soon as it is drawn."""
    for text in texts:
        expect(found).to_contain_text(text, use_inner_text=True)


def tick(page: Any, document: str, number: int) -> Any:
    return page.get_by_role("checkbox", name=re.compile(rf"{re.escape(document)}.*{number}"))


def toggle(page: Any, document: str, number: int) -> None:
    page.locator("label", has=tick(page, document, number)).click()


def button(page: Any, name: str) -> Any:
    return page.get_by_role("button", name=re.compile(name))


def calls(server: Any, *arguments: str) -> Any:
    """The command line on the server's data, while the server is down or only reading."""
    command = [sys.executable, "-m", "selfrag", *arguments, "--json"]
    environ = {"SELFRAG_DATA_DIR": str(server.data_dir), "PATH": "/usr/bin:/bin"}
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT, env=environ)
    return json.loads(done.stdout)


def thread_of(page: Any) -> str:
    page.wait_for_url(re.compile("thread="))
    return page.url.split("thread=")[1]
