"""Puts mutated PDFs through the reader: each must end in a state with a reason, and harm nobody."""

from selfrag.bench.fuzz.counting import Load, as_table, measure

__all__ = ["Load", "as_table", "measure"]
