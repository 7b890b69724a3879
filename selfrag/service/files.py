"""Everything a person can do with documents."""

import time
import uuid
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from selfrag.documents.collections import Collection
from selfrag.documents.files import Source as File
from selfrag.errors import RunStopped, SelfragError, UnknownCollection
from selfrag.ports import Meter
from selfrag.runs import Ended, FileDone, FileProgress, Run
from selfrag.service.desk import Desk

INGEST = "ingest-"
BETWEEN_NEWS = 0.2  # seconds; a page of a long file is no news of its own


class Upload(NamedTuple):
    """Files for the collection of that title; the description holds for one that the upload makes."""

    collection: str
    files: Sequence[File]
    description: str = ""


class Files:
    """Ingests, lists and deletes; makes and names collections."""

    desk: Desk

    def ingest(self, files: Sequence[File], collection: str, password: str | None = None) -> Run:
        """Add files, given as (name, path or bytes), to the collection of that title, in the background.

        Stopping the run leaves nothing of the file that is under way; those that are done stay.
        """
        return self.ingest_each([Upload(collection, files)], password)

    def ingest_each(self, uploads: Sequence[Upload], password: str | None = None) -> Run:
        """As `ingest`, into several collections in one run."""

        def work(run: Run) -> None:
            embedder = self.desk.models.embedder(Meter(run.progress))
            for upload in uploads:
                for result in self.desk.library.ingest(
                    upload.files, upload.collection, embedder, password, _tell(run), description=upload.description
                ):
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

    def create_collection(self, title: str, description: str = "") -> Collection:
        """A collection for files to come; the description helps a question find its way to it.

        Raises UnknownCollection for an empty title, SelfragError for one that is taken or a long description.
        """
        return self.desk.library.create_collection(title, description)

    def rename_collection(self, collection_id: str, title: str) -> None:
        """Raises as `create_collection`, and UnknownCollection for an id that is none."""
        self.desk.library.rename_collection(collection_id, title)

    def describe_collection(self, collection_id: str, description: str) -> None:
        """Say what is in it. Raises UnknownCollection, and SelfragError for a long description."""
        self.desk.library.describe_collection(collection_id, description)

    def delete_collection(self, collection_id: str) -> None:
        """Forget an empty collection. Raises UnknownCollection, and SelfragError while anything is, or goes, in it."""
        self.desk.library.delete_collection(collection_id)

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
