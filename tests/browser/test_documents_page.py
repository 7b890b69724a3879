"""Documents on their page: replaced, renamed, moved, deleted, looked at; and an upload that holds nobody up."""

import re
from pathlib import Path
from typing import Any

import pytest

from selfrag.samples import sample_files
from tests.browser.acts import GUIDE, QUESTION, ask, button, card, expect, says, settled
from tests.documents.pdfs import FACT, text_pdf

pytestmark = [pytest.mark.browser, pytest.mark.slow]
SAMPLE = next(path for path in sample_files() if path.name == GUIDE).read_bytes()


def shelved(page: Any, server: Any) -> None:
    """The documents page with one document."""
    page.goto(f"{server.url}/documents")
    add(page, (GUIDE, SAMPLE))
    page.get_by_text(re.compile(f"^✓ {re.escape(GUIDE)}")).wait_for()


def add(page: Any, *files: tuple[str, bytes]) -> None:
    settled(page)
    page.get_by_test_id("stFileUploaderDropzoneInput").set_input_files(
        [{"name": name, "mimeType": "application/pdf", "buffer": data} for name, data in files]
    )


def choose(page: Any, name: str, act: str) -> None:
    """Something from the menu of the only line with that name; the dialog that it opens."""
    line = page.get_by_test_id("stLayoutWrapper").filter(has=page.get_by_text(name, exact=True)).last
    line.get_by_role("button", name="More").wait_for()
    settled(page)
    line.get_by_role("button", name="More").click()
    page.get_by_text(act, exact=True).click()
    page.get_by_test_id("stDialog").wait_for()
    settled(page)


def gone(page: Any) -> None:
    page.get_by_test_id("stDialog").wait_for(state="detached")
    settled(page)


def lists(page: Any, *names: str) -> None:
    """These documents are listed, as soon as the page is drawn."""
    expect(page.get_by_test_id("stMain").locator("strong")).to_have_text(names, use_inner_text=True)
    settled(page)


def test_a_file_of_a_known_name_replaces_the_earlier_one(page: Any, server: Any) -> None:
    page.goto(f"{server.url}/documents")
    add(page, ("plan.pdf", text_pdf(FACT)))
    page.get_by_text(re.compile("^✓ plan.pdf")).wait_for()
    add(page, ("plan.pdf", text_pdf("The screen is rinsed every 48 hours.", "And dried.")))
    page.get_by_text("There is already a document of this name").wait_for()
    lists(page, "plan.pdf", "plan.pdf (2)")
    button(page, "Replace it").click()
    page.get_by_text("replaces the earlier one").wait_for()
    lists(page, "plan.pdf")
    says(page.get_by_test_id("stMain"), "2 pages")


@pytest.mark.slow
def test_a_document_is_looked_at_renamed_moved_downloaded_and_deleted(page: Any, server: Any) -> None:
    shelved(page, server)
    choose(page, GUIDE, "Look at it")
    page.get_by_test_id("stDialog").get_by_text("Page 1 of 2").wait_for()
    page.keyboard.press("Escape")
    gone(page)
    choose(page, GUIDE, "Rename")
    page.get_by_label("Name", exact=True).fill("House <b>rules</b> $5-$6.pdf")
    button(page, "Rename it").click()
    gone(page)
    lists(page, "House <b>rules</b> $5-$6.pdf")
    choose(page, "House <b>rules</b> $5-$6.pdf", "Move to another collection")
    page.get_by_test_id("stDialog").get_by_role("combobox").fill("Archive")
    page.get_by_role("option").filter(has_text="Archive").wait_for()
    page.keyboard.press("Enter")
    page.get_by_test_id("stDialog").locator(".st-key-move-it button:enabled").click()
    gone(page)
    page.get_by_role("heading", name="Archive").wait_for()
    settled(page)
    with page.expect_download() as begun:
        button(page, "download").click()
    assert begun.value.suggested_filename.endswith(".pdf")
    assert Path(begun.value.path()).read_bytes() == next((server.data_dir / "files").glob("*.pdf")).read_bytes()
    choose(page, "House <b>rules</b> $5-$6.pdf", "Delete")
    button(page, "Delete for good").click()
    gone(page)
    page.get_by_text("Nothing here yet").wait_for()
    assert list((server.data_dir / "files").iterdir()) == []


@pytest.mark.slow
def test_a_question_is_asked_in_another_tab_while_many_files_go_in(page: Any, server: Any) -> None:
    shelved(page, server)
    other = page.context.new_page()
    other.goto(server.url)
    settled(other)
    # so many that no question outlasts them
    texts = [[f"Report {number}, page {at}. " + f"{FACT} " * 20 for at in range(8)] for number in range(40)]
    add(page, *[(f"report {number}.pdf", text_pdf(*pages)) for number, pages in enumerate(texts)])
    page.get_by_text(re.compile(r"^\d+ of 40 files")).wait_for()
    ask(other, QUESTION)
    card(other)
    expect(button(page, "Cancel")).to_be_visible()  # it still goes on
    expect(other.get_by_text(re.compile(r"^\d+ of 40 files"))).to_be_visible()
    page.goto(f"{server.url}/settings")
    page.get_by_text(re.compile(r"^\d+ of 40 files · \d+")).wait_for()
    button(page, "Cancel").click()
    page.get_by_text("Cancelled. Done and kept").wait_for()
