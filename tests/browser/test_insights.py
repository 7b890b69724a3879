"""The insights page in a browser: drawn offline under the page's policy, readable on a narrow screen and aloud."""

import csv
import io
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.browser import past
from tests.browser.acts import at_rest, eventually, expect, says

pytestmark = [pytest.mark.browser, pytest.mark.slow]

CHARTS = ("passages-collection", "reliability", "sentences-collection", "outcomes", "calls", "tokens", "waits")


@pytest.fixture(scope="module")
def data_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A past, made once."""
    folder = tmp_path_factory.mktemp("past") / "data"
    past.make(folder, many=30, each=4)
    return folder


@pytest.fixture
def judged(server: Any, data_dir: Path) -> Any:
    """The application with a past of its own."""
    server.kill()
    shutil.copytree(data_dir, server.data_dir, dirs_exist_ok=True)
    server.start()
    return server


def drawn(page: Any, name: str) -> Any:
    """A picture, once it is there."""
    picture = page.locator(f".st-key-chart-{name} [role=graphics-document]").first
    picture.locator("svg path").first.wait_for(state="attached")
    return picture


def test_every_picture_is_drawn_and_told_and_names_are_text(page: Any, judged: Any) -> None:
    page.goto(f"{judged.url}/insights")
    for name in CHARTS:
        assert drawn(page, name).get_attribute("aria-label")
    bars = drawn(page, "passages-collection")
    assert past.TITLES[1] in bars.get_attribute("aria-label")
    at_rest(page)
    tip = page.locator("#vg-tooltip-element")

    def point(y: float) -> bool:
        box = bars.bounding_box()  # what is still being drawn above moves it away from under the mouse
        page.mouse.move(box["x"] + box["width"] * 0.5, box["y"] + y)
        return bool(tip.is_visible())

    eventually(lambda: point(11) or point(12), bool)
    says(tip, "precision")
    assert page.locator("#vg-tooltip-element img, .st-key-chart-passages-collection image").count() == 0
    cell = page.locator("[data-testid=stTable] td", has_text="HYPERLINK").first
    expect(cell).to_have_text(past.TITLES[1], use_inner_text=True)


def test_groups_are_chosen_by_key_and_the_table_comes_as_a_file_without_formulas(
    page: Any, judged: Any, tmp_path: Path
) -> None:
    page.goto(f"{judged.url}/insights")
    drawn(page, "waits")
    at_rest(page)
    with page.expect_download() as coming:
        page.locator(".st-key-csv-passages-by-collection button").click()
    assert coming.value.suggested_filename == "passages-by-collection.csv"
    coming.value.save_as(tmp_path / "it.csv")
    rows = list(csv.DictReader(io.StringIO((tmp_path / "it.csv").read_text("utf-8-sig"))))
    assert "'" + past.TITLES[1] in [row["Collection"] for row in rows]
    assert all(0 <= float(row["Precision"]) <= 1 for row in rows)
    page.locator(".st-key-insights-passages-by button").nth(2).press("Enter")
    page.locator('.st-key-chart-passages-model [aria-label*="large-model, precision"]').first.wait_for()


def test_it_fits_a_narrow_window(page: Any, judged: Any) -> None:
    page.set_viewport_size({"width": 400, "height": 800})
    page.goto(f"{judged.url}/insights")
    for name in CHARTS:
        # it is drawn once more when it knows how wide it may be
        eventually(drawn(page, name).bounding_box, lambda box: box and 250 < box["width"] <= 400)
    main = page.get_by_test_id("stMain")
    eventually(lambda: main.evaluate("element => element.scrollWidth"), lambda width: width <= 400)


@pytest.mark.parametrize("locale", ["ko-KR"])
def test_it_is_drawn_in_korean_too(page: Any, judged: Any) -> None:
    page.goto(f"{judged.url}/insights")
    for name in CHARTS:
        drawn(page, name)
