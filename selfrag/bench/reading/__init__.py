"""How fast PDFs are read, and into what text, beside plain pypdf in one process."""

from selfrag.bench.reading.measure import Load, as_table, measure

__all__ = ["Load", "as_table", "measure"]
