"""Files on their way in, and the collections they go to."""

import time
import uuid
from collections.abc import Callable, Sequence
from typing import NamedTuple

from selfrag.documents.collections import Collection
from selfrag.documents.files import Source as File
from selfrag.documents.pdf.cleaning import file_name
from selfrag.errors import RunStopped, SelfragError, UnknownCollection
from selfrag.ports import Meter
from selfrag.runs import Ended, FileDone, FileProgress, Run
from selfrag.service.stored import Stored
from selfrag.threads.arrivals import Arrivals

INGEST = "ingest-"
BETWEEN_NEWS = 0.2  # seconds; a page of a long file is no news of its own


class Upload(NamedTuple):
    """Files for the collection of that title; the description holds for one that the upload makes."""

    collection: str
    files: Sequence[File]
    description: str = ""


class Files(Stored):
    """Adds files; makes, names and re-indexes collections."""

    def ingest(
        self, files: Sequence[File], collection: str, password: str | None = None, *, replace: bool = False
    ) -> Run:
        """Add files, given as (name, path or bytes), to the collection of that title, in the background.

        With `replace` a new document takes the place of those of its name. Stopping the run leaves nothing of the files
        that are under way; those that are done stay.
        """
        return self.ingest_each([Upload(collection, files)], password, replace=replace)

    def ingest_each(self, uploads: Sequence[Upload], password: str | None = None, *, replace: bool = False) -> Run:
        """As `ingest`, into several collections in one run."""

        arrivals = Arrivals(self.desk.engine)

        def work(run: Run) -> None:
            arrivals.expect(run.key, [file_name(file) for upload in uploads for file, _ in upload.files])
            try:
                add(run)
            finally:
                if not run.cut_off:
                    arrivals.ended(run.key)

        def add(run: Run) -> None:
            embedder = self.desk.models.embedder(Meter(run.progress))
            for upload in uploads:
                for result in self.desk.library.ingest(
                    upload.files,
                    upload.collection,
                    embedder,
                    password,
                    _tell(run),
                    description=upload.description,
                    replace=replace,
                ):
                    arrivals.ended(run.key, file_name(result["file"]))
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

    def ingest_under_way(self) -> Run | None:
        """An ingest that has not ended, whoever began it."""
        return next((run for run in self.desk.runs.alive() if run.key.startswith(INGEST)), None)

    def lost_files(self) -> list[str]:
        """Names of files that the program did not finish adding before it ended, until they are added again."""
        return Arrivals(self.desk.engine).lost()

    def forget_lost_files(self) -> None:
        """Name them no more."""
        Arrivals(self.desk.engine).forget()

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

    def delete_collection(self, collection_id: str, *, with_documents: bool = False) -> None:
        """Forget a collection; with everything of its documents, or only an empty one.

        Raises UnknownCollection, and SelfragError while anything is, or goes, in it.
        """
        self.desk.library.delete_collection(collection_id, with_documents=with_documents)

    def _start(self, key: str, work: Callable[[Run], None]) -> Run:
        self.desk.ownership.require()
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
    """Progress as events: of a stage its beginning, its end, and now and then what is between."""
    told: dict[str, tuple[FileProgress, float]] = {}

    def tell(file: str, stage: str, done: int, total: int) -> None:
        if run.stopping:
            raise RunStopped
        news, now = FileProgress(file, stage, done, total), time.monotonic()
        last, when = told.get(file, (None, 0.0))
        known = stage != "queued" and last is not None and last.stage == stage
        if known and (news == last or (done < total and now - when < BETWEEN_NEWS)):
            return
        told[file] = news, now
        run.emit(news)

    return tell
