"""Files -> documents, one after another, each ending with one result."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from time import monotonic
from typing import Protocol

from selfrag.documents import report
from selfrag.documents.catalog import Document
from selfrag.documents.cleaning import file_name
from selfrag.documents.collections import Collection
from selfrag.documents.faults import storing
from selfrag.documents.files import Source, sha256
from selfrag.documents.passages import chunks
from selfrag.documents.reader import read_pdf
from selfrag.documents.report import IngestResult
from selfrag.documents.stores import Stores
from selfrag.errors import LimitExceeded, PasswordNeeded, SelfragError
from selfrag.ports import Embedder, Limits


class Progress(Protocol):
    """Follows a file by the name it was given with; `stage` is queued, reading (pages) or embedding (passages)."""

    def __call__(self, file: str, stage: str, done: int, total: int, /) -> None:
        """`done` of `total` units of the stage; 0 of 0 while they are not known."""


class Ingest:
    """One batch of files on its way into a collection."""

    def __init__(
        self,
        stores: Stores,
        limits: Limits,
        collection: Collection,
        embedder: Embedder,
        *,
        password: str | None,
        progress: Progress,
    ) -> None:
        self._stores, self._limits, self._collection, self._embedder = stores, limits, collection, embedder
        self._password, self._progress = password, progress

    def run(self, sources: Sequence[Source]) -> Iterator[IngestResult]:
        """The result of each file as it ends."""
        for file, _ in sources:
            self._progress(file, "queued", 0, 0)
        for file, source in sources:
            started = monotonic()
            result = report.begun(file, file_name(file), self._collection.title)
            try:
                self._check_count(result["name"], len(sources))
                with storing(result["name"]):
                    self._take(source, result)
            except SelfragError as error:
                result["error"] = str(error)
                result["needs_password"] = isinstance(error, PasswordNeeded)
            result["seconds"] = round(monotonic() - started, 3)
            yield result

    def _check_count(self, name: str, count: int) -> None:
        limit = self._limits.files_at_once
        if count > limit:
            raise LimitExceeded(
                "“{name}” came with {count} files at once, more than the limit of {limit}; add fewer at a time.",
                name=name,
                count=count,
                limit=limit,
            )

    def _take(self, source: Path | bytes, result: IngestResult) -> None:
        stores, name = self._stores, result["name"]
        with stores.files.staged(source, name, self._limits.file_mb) as copy:
            document_id = sha256(copy)
            with stores.claim(document_id):
                known = stores.admit(document_id, self._collection.id, name, copy.stat().st_size)
                if known is None:
                    report.done(result, self._add(document_id, copy, result))
                else:
                    report.duplicate(result, known)

    def _add(self, document_id: str, copy: Path, result: IngestResult) -> Document:
        """Read, divide, embed and show a document; on any failure nothing of it stays."""
        catalog = self._stores.catalog
        try:
            self._fill(document_id, self._stores.files.keep(copy, document_id), result)
        except BaseException:
            self._stores.discard(catalog.require(document_id))
            raise
        return catalog.require(document_id)

    def _fill(self, document_id: str, path: Path, result: IngestResult) -> None:
        stores, file, name = self._stores, result["file"], result["name"]
        pages = read_pdf(
            path, name, self._password, self._limits, lambda done, total: self._progress(file, "reading", done, total)
        )
        state, without_text = report.verdict(pages)
        result["pages"], result["pages_without_text"] = len(pages), without_text
        report.require_text(name, pages)
        cut = list(chunks(document_id, pages))
        stores.catalog.add_pages(document_id, pages, cut)
        texts = [(chunk.id, chunk.text) for chunk in cut]
        self._progress(file, "embedding", 0, len(texts))
        stores.vectors.add(
            self._collection.id,
            texts,
            self._embedder,
            lambda done: self._progress(file, "embedding", done, len(texts)),
        )
        stores.fulltext.add(self._collection.id, texts)
        stores.catalog.finish(document_id, state, report.warnings(pages), without_text)
