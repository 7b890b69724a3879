"""What became of questions and what they took, day by day, and by model and strategy."""

from collections.abc import Sequence
from datetime import tzinfo
from typing import Any

import streamlit as st

from selfrag.insights.rows import Asked, Decided, History, grouped
from selfrag.insights.spending import Period, is_weekly, periods, totals, waits
from selfrag.ui import words
from selfrag.ui.insights import charts as insights_charts
from selfrag.ui.insights import tables as insights_tables
from selfrag.ui.insights import words as insights_words
from selfrag.ui.insights.tables import Cell, Column, Table
from selfrag.ui.insights.words import KINDS, OUTCOMES, outcome


def draw(history: History, zone: tzinfo) -> None:
    """Outcomes, costs and times."""
    _ = words.current()
    every = periods(history.asked, history.decided, zone)
    each = _("week from Monday on") if is_weekly([*history.asked, *history.decided], zone) else _("day")
    if history.asked:
        _draw_outcomes(every, each)
        _draw_costs(history.asked, every, each)
    if history.decided:
        _draw_waits(history.decided, every, each)


def _draw_outcomes(every: Sequence[Period], each: str) -> None:
    _ = words.current()
    st.subheader(_("Outcomes"), anchor=False)
    says = _("What became of the questions of each {day}.", day=each)
    st.caption(says)
    seen = {code for period in every for code in period.outcomes}
    codes = [code for code in OUTCOMES if code in seen]
    values = [
        {
            "day": period.begins.isoformat(),
            "name": outcome(code),
            "sign": OUTCOMES[code][0],
            "n": n,
            "at": codes.index(code),
        }
        | {"tip": f"{period.begins.isoformat()}: {outcome(code)}, {n}"}
        for period in every
        for code, n in period.outcomes.items()
        if code in codes
    ]
    sums = {code: sum(period.outcomes.get(code, 0) for period in every) for code in codes}
    alt = says + " " + "; ".join(f"{outcome(code)}: {n}" for code, n in sums.items())
    insights_charts.stacked(values, [outcome(code) for code in codes], _("Questions"), alt, "outcomes")
    columns = [Column(_("Begins")), *(Column(outcome(code), "count") for code in codes)]
    rows: list[list[Cell]] = [
        [p.begins.isoformat(), *(p.outcomes.get(code, 0) for code in codes)] for p in every if p.totals.questions
    ]
    _folded(Table(columns, rows), "outcomes", says)


def _draw_costs(asked: Sequence[Asked], every: Sequence[Period], each: str) -> None:
    _ = words.current()
    st.subheader(_("What questions take"), anchor=False)
    says = _("Model calls and tokens for one question, on average of each {day}.", day=each)
    st.caption(says)
    spent = [period for period in every if period.totals.questions]
    for key, title in (("calls", _("Model calls")), ("tokens", _("Tokens"))):
        values = [_point(period, title, getattr(period.totals, key)) for period in spent]
        insights_charts.lines(values, [title], title, _alt(title, values), key)
    columns = [
        Column(_("Begins")),
        Column(_("Questions"), "count"),
        Column(_("Model calls"), "number", 1),
        Column(_("Tokens"), "count"),
        Column(_("Seconds"), "number", 1),
    ]
    rows: list[list[Cell]] = [
        [p.begins.isoformat(), p.totals.questions, p.totals.calls, p.totals.tokens, p.totals.seconds] for p in spent
    ]
    _folded(Table(columns, rows), "cost", says)
    says = _("The same by model and strategy, with loops for one question and thumbs on answers.")
    st.caption(says)
    insights_tables.draw(_by_group(asked), "questions-by-model-and-strategy", says)


def _by_group(asked: Sequence[Asked]) -> Table:
    _ = words.current()
    columns = [
        Column(_("Model or strategy")),
        Column(_("Questions"), "count"),
        Column(_("Model calls"), "number", 1),
        Column(_("Tokens"), "count"),
        Column(_("Seconds"), "number", 1),
        Column(_("Further searches"), "number", 1),
        Column(_("Answers written"), "number", 1),
        Column(_("Web queries"), "number", 1),
        Column(_("Thumbs up"), "count"),
        Column(_("Thumbs down"), "count"),
    ]
    some = [
        (insights_words.name(facet, group), totals(rows))
        for facet in ("model", "strategy")
        for group, rows in grouped(asked, facet).items()
    ]
    return Table(
        columns,
        [
            [name, t.questions, t.calls, t.tokens, t.seconds, t.rewrites, t.writes, t.web, t.up, t.down]
            for name, t in [(_("Overall"), totals(asked)), *some]
        ],
    )


def _draw_waits(decided: Sequence[Decided], every: Sequence[Period], each: str) -> None:
    _ = words.current()
    st.subheader(_("Time to a decision"), anchor=False)
    says = _("Minutes from when a review was first shown to its decision, time away included, by {day}.", day=each)
    st.caption(says)
    middle, slow = _("half are faster"), _("nine in ten are faster")
    shown = [period for period in every if period.waits.n]
    values = [
        _point(period, name, (seconds or 0.0) / 60)
        for period in shown
        for name, seconds in ((middle, period.waits.median), (slow, period.waits.p90))
    ]
    insights_charts.lines(values, [middle, slow], _("Minutes"), _alt(says, values), "waits")
    columns = [
        Column(_("Review")),
        Column(_("Decisions"), "count"),
        Column(_("Seconds, median"), "number", 1),
        Column(_("Seconds, nine in ten within"), "number", 1),
    ]
    kinds = {kind: [row for row in decided if row.kind == kind] for kind in sorted({row.kind for row in decided})}
    named = [(_("Overall"), decided), *((_(KINDS.get(kind, kind)), rows) for kind, rows in kinds.items())]
    rows: list[list[Cell]] = [[name, (found := waits(some)).n, found.median, found.p90] for name, some in named]
    insights_tables.draw(Table(columns, rows), "decisions", says)


def _folded(table: Table, name: str, says: str) -> None:
    """A table that may be long."""
    with st.expander(words.current()("Table")):
        insights_tables.draw(table, name, says)


def _point(period: Period, name: str, value: float) -> dict[str, Any]:
    day = period.begins.isoformat()
    return {"day": day, "name": name, "value": value, "tip": f"{day}: {name}, {value:,.1f}"}


def _alt(title: str, values: Sequence[dict[str, Any]]) -> str:
    return f"{title}. " + "; ".join(value["tip"] for value in values[-10:])
