"""Everything a person can do with documents."""

import time
import uuid
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from selfrag.documents.catalog import Collection
from selfrag.errors import RunStopped, SelfragError, UnknownCollection
from selfrag.ports import Meter
from selfrag.runs import Ended, FileDone, FileProgress, Run
from selfrag.service.desk import Desk

INGEST = "ingest-"
BETWEEN_NEWS = 0.2  # seconds; a page of a long file is no news of its own


class Files:
    """Ingests, lists and deletes."""

    desk: Desk

    def ingest(self, files: Sequence[tuple[str, Path | bytes]], collection: str, password: str | None = None) -> Run:
        """Add files, given as (name, path or bytes), to the collection of that title, in the background.

        Stopping the run leaves nothing of the file that is under way; those that are done stay.
        """

        def work(run: Run) -> None:
            embedder = self.desk.models.embedder(Meter(run.progress))
            for result in self.desk.library.ingest(files, collection, embedder, password, _tell(run)):
                run.emit(FileDone(dict(result)))

        return self._start(uuid.uuid4().hex[:12], work)

    def reindex(self, collection: Collection) -> Run:
        """Embed a collection anew with the current model, in the background; until it is done nothing finds it.

        Raises ThreadBusy while that goes on already.
        """

        def work(run: Run) -> None:
            tell, embedder = _tell(run), self.desk.models.embedder(Meter(run.progress))
            tell(collection.title, "queued", 0, 0)
            self.desk.library.reindex(
                collection.id, embedder, lambda done, total: tell(collection.title, "embedding", done, total)
            )

        return self._start(collection.id, work)

    def needs_reindex(self, collection: Collection) -> bool:
        """Whether another model embedded what the collection holds."""
        return collection.dimension is not None and collection.embedder != self.desk.embedder_name

    def reindex_under_way(self, collection: Collection) -> bool:
        """Whether the collection is being embedded anew right now."""
        run = self.desk.runs.get(f"{INGEST}{collection.id}")
        return run is not None and run.ended is None

    def ingest_run(self, key: str) -> Run | None:
        """An ingest, alive or ended."""
        return self.desk.runs.get(key)

    def ingest_under_way(self) -> Run | None:
        """An ingest that has not ended, whoever began it."""
        return next((run for run in self.desk.runs.alive() if run.key.startswith(INGEST)), None)

    def collections(self) -> list[Collection]:
        """All collections by title."""
        return self.desk.library.collections()

    def collection(self, title: str) -> Collection:
        """The collection of that title. Raises UnknownCollection."""
        for collection in self.collections():
            if collection.title == title:
                return collection
        known = ", ".join(f"“{collection.title}”" for collection in self.collections())
        if not known:
            raise UnknownCollection("There is no collection “{title}”. Those there are: none yet.", title=title)
        raise UnknownCollection("There is no collection “{title}”. Those there are: {known}.", title=title, known=known)

    def documents(self) -> list[dict[str, Any]]:
        """Every document that can be searched, as `documents --json` prints it."""
        return [
            {
                "document": document.id,
                "name": document.label,
                "collection": document.collection,
                "status": document.state,
                "pages": document.pages,
                "passages": document.passages,
                "pages_without_text": document.pages_without_text,
                "warnings": document.warnings,
                "bytes": document.bytes,
                "created": document.created,
            }
            for document in self.desk.library.documents()
        ]

    def delete_document(self, document: str) -> str:
        """Remove everything of a document named by label, id or beginning of its id; returns its label.

        Raises UnknownDocument, also when several go by that name.
        """
        return self.desk.library.delete(document).label

    def _start(self, key: str, work: Callable[[Run], None]) -> Run:
        return self.desk.runs.start(f"{INGEST}{key}", lambda run: _ended(run, work))


def _ended(run: Run, work: Callable[[Run], None]) -> Ended:
    try:
        work(run)
    except RunStopped:
        return Ended("stopped")
    except SelfragError as error:
        return Ended("failed", str(error))
    return Ended("ready")


def _tell(run: Run) -> Callable[[str, str, int, int], None]:
    told: dict[str, tuple[str, float]] = {}

    def tell(file: str, stage: str, done: int, total: int) -> None:
        if run.stopping:
            raise RunStopped
        last, when = told.get(file, ("", 0.0))
        if stage != last or done == total or time.monotonic() - when > BETWEEN_NEWS:
            told[file] = (stage, time.monotonic())
            run.emit(FileProgress(file, stage, done, total))

    return tell
