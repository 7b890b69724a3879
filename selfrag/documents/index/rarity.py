"""Which terms of a question are worth looking up: what most passages say tells little and costs the most."""

from collections.abc import Callable, Sequence
from typing import Any

SCHEMA = "create virtual table if not exists vocabulary using fts5vocab('terms', 'row');"
# BM25 scores about 500 passages a millisecond, so a question costs at most about 20 ms however long the index is.
_SCORED = 10_000


def rarest(
    terms: Sequence[str], prefixes: Sequence[str], read: Callable[[str, Sequence[object]], list[Any]]
) -> set[str]:
    """Those of the terms that occur at all, from the rarest on while they bring at most 10 000 passages.

    The rarest one is always among them. `prefixes` are those of the terms that stand for all that begin with them;
    `read(sql, values)` gives rows.
    """
    counts = {term: _beginning(term, read) for term in prefixes}
    whole = [term for term in terms if term not in counts]
    marks = ", ".join("?" for _ in whole)
    counts |= dict(read(f"select term, doc from vocabulary where term in ({marks})", whole))
    chosen: set[str] = set()
    total = 0
    for term, count in sorted(counts.items(), key=lambda pair: (pair[1], pair[0])):
        total += count
        if count and (not chosen or total <= _SCORED):
            chosen.add(term)
    return chosen


def _beginning(prefix: str, read: Callable[[str, Sequence[object]], list[Any]]) -> int:
    following = prefix[:-1] + chr(ord(prefix[-1]) + 1)
    rows = read("select sum(doc) from vocabulary where term >= ? and term < ?", [prefix, following])
    return int(rows[0][0] or 0)
