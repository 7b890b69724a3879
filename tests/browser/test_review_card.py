"""The review card as a person has it: by keyboard alone, in two tabs, after a reload, in a narrow window."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.browser.acts import answered, ask, calls, eventually, expect, settled, thread_of
from tests.browser.conftest import PATIENCE
from tests.documents.pdfs import text_pdf

pytestmark = pytest.mark.browser

QUESTION = "How is the pump cleaned?"
NARROW = {"width": 400, "height": 800}
PAGES = [
    "\n".join(f"Step {n} on sheet {sheet}: the pump is cleaned with brush {n} and water." for n in range(30))
    for sheet in ("one", "two", "three", "four")
]


def by(page: Any, name: str) -> Any:
    """What has a key that begins so."""
    return page.locator(f"[class*='st-key-{name}-']").first


def shows(page: Any, text: str) -> None:
    """The passage that is looked at says so, and the page is ready for the next key."""
    expect(by(page, "shown")).to_contain_text(text)
    settled(page)


def decided(page: Any, count: str) -> None:
    expect(page.get_by_test_id("stProgress")).to_contain_text(count)
    settled(page)


def ticks(page: Any) -> Any:
    """What a person clicks of the boxes, which are hidden beneath."""
    return page.locator("label", has=page.get_by_role("checkbox"))


def card(page: Any) -> None:
    by(page, "reject").wait_for()  # drawn last
    settled(page)


def reviewing(page: Any, server: Any, folder: Path) -> None:
    """A review of passages of some long pages waits; nothing has the focus."""
    (folder / "manual.pdf").write_bytes(text_pdf(*PAGES))
    page.goto(server.url)
    settled(page)
    page.get_by_test_id("stFileUploaderDropzoneInput").set_input_files(str(folder / "manual.pdf"))
    page.get_by_text(re.compile(r"^✓ manual\.pdf")).wait_for(timeout=2 * PATIENCE)
    ask(page, QUESTION)
    card(page)
    thread_of(page)
    page.evaluate("document.activeElement.blur()")


def draft(page: Any, server: Any, until: Any) -> dict[str, Any]:
    """What the server has kept, once it is so far."""
    return eventually(lambda: dict(calls(server, "show", thread_of(page))["review"]["draft"] or {}), until)


@pytest.mark.slow
def test_the_card_by_keyboard_alone(page: Any, server: Any, tmp_path: Path) -> None:
    reviewing(page, server, tmp_path)
    offered = calls(server, "show", thread_of(page))["evidence"]
    total = len(offered)
    assert total >= 3
    keys = page.keyboard
    keys.press("o")
    decided(page, f"0 of {total} decided")
    keys.press("d")
    decided(page, f"1 of {total} decided")
    keys.press("k")
    decided(page, f"2 of {total} decided")
    keys.press("d")
    decided(page, f"3 of {total} decided")
    keys.press("u")
    decided(page, f"2 of {total} decided")
    keys.press("ArrowLeft")
    shows(page, "You keep it.")
    keys.press("ArrowLeft")
    shows(page, "You leave it out.")
    expect(by(page, "one-back").get_by_role("button")).to_be_disabled()
    for _ in range(total - 1):
        before = page.locator("h4").inner_text()
        keys.press("ArrowRight")
        expect(page.locator("h4")).not_to_have_text(before)
        settled(page)
    keys.press("ArrowRight")
    page.get_by_text("That was the last passage").wait_for()
    settled(page)
    label = by(page, "write").inner_text()
    count = int(re.findall(r"from (\d+) passage", label)[0])
    keys.press("Control+Enter")
    answered(page)
    shown = calls(server, "show", thread_of(page))
    assert len(shown["approved"]) == count
    assert len(shown["decision"]["drop"]) == 1
    assert not {*shown["decision"]["drop"]} & {*shown["approved"]}


@pytest.mark.slow
def test_two_tabs_see_each_other_s_ticks(page: Any, server: Any, tmp_path: Path) -> None:
    reviewing(page, server, tmp_path)
    other = page.context.new_page()
    other.goto(page.url)
    card(other)
    boxes, others = page.get_by_role("checkbox"), other.get_by_role("checkbox")
    boxes.first.wait_for()  # each kind of widget is loaded on its own
    names = boxes.evaluate_all("all => all.map(each => each.getAttribute('aria-label'))")
    assert len(names) == len({*names})
    state = [boxes.nth(n).is_checked() for n in (0, 1)]
    ticks(page).nth(0).click()
    expect(boxes.nth(0)).to_be_checked(checked=not state[0])
    draft(page, server, lambda kept: len(kept.get("decided", [])) == 1)
    ticks(other).nth(1).click()  # this tab was drawn before the other one's click
    expect(others.nth(0)).to_be_checked(checked=not state[0])
    draft(page, server, lambda kept: len(kept.get("decided", [])) == 2)
    by(page, "switch").get_by_role("button").click()
    decided(page, "2 of")


@pytest.mark.slow
def test_a_reload_keeps_what_was_decided_one_by_one_and_what_was_added(page: Any, server: Any, tmp_path: Path) -> None:
    reviewing(page, server, tmp_path)
    page.keyboard.press("o")
    decided(page, "0 of")
    page.keyboard.press("d")
    decided(page, "1 of")
    page.get_by_text("Search in the documents").click()
    words = page.get_by_role("textbox", name="Words to search for")
    words.fill("brush 29 water")
    words.press("Enter")
    by(page, "add").get_by_role("button").wait_for()
    settled(page)
    by(page, "add").get_by_role("button").click()
    page.get_by_text(re.compile("Added by you")).wait_for()
    kept = draft(page, server, lambda kept: bool(kept.get("added")))
    assert len(kept["decided"]) == 1
    page.reload()
    card(page)
    page.get_by_text(re.compile("Added by you")).wait_for()
    by(page, "switch").get_by_role("button").click()
    decided(page, "1 of")
    by(page, "write").get_by_role("button").click()
    answered(page)
    assert kept["added"][0] in calls(server, "show", thread_of(page))["approved"]


@pytest.mark.slow
@pytest.mark.parametrize("look", ["list", "one"])
def test_nothing_is_cut_off_in_a_narrow_window(page: Any, server: Any, tmp_path: Path, look: str) -> None:
    reviewing(page, server, tmp_path)
    if look == "one":
        page.keyboard.press("o")
        decided(page, "0 of")
    page.set_viewport_size(NARROW)
    page.get_by_test_id("stMain").wait_for()
    page.wait_for_function("document.documentElement.clientWidth <= 400")
    beyond = """main => [...main.querySelectorAll('button, p, label')]
        .filter(each => each.offsetWidth && each.getBoundingClientRect().right > 401)
        .map(each => each.outerHTML.slice(0, 200))"""
    main = page.get_by_test_id("stMain")
    eventually(lambda: main.evaluate(beyond), lambda found: found == [])  # the page takes a moment to follow its size
