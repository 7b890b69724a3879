"""Pictures of figures, as Vega-Lite: every value's own name and sign say what it is, and colour only repeats it.

What groups are called is data to Vega, never a format, a field or an address. `tip` of each value says all of it in
words.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

Values = Sequence[Mapping[str, Any]]
TOLD = {"tooltip": {"field": "tip", "type": "nominal"}, "description": {"field": "tip", "type": "nominal"}}
DAYS = {"labelAngle": 0, "labelOverlap": "greedy", "labelExpr": "slice(datum.label, 5)"}  # the year is in the tip
SHARE_AXIS = {"format": ".0%", "tickCount": 5}
LABEL_PIXELS = 150
AXIS_PIXELS = 70
ROW_PIXELS = 24
BAR_PIXELS = 48
BLUE, ORANGE, GREY = "#2f6fb3", "#b35c00", "#7a7a7a"
# Five that are told apart with every kind of colour vision, then greys (Okabe and Ito 2008).
OUTCOME_COLOURS = ["#009e73", "#56b4e9", "#e69f00", "#cccccc", "#cc79a7", "#d55e00", "#999999", "#f0e442", "#bbbbbb"]


def bars(values: Values, measures: Sequence[str], title: str, alt: str, key: str) -> None:
    """`value` for each `label` with what lies between `low` and `high`; those with a `point` as diamonds instead.

    `measures` are the words that `measure` takes.
    """
    order = [value["label"] for value in values]
    axis = {"labelLimit": LABEL_PIXELS, "labelOverlap": False, "title": None}
    y = {"field": "label", "type": "nominal", "sort": order, "axis": axis}
    x = {"field": "value", "type": "quantitative", "title": title, "axis": {"tickCount": 5}}
    colour = {"field": "measure", "type": "nominal", "legend": None, "scale": {"domain": [*measures]}}
    interval = {"x": {"field": "low", "type": "quantitative"}, "x2": {"field": "high"}}
    bar, point = {"filter": "!datum.point"}, {"filter": "datum.point"}
    _draw(
        {
            "height": ROW_PIXELS * max(3, len(values)) + AXIS_PIXELS,
            "encoding": {"y": y},
            "layer": [
                {"transform": [bar], "mark": {"type": "bar", "height": 12}, "encoding": {"x": x, "color": colour}},
                {"transform": [bar], "mark": {"type": "rule", "strokeWidth": 2}, "encoding": interval},
                {"transform": [point], "mark": _diamond(), "encoding": {"x": x, "color": colour}},
                {"mark": {"type": "bar", "opacity": 0}, "encoding": {"x": x, **TOLD}},
            ],
        },
        values,
        alt,
        key,
    )


def reliability(values: Values, titles: tuple[str, str], alt: str, key: str) -> None:
    """Where people keep as much as the `score` says, points lie on the line; `n` stands at each."""
    unit = {"domain": [0, 1]}
    x = {"field": "score", "type": "quantitative", "title": titles[0], "scale": unit, "axis": {"tickCount": 5}}
    y = {"field": "kept", "type": "quantitative", "title": titles[1], "scale": unit, "axis": SHARE_AXIS}
    corner = [{"a": 0, "b": 0}, {"a": 1, "b": 1}]
    line = {"x": {"field": "a", "type": "quantitative"}, "y": {"field": "b", "type": "quantitative"}}
    _draw(
        {
            "height": 300,
            "layer": [
                {"data": {"values": corner}, "mark": {"type": "line", "strokeDash": [6, 4], "color": GREY}}
                | {"encoding": line},
                {"mark": {"type": "line", "color": BLUE, "point": {"size": 70}}}
                | {"encoding": {"x": x, "y": y, **TOLD}},
                {"mark": {"type": "text", "dy": -12, "color": GREY}}
                | {"encoding": {"x": x, "y": y, "text": {"field": "n"}}},
            ],
        },
        values,
        alt,
        key,
    )


def stacked(values: Values, names: Sequence[str], title: str, alt: str, key: str) -> None:
    """`n` of each `name` on a `day`, in the order of `names`; its `sign` stands in it."""
    x = {"field": "day", "type": "ordinal", "title": None, "axis": DAYS}
    y = {"field": "n", "type": "quantitative", "title": title, "axis": {"tickMinStep": 1}}
    colours = {"domain": [*names], "range": OUTCOME_COLOURS[: len(names)]}
    legend = {"title": None, "orient": "bottom", "columns": 1}
    colour = {"field": "name", "type": "nominal", "scale": colours, "legend": legend}
    order = {"field": "at", "type": "quantitative"}
    shared = {"x": x, "order": order, **TOLD}
    middle = {**y, "stack": "zero", "bandPosition": 0.5}
    width = {"expr": f"min({BAR_PIXELS}, bandwidth('x'))"}  # one day is no wall
    _draw(
        {
            "height": 420,
            "layer": [
                {"mark": {"type": "bar", "stroke": "white", "strokeWidth": 1, "width": width}}
                | {"encoding": {**shared, "y": {**y, "stack": "zero"}, "color": colour}},
                {"mark": {"type": "text", "color": "black", "fontSize": 10}}
                | {"encoding": {**shared, "y": middle, "text": {"field": "sign"}, "detail": {"field": "name"}}},
            ],
        },
        values,
        alt,
        key,
    )


def lines(values: Values, names: Sequence[str], title: str, alt: str, key: str) -> None:
    """`value` of each `name` over the days, told apart by dashes and the shape of points too."""
    scale = {"domain": [*names]}
    heights = {"domain": [0, max((value["value"] for value in values), default=0) or 1], "nice": True}
    legend = {"title": None, "orient": "bottom", "columns": 1} if len(names) > 1 else None
    shared = {
        "x": {"field": "day", "type": "ordinal", "title": None, "axis": DAYS},
        "y": {"field": "value", "type": "quantitative", "title": title, "scale": heights, "axis": {"tickCount": 5}},
        "color": {"field": "name", "scale": {**scale, "range": [BLUE, ORANGE][: len(names)]}, "legend": legend},
    }
    dashes, shapes = ({"field": "name", "scale": scale, "legend": legend} for _ in range(2))
    _draw(
        {
            "height": 240,
            "layer": [
                {"mark": {"type": "line"}, "encoding": {**shared, "strokeDash": dashes}},
                {
                    "mark": {"type": "point", "filled": True, "size": 50},
                    "encoding": {**shared, "shape": shapes, **TOLD},
                },
            ],
        },
        values,
        alt,
        key,
    )


def _draw(spec: dict[str, Any], values: Values, alt: str, key: str) -> None:
    """The picture, as wide as its place, with what it shows in words for those who cannot see it."""
    whole = {**spec, "data": {"values": [*values]}, "config": {"font": "sans-serif"}}
    with st.container(key=f"chart-{key}"):
        st.vega_lite_chart(whole, width="stretch", alt=alt)


def _diamond() -> dict[str, Any]:
    return {"type": "point", "shape": "diamond", "filled": True, "size": 110}
