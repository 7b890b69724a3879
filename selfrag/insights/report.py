"""All figures at once, as plain values."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, tzinfo
from typing import Any

from selfrag.insights.agreement import Agreement, Share, agreement
from selfrag.insights.reliability import reliability
from selfrag.insights.rows import FACETS, History, Judged, grouped
from selfrag.insights.spending import is_weekly, periods, totals, waits
from selfrag.insights.threshold import suggestion


def report(history: History, zone: tzinfo = UTC) -> dict[str, Any]:
    """Figures by group and over time. Shares are 0 to 1, times seconds; None is what cannot be told.

    The groups of collections overlap where one row is of several; a name "" stands for deleted or unknown.
    """
    suggested = suggestion(history.passages)
    return {
        "passages": by_group(history.passages),
        "sentences": by_group(history.sentences),
        "reliability": asdict(reliability(history.passages)),
        "threshold": {"kind": type(suggested).__name__.lower(), **asdict(suggested)},
        "questions": {
            "overall": asdict(totals(history.asked)),
            **{
                facet: [{"name": name, **asdict(totals(rows))} for name, rows in grouped(history.asked, facet).items()]
                for facet in FACETS
            },
        },
        "decisions": {
            "overall": asdict(waits(history.decided)),
            "kind": [
                {"name": kind, **asdict(waits([row for row in history.decided if row.kind == kind]))}
                for kind in sorted({row.kind for row in history.decided})
            ],
        },
        "weekly": is_weekly([*history.asked, *history.decided], zone),
        "periods": [
            {**asdict(each), "begins": each.begins.isoformat()}
            for each in periods(history.asked, history.decided, zone)
        ],
        "left_out": dict(history.left_out),
    }


def by_group(rows: Sequence[Judged]) -> dict[str, Any]:
    """Agreement overall and by facet; the largest group first."""
    return {
        "overall": _figures(agreement(rows)),
        **{
            facet: [{"name": name, **_figures(agreement(some))} for name, some in grouped(rows, facet).items()]
            for facet in FACETS
        },
    }


def _figures(found: Agreement) -> dict[str, Any]:
    return {
        "n": found.n,
        "precision": _share(found.precision),
        "recall": _share(found.recall),
        "agreement": _share(found.agreement),
        "kappa": found.kappa,
        "why_no_kappa": found.why_no_kappa,
        "unsure": _share(found.unsure),
        "counts": asdict(found),
    }


def _share(share: Share) -> dict[str, Any]:
    low, high = share.interval or (None, None)
    return {"value": share.value, "hits": share.hits, "n": share.n, "low": low, "high": high}
