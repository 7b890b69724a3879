"""The insights page, driven without a browser."""

import csv
import io
import json
import time
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from selfrag.insights.threshold import Suggestion
from selfrag.ui import desk
from selfrag.ui.insights import words as insights_words
from selfrag.ui.insights.scores import suggested
from selfrag.ui.insights.tables import Column, Table, as_csv, markdown
from tests.needs import imported
from tests.service.histories import fill
from tests.ui.test_pages import CORKAGE, ask, button, ingest, opened, shown, wait

imported("hypothesis")
from hypothesis import given
from hypothesis import strategies as st

IDS = [f"{n:016x}:1:0" for n in range(40)]
HOSTILE = "=cmd|' /C calc'!A0 **bold** ![x](https://a.invalid/p.png)"


def page(**size: int) -> AppTest:
    """The page with a past, whose passages all are deleted."""
    fill(desk.service().desk.engine, IDS, ["gone"], time.time(), **size)
    return opened(page="insights")


def charts(app: AppTest) -> list[dict[str, Any]]:
    return [json.loads(element.proto.spec) for element in app.get("vega_lite_chart")]


def measures(app: AppTest) -> dict[str, list[float]]:
    """From where to where each axis with a measure of its own goes, by its title."""
    upright = [layer["encoding"]["y"] for chart in charts(app) for layer in chart["layer"] if "y" in layer["encoding"]]
    return {y["title"]: y["scale"]["domain"] for y in upright if "scale" in y}


def table(app: AppTest, first: str) -> list[dict[str, str]]:
    """The table whose first column has this heading."""
    found: list[dict[str, str]] = next(
        element.value.to_dict("records") for element in app.table if element.value.columns[0] == first
    )
    return found


def metrics(app: AppTest) -> dict[str, str]:
    return {metric.label: metric.value for metric in app.metric}


def test_an_empty_desk_says_how_figures_come_about(data_dir: Path) -> None:
    app = opened(page="insights")
    assert app.info[0].value.startswith("Nothing has been asked yet.")
    assert not app.metric
    assert not app.table


def test_one_decision_is_seen_at_once_and_the_threshold_says_what_is_missing(data_dir: Path) -> None:
    ingest()
    app = ask(opened(), CORKAGE)
    assert metrics(opened(page="insights"))["Passages judged"] == "0"
    button(app, "Write the answer from").click().run()
    wait(app, lambda app: "Sources" in shown(app))
    app = opened(page="insights")
    judged = int(metrics(app)["Passages judged"])
    assert judged == len(desk.service().judged().passages) > 0
    assert f"{20 - judged} more judged passages are needed." in shown(app)
    assert table(app, "Collection")[1]["Collection"] == "Documents"
    assert measures(app)["Model calls"] == measures(app)["Tokens"] == [0, 1]  # where nothing is spent too
    assert any(info.value.startswith("No sentence has been judged yet.") for info in app.info)


def test_every_figure_has_a_picture_with_words_and_a_table(data_dir: Path) -> None:
    app = page(many=12, each=5)
    assert not app.exception
    assert len(charts(app)) == 7
    assert all(element.proto.alt for element in app.get("vega_lite_chart"))
    assert len(app.get("download_button")) == len(app.table) == 7
    assert "At 0." in shown(app) and "passages would be proposed differently" in shown(app)
    assert [row["Model or strategy"] for row in table(app, "Model or strategy")][:1] == ["Overall"]
    assert table(app, "Collection")[1]["Collection"] == "deleted since"


def test_the_picture_tells_in_words_what_the_table_says(data_dir: Path) -> None:
    app = page(many=12, each=5)
    told = app.get("vega_lite_chart")[0].proto.alt
    row = table(app, "Collection")[1]
    assert told.startswith(f"deleted since, precision: {row['Precision']} (")
    assert f"deleted since, recall: {row['Recall']} (" in told
    assert told.endswith(f"deleted since, kappa: {row['Kappa']}")


def test_choices_leave_what_fits(data_dir: Path) -> None:
    app = page(many=12, each=5)
    everything = desk.service().judged()
    app.multiselect(key="insights-model").set_value(["large-model"]).run()
    assert not app.exception
    chosen = everything.only(model=["large-model"])
    assert metrics(app)["Passages judged"] == f"{len(chosen.passages):,}"
    assert 0 < len(chosen.passages) < len(everything.passages)
    app.selectbox(key="insights-time").set_value("7").run()
    assert int(metrics(app)["Passages judged"]) < len(chosen.passages)
    app.multiselect(key="insights-strategy").set_value(["self"]).run()
    app.multiselect(key="insights-language").set_value(["other"]).run()
    assert not app.exception


def test_a_choice_that_nothing_fits_says_so(data_dir: Path) -> None:
    app = page(many=2, each=1)
    app.selectbox(key="insights-time").set_value("7").run()
    assert [info.value for info in app.info] == ["Nothing fits this choice. Widen it above."]
    app.selectbox(key="insights-time").set_value("").run()
    assert metrics(app)["Passages judged"] == "20"


def test_groups_can_be_languages_models_and_strategies(data_dir: Path) -> None:
    app = page(many=12, each=5)
    by = app.segmented_control(key="insights-passages-by") if hasattr(app, "segmented_control") else app.button_group[0]
    by.set_value("language").run()
    assert not app.exception
    assert {row["Language"] for row in table(app, "Language")} == {
        "Overall",
        "Latin script",
        "Korean script",
        "Other script",
    }


def test_a_hostile_model_name_is_text_on_the_page_and_no_formula_in_the_file(data_dir: Path) -> None:
    app = page(many=3, each=2)
    with desk.service().desk.engine.begin() as db:
        db.exec_driver_sql("update questions set made_with = ?", (json.dumps({"chat_model": HOSTILE}),))
        db.exec_driver_sql("update questions set updated = updated + 1")
    app.run()
    assert not app.exception
    cell = table(app, "Model or strategy")[1]["Model or strategy"]
    assert "\\*\\*bold\\*\\*" in cell
    assert "!\\[x\\]" in cell or "\\!\\[x" in cell
    for chart in charts(app):
        assert HOSTILE not in json.dumps(
            {key: value for key, value in chart.items() if key not in ("data", "datasets")}
        )


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@x", "\t=1", " =1", "\n=1", "\r@x"])
def test_no_name_is_a_formula(name: str) -> None:
    written = as_csv(Table([Column("Name"), Column("Kappa", "number")], [[name, -0.5]])).decode("utf-8-sig")
    assert list(csv.reader(io.StringIO(written, newline="")))[1] == ["'" + name, "-0.5"]


@given(st.lists(st.lists(st.text(), min_size=2, max_size=2), min_size=1, max_size=5))
def test_whatever_things_are_called_a_file_reads_back(rows: list[list[str]]) -> None:
    written = as_csv(Table([Column("One"), Column("Two")], rows)).decode("utf-8-sig")
    read = list(csv.reader(io.StringIO(written, newline="")))[1:]
    for row, back in zip(rows, read, strict=True):
        for cell, came in zip(row, back, strict=True):
            assert came.removeprefix("'") == cell.removeprefix("'") or "\ud800" <= max(cell) <= "\udfff"
            assert not came.lstrip().startswith(("=", "+", "-", "@"))


def test_cells_read_as_what_they_are() -> None:
    columns = [Column("Name"), Column("N", "count"), Column("Share", "share"), Column("Kappa", "number"), Column("K")]
    (row,) = markdown(Table(columns, [["a*b", 1234, 0.256, -0.5, None]]))
    assert row == {"Name": "a\\*b", "N": "1,234", "Share": "26 %", "Kappa": "-0.50", "K": "–"}


def test_every_outcome_has_a_sign_of_its_own() -> None:
    signs = [sign for sign, _word in insights_words.OUTCOMES.values()]
    assert len(set(signs)) == len(signs)


@pytest.mark.parametrize(
    ("then", "said"),
    [
        (0.8, "No threshold does better than the verdicts do: people agreed with 80 % of 1,200 passages."),
        (0.9, "At 0.55: 12 of 1,200 passages would be proposed differently; people would have agreed with 90 %"),
    ],
)
def test_a_threshold_is_suggested_only_where_it_helps(then: float, said: str) -> None:
    told = Suggestion(at=0.55, n=1200, changed=12, now=0.8, then=then, elsewhere=None)
    assert suggested(told).startswith(said)
