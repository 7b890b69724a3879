"""What scores are worth: whether they mean what they say, and the one from which on a passage is worth reading."""

from collections.abc import Sequence

import streamlit as st

from selfrag.insights.reliability import Reliability, reliability
from selfrag.insights.rows import Judged
from selfrag.insights.threshold import Missing, Suggestion, suggestion
from selfrag.ui import words
from selfrag.ui.insights import charts as insights_charts
from selfrag.ui.insights import tables as insights_tables
from selfrag.ui.insights.tables import Cell, Column, Table, percent
from selfrag.ui.scores import BASES


def draw(rows: Sequence[Judged]) -> None:
    """The reliability plot and the suggested threshold; nothing without scores."""
    found = reliability(rows)
    if not found.bins:
        return
    _ = words.current()
    st.subheader(_("Scores: what they mean"), anchor=False)
    says = _(
        "On the dashed line, people keep as many of the passages as their score promises; the figures count passages."
    )
    st.caption(says)
    if len(found.bases) > 1:
        kinds = ", ".join(_(BASES[basis]) for basis in found.bases if basis in BASES)
        st.caption(_("These do not compare: {kinds}. Choose one model above.", kinds=kinds))
    _draw_bins(found, says)
    _draw_threshold(rows)


def _draw_bins(found: Reliability, says: str) -> None:
    _ = words.current()
    values = [
        {"score": one.mean_score, "kept": one.kept, "n": one.n, "tip": _tip(one.mean_score, one.kept, one.n)}
        for one in found.bins
    ]
    titles = (_("Score of the grader"), _("Kept by people"))
    insights_charts.reliability(values, titles, "; ".join(str(value["tip"]) for value in values), "reliability")
    st.caption(_("Mean gap between score and share kept (expected calibration error): {gap}", gap=percent(found.error)))
    columns = [
        Column(_("Scores from")),
        Column(_("Passages"), "count"),
        Column(_("Mean score"), "number"),
        Column(_("Kept by people"), "share"),
    ]
    rows: list[list[Cell]] = [
        [f"{one.low:.1f} – {one.high:.1f}", one.n, one.mean_score, one.kept] for one in found.bins
    ]
    insights_tables.draw(Table(columns, rows), "reliability", says)


def _draw_threshold(rows: Sequence[Judged]) -> None:
    _ = words.current()
    told = suggestion(rows)
    with st.container(border=True, key="insights-threshold"):
        st.markdown(f"**{_('Suggested threshold')}**")
        st.markdown(_missing(told) if isinstance(told, Missing) else suggested(told))


def suggested(told: Suggestion) -> str:
    """What a threshold would change; where it would help nothing, that."""
    _ = words.current()
    if told.then <= told.now:
        return _(
            "No threshold does better than the verdicts do: people agreed with {now} of {n} passages.",
            now=percent(told.now),
            n=f"{told.n:,}",
        )
    figures = {"at": f"{told.at:.2f}", "changed": f"{told.changed:,}", "n": f"{told.n:,}"}
    said = _(
        "At {at}: {changed} of {n} passages would be proposed differently; people would have agreed with {then} "
        "instead of {now}.",
        **figures,
        then=percent(told.then),
        now=percent(told.now),
    )
    if told.elsewhere is None:
        tried = _("It was learned from these passages, so expect less from others.")
    else:
        tried = _(
            "Tried on questions that it was not learned from, people agreed with {elsewhere}.",
            elsewhere=percent(told.elsewhere),
        )
    how = _("Chosen so that kept and dropped are best told apart (Youden's J). No setting changes by itself.")
    return f"{said}\n\n{tried} {how}"


def _missing(told: Missing) -> str:
    _ = words.current()
    said = []
    if told.more:
        said.append(_.plural("{n} more judged passage is needed.", "{n} more judged passages are needed.", told.more))
    if told.kept:
        said.append(_("None was kept yet: both kinds are needed."))
    if told.dropped:
        said.append(_("None was dropped yet: both kinds are needed."))
    return " ".join(said)


def _tip(score: float, kept: float, n: int) -> str:
    _ = words.current()
    return _("score {score}: people kept {kept} of {n}", score=f"{score:.2f}", kept=percent(kept), n=f"{n:,}")
