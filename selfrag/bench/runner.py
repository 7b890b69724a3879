"""Runs every measure on every evaluation set under a folder."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from selfrag.bench.asking import Asking
from selfrag.bench.data import EvalSet, read_sets
from selfrag.bench.desk import open_desk
from selfrag.bench.judging import judge_grounding, judge_relevance
from selfrag.bench.paged import ask_pages
from selfrag.ports import Embedder, Reflector, Writer


def run_bench(
    folder: Path,
    *,
    embedder: Embedder,
    reflector: Reflector,
    writer: Writer,
    chat: str,
    limit: int | None = None,
    progress: Callable[[str], None] = lambda line: None,
) -> dict[str, Any]:
    """Figures for each set, rounded to four digits; parts that a set does not hold are left out.

    `chat` names who judges and writes. Raises SelfragError when the folder holds no set, and what the models raise.
    """
    started = time.monotonic()
    sets = {}
    for data in read_sets(folder, limit):
        progress(f"{data.name}: {len(data.queries)} questions, {sum(map(len, data.corpora.values()))} passages")
        sets[data.name] = _run_set(data, embedder, reflector, writer)
    seconds = round(time.monotonic() - started, 1)
    return {"embedder": embedder.name, "chat": chat, "seconds": seconds, "sets": sets}


def _run_set(data: EvalSet, embedder: Embedder, reflector: Reflector, writer: Writer) -> dict[str, Any]:
    asking = Asking(reflector, writer)
    for corpus, records in data.corpora.items():
        with open_desk(records, embedder) as desk:
            asking.ask(data.queries, corpus, desk)
    asking.add_ranks(ask_pages(data.pdfs, data.queries, embedder))
    grounding = {
        " ".join(filter(None, (language, suffix))): figures
        for suffix, rows in data.grounding.items()
        for language, figures in judge_grounding(rows, reflector).items()
    }
    parts = {"relevance": judge_relevance(data.relevance, reflector), "grounding": grounding, **asking.figures()}
    return {part: _rounded(rows) for part, rows in parts.items() if rows}


def _rounded(rows: dict[str, dict[str, float]]) -> dict[str, dict[str, float]]:
    return {
        key: {name: int(value) if name == "n" else round(value, 4) for name, value in figures.items()}
        for key, figures in rows.items()
    }
