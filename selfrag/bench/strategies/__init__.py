"""Evaluation sets through whole strategies: how their questions end, what they cost, whether the answers are right."""

from selfrag.bench.strategies.runner import measure
from selfrag.bench.strategies.table import as_table

__all__ = ["as_table", "measure"]
