from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.browser.corpus import HOSTILE

pytestmark = pytest.mark.browser

SHOWN = """() => Object.fromEntries(
    [...document.querySelectorAll('[data-testid="stVerticalBlock"][class*="st-key-"]')].map(box => {
        const text = box.querySelector('[data-testid="stMarkdownContainer"]');
        const made = text.querySelectorAll('a, img, code, pre, em, del, ul, ol, table, blockquote, hr, ' +
            'h1, h2, h3, h4, h5, h6, .katex, [role="img"], script, streamlit-help-icon');
        const key = [...box.classList].find(name => name.startsWith('st-key-')).slice(7);
        return [key, [text.innerText, [...made].map(element => element.outerHTML)]];
    }))"""

DRAWN = """() => [...document.querySelectorAll('[data-testid="stVerticalBlock"][class*="st-key-"]')].every(
    box => box.querySelector('[data-testid="stMarkdownContainer"]'))"""


@pytest.mark.slow
def test_hostile_text_is_seen_as_it_is_without_help_of_the_policy(page: Any, serve: Callable[..., Any]) -> None:
    server = serve(Path(__file__).parent / "inert_page.py", health="/_stcore/health")
    page.goto(server.url)
    page.get_by_text("all shown").wait_for()
    page.wait_for_function(DRAWN)
    shown = page.evaluate(SHOWN)
    for number, text in enumerate(HOSTILE):
        for way in ("inert", "label", "marked", "cited"):
            seen, made = shown[f"{way}-{number}"]
            assert seen.split() == text.split(), way
            assert made == [], way

    badges = page.locator(f".st-key-cited-{number} .stMarkdownBadge").all_inner_texts()
    assert badges == ["[1]", "[2]", "[3]", "[1]", "[1]"]
    marks = page.locator(f".st-key-marked-{number} .stMarkdownColoredBackground strong").all_inner_texts()
    assert marks == [text[1:9], text[12:60]]
