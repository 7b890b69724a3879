"""PDFs of a set, ingested as a person would and asked for the page that answers."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import create_engine

from selfrag.bench.data import Record
from selfrag.bench.metrics import ranking_figures
from selfrag.documents.library import Library
from selfrag.graph.fan_in import mixed
from selfrag.ports import Embedder, Limits

_TITLE = "bench"
_RANKED = 10


def ask_pages(pdfs: Sequence[Path], queries: Sequence[Record], embedder: Embedder) -> dict[str, list[dict[str, float]]]:
    """Ranking figures by "LANGUAGE pdf" for the answerable queries that name a document and its pages."""
    asked = [query for query in queries if query["answerable"] and query.get("doc") and query.get("pages")]
    found: dict[str, list[dict[str, float]]] = defaultdict(list)
    if not asked or not pdfs:
        return found
    with _library(pdfs, embedder) as library:
        search = library.search(embedder)
        collections = [collection.id for collection in library.collections()]
        for query in asked:
            candidates = [found for each in collections for found in search.search(query["question"], each)]
            hits = [hit["passage_id"] for hit in mixed(candidates)[:_RANKED]]
            passages = library.catalog.get(hits)
            pages = [f"{passages[hit]['document']}:{passages[hit]['page']}" for hit in hits]
            right = {f"{Path(query['doc']).name}:{page}" for page in query["pages"]}
            found[f"{query['lang']} pdf"].append(ranking_figures(pages, right))
    return found


@contextmanager
def _library(pdfs: Sequence[Path], embedder: Embedder) -> Iterator[Library]:
    with TemporaryDirectory(prefix="selfrag-bench-", ignore_cleanup_errors=True) as folder:
        engine = create_engine(f"sqlite:///{Path(folder) / 'catalog.sqlite'}", connect_args={"timeout": 10})
        library = Library(engine, Path(folder), Limits())
        try:
            for _ in library.ingest([(path.name, path) for path in pdfs], _TITLE, embedder):
                pass
            yield library
        finally:
            library.close()
            engine.dispose()
