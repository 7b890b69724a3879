"""Times the mixed search in a collection of many made-up passages."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import create_engine

from selfrag.bench.searching.texts import Language
from selfrag.bench.searching.vectors import WordVectors
from selfrag.documents.index.search import MixedSearch
from selfrag.documents.stores import Stores
from selfrag.language.terms import content_words

BUDGET_MS = 60
_LANGUAGES = ("en", "ko")
_BATCH = 2000


@dataclass(frozen=True)
class Load:
    """Passages in the collection, half of them in each language, questions asked of each, and the seed of the texts."""

    passages: int = 50_000
    questions: int = 100
    seed: int = 1


def measure(load: Load, progress: Callable[[str], None] = lambda line: None) -> dict[str, Any]:
    """Milliseconds by language, the best of two rounds a question, and whether the slowest p95 is within the budget."""
    embedder = WordVectors()
    with TemporaryDirectory(prefix="selfrag-bench-", ignore_cleanup_errors=True) as folder, _stores(folder) as stores:
        collection = stores.catalog.collection_titled("bench").id
        questions = _fill(stores, collection, embedder, load, progress)
        search = MixedSearch(stores.catalog, stores.fulltext, stores.vectors, embedder)
        rows = []
        for language, asked in questions.items():
            for question in asked:
                embedder.embed_query(question)
            rounds = [[_seconds(search, question, collection) for question in asked] for _ in range(2)]
            best = [1000 * min(each) for each in zip(*rounds, strict=True)]
            p50, p95 = median(best), quantiles(best, n=20)[-1]
            rows.append({"language": language, "p50_ms": round(p50, 1), "p95_ms": round(p95, 1)})
    return {**asdict(load), "rows": rows, "budget_ms": BUDGET_MS, "met": max(r["p95_ms"] for r in rows) <= BUDGET_MS}


def as_table(report: dict[str, Any]) -> str:
    """One line for each language, then the budget."""
    said = "met" if report["met"] else "MISSED"
    return "\n".join(
        [
            f"{report['passages']} passages, {report['questions']} questions a language",
            *(f"{row['language']}: p50 {row['p50_ms']:.1f} ms, p95 {row['p95_ms']:.1f} ms" for row in report["rows"]),
            f"{said}  p95 of at most {report['budget_ms']} ms",
        ]
    )


def _seconds(search: MixedSearch, question: str, collection: str) -> float:
    began = time.perf_counter()
    search.search(question, collection)
    return time.perf_counter() - began


def _fill(
    stores: Stores, collection: str, embedder: WordVectors, load: Load, progress: Callable[[str], None]
) -> dict[str, list[str]]:
    """Index the passages; the questions by language."""
    languages = [Language(name, load.seed) for name in _LANGUAGES]
    texts = [(f"{n:08}", languages[n % len(languages)].passage()) for n in range(load.passages)]
    for at in range(0, len(texts), _BATCH):
        batch = texts[at : at + _BATCH]
        stores.vectors.add(collection, batch, embedder, lambda done: None)
        stores.fulltext.add(collection, batch)
        progress(f"{at + len(batch)} of {len(texts)} passages")
    return {
        language.name: list(_questions(language, [text for _, text in texts[n :: len(languages)]], load.questions))
        for n, language in enumerate(languages)
    }


def _questions(language: Language, passages: list[str], count: int) -> Iterator[str]:
    """Questions that ask for something: not of stop words alone."""
    at = 0
    while count:
        question = language.question(passages[at * 7919 % len(passages)])
        at += 1
        if len(content_words(question)) > 1:
            count -= 1
            yield question


@contextmanager
def _stores(folder: str) -> Iterator[Stores]:
    engine = create_engine(f"sqlite:///{Path(folder) / 'catalog.sqlite'}")
    stores = Stores(engine, Path(folder))
    try:
        yield stores
    finally:
        stores.close()
        engine.dispose()
