"""The strategies' rows as plain text."""

from typing import Any

ENDS = ("answered", "no_evidence", "waiting")


def as_table(report: dict[str, Any]) -> str:
    """One line for each strategy; a dash where there was nothing to measure."""
    lines = [
        f"embedder {report['embedder']}, answers by {report['chat']}",
        f"{'strategy':<12}{'answerable':>12}{'':>34}{'':>6}{'unanswerable':>14}",
        f"{'':<12}{'n':>6}{_heads()}{'gold':>8}{'n':>8}{_heads()}{'calls':>8}{'seconds':>9}",
    ]
    for row in report["rows"]:
        asked, other = row["answerable"], row["unanswerable"]
        lines.append(
            f"{row['strategy']:<12}{asked['n']:>6}{_shares(asked)}{_figure(row['contains_gold']):>8}"
            f"{other['n']:>8}{_shares(other)}{_figure(row['chat_calls'], 1):>8}{_figure(row['seconds']):>9}"
        )
    return "\n".join(lines)


def _heads() -> str:
    return "".join(f"{name:>12}" for name in ENDS)


def _shares(ends: dict[str, Any]) -> str:
    return "".join(f"{_figure(ends[name]):>12}" for name in ENDS)


def _figure(value: float | None, digits: int = 3) -> str:
    return "-" if value is None else f"{value:.{digits}f}"
