"""How long a search of several slow sources takes beside that of one: they are searched in parallel."""

from selfrag.bench.sources.measure import Load, as_table, measure, time_search

__all__ = ["Load", "as_table", "measure", "time_search"]
