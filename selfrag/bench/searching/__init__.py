"""How long the mixed search of one large collection takes, embedding aside."""

from selfrag.bench.searching.measure import Load, as_table, measure

__all__ = ["Load", "as_table", "measure"]
