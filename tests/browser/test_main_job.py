"""The whole job as a person does it: upload, ask, decide, read; and what people do to it on the way."""

import re
from typing import Any

import pytest

from selfrag.samples import sample_files
from tests.browser.acts import (
    GUIDE,
    MENU,
    NOTE,
    QUESTION,
    REWORDED,
    STEAK,
    WINE,
    answered,
    ask,
    at_rest,
    button,
    calls,
    card,
    eventually,
    expect,
    says,
    settled,
    thread_of,
    tick,
    toggle,
    upload,
)

pytestmark = pytest.mark.browser


def test_upload_ask_drop_edit_approve_read(page: Any, server: Any) -> None:
    upload(page, server, GUIDE, MENU, WINE)
    ask(page, STEAK)
    review = card(page)
    expect(tick(page, MENU, 1)).to_be_checked()
    review.locator("strong", has_text=re.compile("^스테이크$")).first.wait_for()
    toggle(page, WINE, 1)
    toggle(page, MENU, 1)
    page.get_by_text("Tick at least one passage").wait_for()
    expect(button(page, "Write the answer from 0 passages")).to_be_disabled()
    toggle(page, MENU, 1)
    button(page, "Write the answer from 1 passage").wait_for()

    question = page.get_by_label("Question", exact=True)
    question.fill(REWORDED)
    question.press("Tab")
    button(page, "Answer this from 1 passage").wait_for()  # the server has heard of it
    at_rest(page)
    button(page, "Search again").click()
    page.get_by_text("before that").wait_for()
    page.get_by_text("Kept from your last review").wait_for()
    tick(page, WINE, 1).wait_for(state="detached")  # what was dropped stays out
    at_rest(page)
    button(page, "Write the answer from 1 passage").click()
    answered(page)

    says(page.get_by_test_id("stChatMessage").first, STEAK)
    says(page.get_by_test_id("stChatMessage").last, "₩35,000 [1]", "menu.pdf, page 1")
    shown = calls(server, "show", thread_of(page))
    assert (shown["question"], shown["asked"]) == (STEAK, REWORDED)
    assert [(c["document"], c["page"]) for c in shown["citations"]] == [(MENU, 1)]


@pytest.mark.slow
def test_a_double_click_decides_once(page: Any, server: Any) -> None:
    upload(page, server, GUIDE)
    ask(page, QUESTION)
    card(page)
    button(page, "Write the answer from").dblclick()
    answered(page)
    steps = [step["node"] for step in calls(server, "show", thread_of(page))["steps"]]
    assert steps.count("write_answer") == steps.count("review_evidence") == 1


@pytest.mark.slow
def test_a_waiting_review_survives_reload_and_keeps_the_edits(page: Any, server: Any) -> None:
    upload(page, server, GUIDE)
    ask(page, QUESTION)
    card(page)
    toggle(page, GUIDE, 1)
    button(page, "Write the answer from 0 passages").wait_for()
    note = page.get_by_label("Note for the record")
    note.fill(NOTE)
    note.press("Tab")
    # what the server has heard of is kept; a reload may overtake what is still on its way
    draft = eventually(lambda: calls(server, "show", thread_of(page))["review"]["draft"], lambda draft: draft["note"])
    assert (draft["keep"], draft["note"]) == ([], NOTE)
    page.reload()
    card(page)
    expect(tick(page, GUIDE, 1)).not_to_be_checked()
    expect(page.get_by_label("Note for the record")).to_have_value(NOTE)


@pytest.mark.slow
def test_a_second_tab_learns_that_the_first_has_decided(page: Any, server: Any) -> None:
    upload(page, server, GUIDE)
    ask(page, QUESTION)
    card(page)
    thread_of(page)
    other = page.context.new_page()
    other.goto(page.url)
    card(other)
    button(page, "Write the answer from").click()
    answered(page)
    button(other, "Stop without an answer").click()
    other.get_by_test_id("stAlert").get_by_text("already answered").wait_for()
    other.get_by_text("Sources", exact=True).wait_for()
    assert calls(server, "show", thread_of(page))["status"] == "answered"


@pytest.mark.slow
def test_a_waiting_review_survives_a_killed_server(page: Any, server: Any) -> None:
    upload(page, server, GUIDE)
    ask(page, QUESTION)
    card(page)
    server.kill()
    server.start()
    page.goto(server.url)
    page.get_by_text("Waiting for you").wait_for()
    settled(page)
    button(page, re.escape(QUESTION)).first.click()
    card(page)
    button(page, "Write the answer from").click()
    page.get_by_text("Sources", exact=True).wait_for()


@pytest.mark.parametrize("locale", ["ko-KR"])
@pytest.mark.slow
def test_the_job_in_korean(page: Any, server: Any) -> None:
    page.goto(server.url)
    settled(page)
    button(page, "샘플").click()
    button(page, "시그니처 스테이크의 가격은 얼마인가요").wait_for()
    at_rest(page)
    button(page, "시그니처 스테이크의 가격은 얼마인가요").click()
    says(card(page), "관련 있음")
    button(page, "답변 쓰기").click()
    page.get_by_text("출처", exact=True).wait_for()
    says(page.get_by_test_id("stChatMessage").last, "₩35,000", "menu.pdf, 1쪽")


@pytest.mark.slow
def test_a_bad_file_says_why_and_the_good_one_is_ready(page: Any, server: Any, tmp_path: Any) -> None:
    (tmp_path / "not.pdf").write_bytes(b"hello")
    (tmp_path / "<img src=x onerror=alert(1)>.pdf").write_bytes(b"")
    page.goto(server.url)
    settled(page)
    good = next(str(path) for path in sample_files() if path.name == GUIDE)
    bad = [str(tmp_path / "not.pdf"), str(tmp_path / "<img src=x onerror=alert(1)>.pdf")]
    page.get_by_test_id("stFileUploaderDropzoneInput").set_input_files([*bad, good])
    page.get_by_text(re.compile(rf"^✓ {GUIDE}")).wait_for()
    says(page.get_by_test_id("stSidebar"), "✗ not.pdf", "✗ <img src=x onerror=alert(1)>.pdf")
    assert page.locator("img[src=x]").count() == 0
    for _ in range(3):
        button(page, "Add PDFs|New question|Upload").first.hover()
        page.get_by_role("link", name="Settings").click()
        page.get_by_role("heading", name="This desk").wait_for()
        page.get_by_role("link", name="Ask").click()
        page.get_by_test_id("stChatInputTextArea").wait_for()
    assert [document["name"] for document in calls(server, "documents")["documents"]] == [GUIDE]


@pytest.mark.slow
def test_deleting_a_document_needs_a_second_click(page: Any, server: Any) -> None:
    upload(page, server, GUIDE)
    page.get_by_role("link", name="Documents").click()
    button(page, "^More").wait_for()
    at_rest(page)  # a menu that is opened before is folded again
    button(page, "^More").click()
    page.get_by_text("Delete", exact=True).click()
    page.get_by_test_id("stDialog").wait_for()
    assert [document["name"] for document in calls(server, "documents")["documents"]] == [GUIDE]
    button(page, "Delete for good").click()
    page.get_by_text("Nothing here yet").wait_for()
    assert calls(server, "info")["passages"] == 0
