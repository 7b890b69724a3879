"""The result of a benchmark as a plain-text table."""

from collections.abc import Mapping
from typing import Any


def as_table(result: Mapping[str, Any]) -> str:
    """One line for each set, measure and language."""
    lines = [f"embedder {result['embedder']}, answers by {result['chat']}, {result['seconds']} s"]
    for name, parts in result["sets"].items():
        for part, rows in parts.items():
            for key, figures in rows.items():
                measured = "  ".join(f"{measure} {value:.3f}" for measure, value in figures.items() if measure != "n")
                lines.append(f"{name:<22} {part:<10} {key:<22} n {figures['n']:>4}  {measured}")
    return "\n".join(lines)
