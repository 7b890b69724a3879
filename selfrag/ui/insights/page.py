"""Graders against people, and what questions took: choices, then one section for each thing to know."""

import time
from collections.abc import Hashable
from datetime import UTC, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import streamlit as st

from selfrag.insights.rows import FACETS, History
from selfrag.service import Service
from selfrag.ui import places, words
from selfrag.ui.insights import over_time as insights_time
from selfrag.ui.insights import scores as insights_scores
from selfrag.ui.insights import verdicts as insights_verdicts
from selfrag.ui.insights import words as insights_words

DAY = 86400.0
RANGES = {
    "": words.later("All time"),
    "7": words.later("Last 7 days"),
    "30": words.later("Last 30 days"),
    "90": words.later("Last 90 days"),
}


def draw(service: Service) -> None:
    """The page."""
    _ = words.current()
    st.title(_("Insights"), anchor=False)
    st.caption(_("How far the graders agree with the people who review, and what questions take."))
    everything = _history(service.insights_version(), service)
    if not everything.asked:
        st.info(_("Nothing has been asked yet. Figures appear here once questions were asked and passages reviewed."))
        places.link("chat", _("Ask a question"))
        return
    history = _chosen(everything)
    if not (history.asked or history.passages or history.sentences or history.decided):
        st.info(_("Nothing fits this choice. Widen it above."))
        return
    insights_verdicts.draw_summary(history)
    insights_verdicts.draw_passages(history.passages)
    insights_scores.draw(history.passages)
    insights_verdicts.draw_sentences(history.sentences)
    insights_time.draw(history, _zone())
    _what_counts(everything)


@st.cache_resource(max_entries=4, show_spinner=False)
def _history(version: Hashable, _service: Service) -> History:
    """Read anew only when something changed: nobody changes these rows, so every session may have the same."""
    return _service.judged()


def _chosen(everything: History) -> History:
    """The rows that the choices leave; a choice between one thing is not offered."""
    _ = words.current()
    offered = [facet for facet in FACETS if len(everything.names(facet)) > 1]
    wanted: dict[str, list[str]] = {}
    with st.container(horizontal=True, key="insights-choices"):
        days = st.selectbox(
            _("Time"), list(RANGES), format_func=lambda each: _(RANGES[each]), key="insights-time", width=150
        )
        for facet in offered:
            wanted[facet] = st.multiselect(
                _(insights_words.FACETS[facet]),
                everything.names(facet),
                format_func=lambda group, facet=facet: insights_words.name(facet, group),  # type: ignore[misc]
                key=f"insights-{facet}",
                placeholder=_("All"),
                width=220,
            )
    since = time.time() - float(days) * DAY if days else None
    return everything.only(since, **wanted)


def _what_counts(everything: History) -> None:
    _ = words.current()
    with st.expander(_("What counts as a judgement"), key="insights-rules"):
        st.markdown("\n".join(f"- {_(rule)}" for rule in RULES))
        left_out = [_(insights_words.LEFT_OUT[why], n=f"{n:,}") for why, n in everything.left_out if n]
        if left_out:
            st.markdown(_("Not counted, in all:"))
            st.markdown("\n".join(f"- {line}" for line in left_out))


RULES = (
    words.later(
        "A passage counts when a person decided on the review that showed it and kept at least one: kept or dropped."
    ),
    words.later("A passage shown in several reviews of one question counts once: first verdict, last decision."),
    words.later("A “what if” is a try: it judges only what nobody had judged before, and is no question of its own."),
    words.later(
        "A sentence counts when a person accepted or edited its draft, struck a sentence or gave a thumb; the others "
        "may never have been read."
    ),
    words.later("It is contested when a person struck or changed it."),
    words.later("Unsure verdicts (ambiguous, partly supported, could not be checked) are counted on their own."),
)


def _zone() -> tzinfo:
    """That of the browser, in which days begin."""
    try:
        return ZoneInfo(st.context.timezone) if st.context.timezone else UTC
    except (ZoneInfoNotFoundError, ValueError):  # a name that only the browser knows
        return UTC
