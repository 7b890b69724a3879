"""Files -> documents: several are read at a time, and one after another is stored, each ending with one result."""

from collections.abc import Generator, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from threading import Lock
from time import monotonic
from typing import Protocol

from selfrag.documents import report
from selfrag.documents.collections import Collection
from selfrag.documents.document import Document
from selfrag.documents.faults import storing
from selfrag.documents.files import Source, sha256
from selfrag.documents.passages import chunks
from selfrag.documents.pdf.cleaning import file_name
from selfrag.documents.pdf.pages import Page
from selfrag.documents.pdf.slots import cores
from selfrag.documents.reading import Reading
from selfrag.documents.report import IngestResult
from selfrag.documents.stores import Stores
from selfrag.documents.textless import require_text
from selfrag.documents.under_way import Taken, next_read
from selfrag.errors import LimitExceeded, PasswordNeeded, RunStopped, SelfragError
from selfrag.ports import Embedder

_AHEAD = 2
"""Files beyond one for each core that may be read, or wait with their pages in memory, at a time."""


class Progress(Protocol):
    """Follows a file by the name it was given with; called from several threads, by one at a time.

    `stage` is queued, reading (pages), recognising (pages without text) or embedding (passages). The same news may come
    again, so that what the callback raises stops the whole batch soon.
    """

    def __call__(self, file: str, stage: str, done: int, total: int, /) -> None:
        """`done` of `total` units of the stage; 0 of 0 while they are not known."""


class Ingest:
    """One batch of files on its way into a collection. With `replace`, each takes the place of those of its name."""

    def __init__(
        self,
        stores: Stores,
        collection: Collection,
        embedder: Embedder,
        reading: Reading,
        progress: Progress,
        *,
        replace: bool,
    ) -> None:
        self._stores, self._collection, self._embedder = stores, collection, embedder
        self._reading, self._progress, self._replace = reading, progress, replace
        self._telling = Lock()
        self._stopped = False

    def run(self, sources: Sequence[Source]) -> Iterator[IngestResult]:
        """The result of each file, in the order in which they were given; one that takes long holds up no other.

        When a person stops the batch, those that are done are told before it ends.
        """
        for file, _ in sources:
            self._tell(file, "queued", 0, 0)
        ended: dict[int, IngestResult] = {}
        told = 0
        try:
            with closing(self._each(sources)) as each:
                for number, result in each:
                    ended[number] = result
                    while told in ended:
                        yield ended.pop(told)
                        told += 1
        except RunStopped:
            yield from (ended[number] for number in sorted(ended))
            raise

    def _each(self, sources: Sequence[Source]) -> Generator[tuple[int, IngestResult]]:
        """The number and result of each file as it ends."""
        room = cores() + _AHEAD
        coming, under_way = enumerate(sources), dict[int, Taken]()
        with ExitStack() as held, ThreadPoolExecutor(room, "reading") as pool, self._stopping(pool):
            while True:
                for number, source in coming:
                    taken = self._take(source, len(sources))
                    held.callback(taken.held.close)
                    if taken.result["error"] is not None:
                        yield number, taken.result
                        continue
                    if not self._is_known(taken, under_way):
                        taken.pages = pool.submit(self._read, taken)
                    under_way[number] = taken
                    if len(under_way) == room:
                        break
                if not under_way:
                    return
                number = next_read(under_way)
                self._finish(under_way[number])
                yield number, under_way.pop(number).result

    @contextmanager
    def _stopping(self, pool: ThreadPoolExecutor) -> Iterator[None]:
        """However the batch ends, nobody goes on reading."""
        try:
            yield
        finally:
            self._stopped = True
            pool.shutdown(wait=False, cancel_futures=True)

    def _take(self, source: Source, count: int) -> Taken:
        file, where = source
        taken = Taken(report.begun(file, file_name(file), self._collection.title))
        with self._failing(taken):
            name = taken.result["name"]
            self._check_count(name, count)
            files, limit = self._stores.files, self._reading.limits.file_mb
            taken.copy = taken.held.enter_context(files.staged(where, name, limit))
            taken.document_id = sha256(taken.copy)
        return taken

    def _check_count(self, name: str, count: int) -> None:
        limit = self._reading.limits.files_at_once
        if count > limit:
            raise LimitExceeded(
                "“{name}” came with {count} files at once, more than the limit of {limit}; add fewer at a time.",
                name=name,
                count=count,
                limit=limit,
            )

    def _is_known(self, taken: Taken, under_way: Mapping[int, Taken]) -> bool:
        """Whether these bytes are a document, or are about to be one."""
        coming = {other.document_id for other in under_way.values()}
        return taken.document_id in coming or self._stores.finished(taken.document_id) is not None

    def _read(self, taken: Taken) -> list[Page]:
        file, name = taken.result["file"], taken.result["name"]
        return self._reading.pages(taken.copy, name, lambda *news: self._tell(file, *news))

    def _finish(self, taken: Taken) -> None:
        """Store a file whose pages were read, unless somebody did meanwhile."""
        stores, result = self._stores, taken.result
        with self._failing(taken), taken.held:
            with stores.claim(taken.document_id, partial(self._tell, result["file"], "embedding", 0, 0)):
                known = stores.finished(taken.document_id)
                document = known or self._add(taken, taken.pages.result() if taken.pages else self._read(taken))
            here = document.collection_id == self._collection.id and document.name == result["name"]
            if self._replace and here:
                document = stores.replace_earlier(document)
            if known:
                report.duplicate(result, document)
                result["pages_by"] = report.pages_by(stores.catalog.readers(document.id))
            else:
                report.done(result, document)
                result["same_name"] = [other.label for other in stores.catalog.same_name(document)]

    def _add(self, taken: Taken, pages: Sequence[Page]) -> Document:
        """Divide, embed and show a document; on any failure nothing of it stays."""
        stores, result = self._stores, taken.result
        report.read(result, pages)
        why_no_ocr = self._reading.why_not_recognised(pages)
        require_text(result["name"], pages, why_no_ocr)
        stores.begin(taken.document_id, self._collection.id, result["name"], taken.copy.stat().st_size)
        try:
            stores.files.keep(taken.copy, taken.document_id)
            self._fill(taken.document_id, result["file"], pages)
            stores.catalog.finish(taken.document_id, report.findings(pages, why_no_ocr))
        except BaseException:
            stores.discard(stores.catalog.require(taken.document_id))
            raise
        return stores.catalog.require(taken.document_id)

    def _fill(self, document_id: str, file: str, pages: Sequence[Page]) -> None:
        stores = self._stores
        cut = list(chunks(document_id, pages))
        stores.catalog.add_pages(document_id, pages, cut)
        texts = [(chunk.id, chunk.text) for chunk in cut]
        self._tell(file, "embedding", 0, len(texts))
        stores.vectors.add(
            self._collection.id,
            texts,
            self._embedder,
            lambda done: self._tell(file, "embedding", done, len(texts)),
        )
        stores.fulltext.add(self._collection.id, texts)

    @contextmanager
    def _failing(self, taken: Taken) -> Iterator[None]:
        """A file that cannot be added says why in its result."""
        try:
            with storing(taken.result["name"]):
                yield
        except SelfragError as error:
            taken.held.close()
            taken.result["error"] = str(error)
            taken.result["needs_password"] = isinstance(error, PasswordNeeded)
        taken.result["seconds"] = round(monotonic() - taken.started, 3)

    def _tell(self, file: str, stage: str, done: int, total: int) -> None:
        with self._telling:
            if self._stopped:
                raise RunStopped
            self._progress(file, stage, done, total)
