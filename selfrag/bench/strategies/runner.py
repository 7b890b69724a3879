"""Asks every question of every set with every strategy, on one index for each corpus."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from selfrag.bench.data import EvalSet, Record, read_sets
from selfrag.bench.desk import Desk, open_desk
from selfrag.bench.strategies.asking import Asked, Asker
from selfrag.bench.strategies.figures import row
from selfrag.graph.strategies import STRATEGIES
from selfrag.ports import Meter
from selfrag.service import Models
from selfrag.threads.checkpointer import open_checkpointer


def measure(
    folder: Path,
    models: Models,
    strategies: Sequence[str] = (),
    limit: int | None = None,
    progress: Callable[[str], None] = lambda line: None,
) -> dict[str, Any]:
    """A row for each strategy, over all sets; all strategies where none is named.

    Policy: what is graded relevant is approved. No web. Raises SelfragError when the folder holds no set, and what the
    models raise.
    """
    names = list(dict.fromkeys(strategies)) or list(STRATEGIES)
    embedder, asked = models.embedder(Meter()), dict[str, list[Asked]]((name, []) for name in names)
    with TemporaryDirectory(prefix="selfrag-bench-", ignore_cleanup_errors=True) as temporary:
        for data in read_sets(folder, limit):
            for corpus, records in data.corpora.items():
                with open_desk(records, embedder) as desk, _asker(Path(temporary), models, desk) as asker:
                    questions = list(_questions(data, corpus, desk))
                    for name in names:
                        progress(f"{data.name} {corpus}: {len(questions)} questions, {name}")
                        asked[name] += [asker.ask(name, question) for question in questions]
    rows = [row(name, asked[name]) for name in names]
    return {"embedder": embedder.name, "chat": models.answers_with, "rows": rows}


def _questions(data: EvalSet, corpus: str, desk: Desk) -> Iterator[Record]:
    """What this corpus answers in its own language, and what no corpus does."""
    for query in data.queries:
        if desk.holds(query["relevant_ids"]) if query["answerable"] else corpus in ("", query["lang"]):
            yield query


@contextmanager
def _asker(folder: Path, models: Models, desk: Desk) -> Iterator[Asker]:
    checkpointer = open_checkpointer(folder / "checkpoints.sqlite")
    try:
        yield Asker(models, desk, checkpointer)
    finally:
        checkpointer.conn.close()
