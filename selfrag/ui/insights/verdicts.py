"""Verdicts against people: in short, and by group as bars with a table."""

from collections.abc import Sequence
from typing import Any

import streamlit as st

from selfrag.insights.agreement import Agreement, Share, agreement
from selfrag.insights.rows import Facet, History, Judged, grouped
from selfrag.ui import words
from selfrag.ui.insights import charts as insights_charts
from selfrag.ui.insights import tables as insights_tables
from selfrag.ui.insights import words as insights_words
from selfrag.ui.insights.tables import Column, Table, percent

MOST_BARS = 8
WHY_NO_KAPPA = {
    "nothing_sure": words.later("No sure verdict yet."),
    "one_kind": words.later("Grader and people said the same of everything, so chance explains it all."),
}
PRECISION, RECALL, KAPPA = words.later("precision"), words.later("recall"), words.later("kappa")


def draw_summary(history: History) -> None:
    """The figures that most people come for."""
    _ = words.current()
    found = agreement(history.passages)
    with st.container(horizontal=True, key="insights-summary"):
        st.metric(_("Passages judged"), f"{len(history.passages):,}", width=150)
        st.metric(_("Grader agrees"), percent(found.agreement.value), help=_interval(found.agreement), width=150)
        st.metric(_("Cohen's kappa"), _kappa(found), help=_kappa_help(found), width=150)
        up, down = (sum(row.thumb == sign for row in history.asked) for sign in (1, -1))
        st.metric(_("Thumbs up and down"), f"{up:,} / {down:,}", width=150)


def draw_passages(rows: Sequence[Judged]) -> None:
    """IsRel against keep and drop."""
    _ = words.current()
    st.subheader(_("Passages: graded against kept"), anchor=False)
    if not rows:
        st.info(
            _("No passage has been judged yet. Each review that you approve says which passages were worth reading.")
        )
        return
    says = _(
        "Precision: of passages graded relevant, how many people kept. Recall: of those that people kept, how many "
        "were graded relevant."
    )
    _draw(rows, "passages", says, (_("Unsure"), _("Unsure, kept")))


def draw_sentences(rows: Sequence[Judged]) -> None:
    """IsSup against strikes and edits."""
    _ = words.current()
    st.subheader(_("Sentences: support against what people let stand"), anchor=False)
    if not rows:
        st.info(_("No sentence has been judged yet. Strike a sentence, give a thumb, or review drafts of answers."))
        return
    says = _(
        "Precision: of sentences graded supported, how many people let stand. Recall: of those that stand, how many "
        "were graded supported."
    )
    _draw(rows, "sentences", says, (_("Unsure"), _("Unsure, let stand")))


@st.fragment
def _draw(rows: Sequence[Judged], name: str, says: str, unsure: tuple[str, str]) -> None:
    _ = words.current()
    st.caption(says)
    facet = _facet(name)
    groups = [(insights_words.name(facet, group), agreement(some)) for group, some in grouped(rows, facet).items()]
    values = [value for group, found in groups[:MOST_BARS] for value in _bars(group, found)]
    measures = [_(PRECISION), _(RECALL), _(KAPPA)]
    alt = "; ".join(value["tip"] for value in values)
    insights_charts.bars(values, measures, _("Share, or kappa"), alt, f"{name}-{facet}")
    st.caption(_("Lines: 95 % intervals. Diamonds: Cohen's kappa, 1 for always the same and 0 for as by chance."))
    if len(groups) > MOST_BARS:
        st.caption(_("The {n} largest groups are drawn; the table has all.", n=MOST_BARS))
    whole = [(_("Overall"), agreement(rows)), *groups]
    table = _table(whole, _(insights_words.FACETS[facet]), unsure)
    insights_tables.draw(table, f"{name}-by-{facet}", says)
    if why := dict.fromkeys(found.why_no_kappa for _group, found in whole if found.why_no_kappa):
        st.caption(_("Where there is no kappa: {why}", why=" ".join(_(WHY_NO_KAPPA[each]) for each in why)))


def _facet(name: str) -> Facet:
    _ = words.current()
    return st.segmented_control(
        _("By"),
        list(insights_words.FACETS),
        default="collection",
        required=True,
        format_func=lambda facet: _(insights_words.FACETS[facet]),
        key=f"insights-{name}-by",
    )


def _bars(group: str, found: Agreement) -> list[dict[str, Any]]:
    _ = words.current()
    shares = ((_(PRECISION), found.precision), (_(RECALL), found.recall))
    values: list[dict[str, Any]] = []
    for measure, share in shares:
        if share.value is not None and share.interval is not None:
            low, high = share.interval
            tip = f"{group}, {measure}: {percent(share.value)} ({_interval(share)})"
            values.append(
                {"measure": measure, "value": share.value, "low": low, "high": high, "tip": tip, "point": False}
            )
    if found.kappa is not None:
        tip = f"{group}, {_(KAPPA)}: {found.kappa:.2f}"
        values.append({"measure": _(KAPPA), "value": found.kappa, "tip": tip, "point": True})
    return [{**value, "group": group, "label": f"{value['measure']} · {group}"} for value in values]


def _table(groups: Sequence[tuple[str, Agreement]], title: str, unsure: tuple[str, str]) -> Table:
    _ = words.current()
    columns = [
        Column(title),
        Column(_("Judged"), "count"),
        Column(_("Precision"), "share"),
        Column(_("Recall"), "share"),
        Column(_("Agreement"), "share"),
        Column(_("Kappa"), "number"),
        Column(unsure[0], "count"),
        Column(unsure[1], "share"),
    ]
    shares = [(group, found, found.precision, found.recall, found.agreement) for group, found in groups]
    return Table(
        columns,
        [
            [group, found.n, *(share.value for share in three), found.kappa, found.unsure.n, found.unsure.value]
            for group, found, *three in shares
        ],
    )


def _kappa(found: Agreement) -> str:
    return insights_tables.NONE if found.kappa is None else f"{found.kappa:.2f}"


def _kappa_help(found: Agreement) -> str:
    _ = words.current()
    why = found.why_no_kappa
    return _(WHY_NO_KAPPA[why]) if why else _("1: always the same. 0: as often as by chance.")


def _interval(share: Share) -> str:
    _ = words.current()
    if share.interval is None:
        return _("Nothing to tell it from yet.")
    low, high = (percent(bound) for bound in share.interval)
    return _("{hits} of {n}; 95 % sure between {low} and {high}", hits=share.hits, n=share.n, low=low, high=high)
