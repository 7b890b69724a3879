"""How long a question takes beside the sequential flow of a tutorial, against a server of known slowness."""

from selfrag.bench.latency.runner import Load, measure
from selfrag.bench.latency.table import as_table

__all__ = ["Load", "as_table", "measure"]
