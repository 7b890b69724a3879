"""Makes the README's picture: `python -m tests.browser.screenshot`."""

import shutil
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.acts import STEAK, ask, button, card, settled
from tests.browser.conftest import PATIENCE, ROOT, Server

PICTURE = ROOT / "selfrag" / "ui" / "pictures" / "review.png"


def main() -> None:
    """Ask the samples a question and photograph the review, one passage at a time."""
    PICTURE.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(ROOT / "app.py", Path(folder))
        server.start()
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1100, "height": 900}, locale="en-US")
        page.set_default_timeout(3 * PATIENCE)
        page.goto(server.url)
        button(page, "Try it").click()
        button(page, "How much is the corkage fee").wait_for()
        page.reload()
        page.get_by_test_id("stChatInputTextArea").wait_for()
        ask(page, STEAK)
        card(page)
        page.keyboard.press("o")
        page.get_by_test_id("stProgress").wait_for()
        page.keyboard.press("k")
        page.get_by_text("1 of").first.wait_for()
        settled(page)
        page.wait_for_timeout(1000)  # until what moves has come to rest
        page.screenshot(path=PICTURE)
        browser.close()
        server.close()


if __name__ == "__main__":
    main()
