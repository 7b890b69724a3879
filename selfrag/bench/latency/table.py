"""The latency report as plain text."""

from typing import Any

_SECONDS = ("tutorial", "seconds", "ratio", "to_review", "to_first_token", "to_verdicts")


def as_table(report: dict[str, Any]) -> str:
    """One line for each k and way of grading, then one for each budget."""
    busy = report["machine_load"]
    lines = [
        f"{report['latency_ms']:g} ms a call, {report['token_ms']:g} ms a token of {report['answer_tokens']}, "
        f"{report['grader_token_ms']:g} ms a grader's token; medians of {report['repeat']}; "
        f"load {busy[0]:.1f} to {busy[1]:.1f}",
        f"{'k':>2}  {'grading':<8}  " + "  ".join(f"{name:>14}" for name in _SECONDS) + "  calls",
    ]
    for row in report["rows"]:
        figures = "  ".join(f"{row[name]:>14.3f}" for name in _SECONDS)
        calls = " ".join(f"{kind} {count}" for kind, count in row["chat_calls"].items())
        lines.append(f"{row['k']:>2}  {row['grading']:<8}  {figures}  {calls}, embed {row['embedding_calls']}")
    for budget in report["budgets"]:
        said = "met" if budget["met"] else "MISSED"
        what = f"k {budget['k']} {budget['grading']} {budget['what']}"
        lines.append(f"{said:<6}  {what:<32}  {budget['value']:.3f} of {budget['limit']:.3f}")
    return "\n".join(lines)
