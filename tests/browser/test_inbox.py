"""The reviews that wait, as a person works through them one after the other, and each thread's own menu."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from selfrag.samples import sample_files
from selfrag.settings import Settings
from selfrag.wiring import open_service
from tests.browser.acts import GUIDE, button, calls, card, eventually, expect, pick, settled
from tests.browser.conftest import ROOT, Server

pytestmark = [pytest.mark.browser, pytest.mark.slow]

QUESTIONS = ["How much is the corkage fee?", "When are you open?", "May I bring a dog?"]
HOSTILE = "![x](https://attacker.invalid/p.png) <b>b</b> :red[x]"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Server]:
    """A server with three questions that wait, and two people."""
    server = Server(ROOT / "app.py", tmp_path)
    with open_service(Settings(server.data_dir)) as service:
        guide = next(path for path in sample_files() if path.name == GUIDE)
        service.ingest([(guide.name, guide.read_bytes())], "Documents").wait()
        service.prefer("people", f"Ana\n{HOSTILE}")
        for question in QUESTIONS:
            service.ask(question).wait()
    server.start()
    yield server
    server.close()


def keyed(page: Any, start: str) -> Any:
    """Elements whose key begins so."""
    return page.locator(f"[class*='st-key-{start}']")


def choose(page: Any, start: str, name: str) -> None:
    """An option of the first select box whose key begins so."""
    pick(page, keyed(page, start).first.get_by_role("combobox"), name)


def assigned(server: Server, *names: str) -> None:
    """The reviews that wait are these people's, as soon as the server has heard of it."""
    eventually(lambda: [item["assigned"] for item in calls(server, "inbox")["waiting"]], lambda who: who == [*names])


def reviews(page: Any, server: Server) -> None:
    page.goto(f"{server.url}/reviews")
    settled(page)
    keyed(page, "inbox-decided").wait_for()


def test_reviews_are_given_away_and_worked_through_one_after_the_other(page: Any, desk: Server) -> None:
    reviews(page, desk)
    page.get_by_role("link", name="Reviews · 3").wait_for()
    choose(page, "you-choice-inbox", "Ana")
    expect(page).to_have_url(re.compile("you=Ana"))
    page.reload()
    expect(keyed(page, "you-choice-inbox").get_by_role("combobox")).to_have_value("Ana")
    choose(page, "assign-", HOSTILE)
    assigned(desk, HOSTILE, "", "")
    choose(page, "assign-", "Ana")
    assigned(desk, "Ana", "", "")
    settled(page)
    comments, opened = keyed(page, "comments-").first.get_by_role("button"), page.get_by_test_id("stPopoverBody")
    comments.click()
    keyed(page, "comment-").get_by_role("textbox").wait_for()
    settled(page)
    keyed(page, "comment-").get_by_role("textbox").fill(HOSTILE)
    keyed(page, "add-comment-").get_by_role("button").click()
    expect(comments).to_contain_text("Comments · 1")
    page.keyboard.press("Escape")  # a slow machine may have closed it already, with its new name
    expect(opened).to_have_count(0)
    settled(page)
    comments.click()
    opened.get_by_text(HOSTILE, exact=True).wait_for()
    page.keyboard.press("Escape")
    expect(opened).to_have_count(0)
    settled(page)
    page.get_by_role("link", name="Open").first.click()

    card(page)
    page.get_by_text("Review 1 of 3").wait_for()
    expect(page).to_have_url(re.compile("you=Ana"))
    button(page, "^arrow_forward Next$|^Next$").click()
    page.get_by_text("Review 2 of 3").wait_for()
    card(page)  # of this review: the run that says so has come to its end
    here = page.url
    button(page, "Stop without an answer").click()
    page.get_by_text("2 more wait.").wait_for()
    assert page.url == here
    button(page, "Next review").click()
    page.get_by_text("Review 2 of 2").wait_for()
    assert [item["question"] for item in calls(desk, "inbox")["waiting"]] == [QUESTIONS[0], QUESTIONS[2]]

    page.get_by_role("link", name="Reviews · 2").click()
    keyed(page, "inbox-decided").wait_for()
    settled(page)
    keyed(page, "inbox-decided").locator("summary").click()
    page.get_by_text("evidence · Ana: stopped without an answer").wait_for()
    settled(page)
    page.get_by_role("radio", name="Mine").click(force=True)
    page.get_by_text("1 review waits").wait_for()


def test_a_thread_is_renamed_archived_brought_back_and_deleted(page: Any, desk: Server) -> None:
    [*_, thread] = [item["thread_id"] for item in calls(desk, "inbox")["waiting"]]
    page.goto(f"{desk.url}/?thread={thread}")
    card(page)
    menu, opened = keyed(page, "menu-").get_by_role("button"), page.get_by_test_id("stPopoverBody")
    menu.click()
    title = page.get_by_label("Title", exact=True)
    title.fill(HOSTILE)
    title.press("Enter")
    listed = keyed(page, f"thread-{thread}")
    listed.get_by_text(HOSTILE, exact=True).first.wait_for()
    settled(page)
    page.get_by_text("Never ask me", exact=True).click()
    eventually(
        lambda: {one["id"]: (one["title"], one["policy"]) for one in calls(desk, "threads")["threads"]},
        lambda threads: threads[thread] == (HOSTILE, "never"),
    )
    settled(page)
    button(page, "Archive").click()
    listed.wait_for(state="detached")
    assert [one["id"] for one in calls(desk, "threads", "--archived")["threads"]] == [thread]
    page.get_by_role("link", name="Reviews · 3").wait_for()
    page.keyboard.press("Escape")
    expect(opened).to_have_count(0)  # it has a button of that name too
    settled(page)
    button(page, "Bring back").click()
    listed.wait_for()
    settled(page)
    menu.click()
    button(page, "Delete$").wait_for()
    settled(page)
    button(page, "Delete$").click()
    button(page, "Delete them").click()
    page.get_by_role("link", name="Reviews · 2").wait_for()
    assert thread not in [one["id"] for one in calls(desk, "threads")["threads"]]


def test_a_thread_is_found_by_its_words(page: Any, desk: Server) -> None:
    page.goto(desk.url)
    settled(page)
    find = keyed(page, "find-threads").get_by_role("textbox")
    find.fill("DOG")
    find.press("Enter")
    page.get_by_text("Found · 1").wait_for()
    settled(page)
    keyed(page, "found-").get_by_role("button").click()
    card(page)
    page.get_by_text("Review 3 of 3").wait_for()
