"""Vectors that another process owns, searched in a copy.

Chroma cannot be read beside its writer: a second process does not see new rows, fails with internal errors, and can
spin for ever or crash the writer. Plain copies of the files do nothing to it.
"""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Lock

from selfrag.documents.catalog import DocumentCatalog
from selfrag.documents.index import vector_files
from selfrag.documents.index.copies import Copies
from selfrag.documents.index.vectors import Vectors
from selfrag.errors import SearchFailed

DATABASE = "chroma.sqlite3"
ATTEMPTS = 5


class BorrowedVectors(Vectors):
    """Copied when first searched, and again once documents or collections changed."""

    def __init__(self, path: Path, catalog: DocumentCatalog) -> None:
        self._copies = Copies(path.parent)
        super().__init__(self._copies.folder / "0", catalog)
        self._original = path
        self._stamp: object = None
        self._number = 0
        self._copying = Lock()

    def warm_up(self) -> None:
        """Copy and open the store now."""
        self._refresh()
        super().warm_up()

    def nearest(self, collection_id: str, vector: list[float], limit: int, embedder: str) -> list[tuple[str, float]]:
        """As `Vectors.nearest`. Raises SearchFailed where the owner has been writing since before the first search."""
        self._refresh()
        return super().nearest(collection_id, vector, limit, embedder)

    def reclaimable(self) -> int:
        """Bytes that the owner could give back at least."""
        return vector_files.reclaimable(self._original)

    def close(self) -> None:
        """Release the files and drop the copy."""
        super().close()
        self._copies.remove()

    def _refresh(self) -> None:
        with self._copying:
            documents = [(each.id, each.state, each.collection_id) for each in self._catalog.documents()]
            collections = [(each.id, each.embedder, each.dimension) for each in self._catalog.collections()]
            stamp = (documents, collections)
            if stamp == self._stamp or not self._original.is_dir():
                return
            fresh = self._copies.folder / str(self._number + 1)
            try:
                _copy(self._original, fresh)
            except SearchFailed:
                shutil.rmtree(fresh, ignore_errors=True)
                if self._stamp is None:
                    raise
                return  # what was copied before is searched: the full text knows of the rest
            with self._gate.alone():
                super().close()
                old, self._path, self._number, self._stamp = self._path, fresh, self._number + 1, stamp
            shutil.rmtree(old, ignore_errors=True)


def _copy(original: Path, to: Path) -> None:
    """A copy of one moment: taken again where a file changed meanwhile. Raises SearchFailed."""
    for _ in range(ATTEMPTS):
        shutil.rmtree(to, ignore_errors=True)
        before = _state(original)
        try:
            shutil.copytree(original, to, ignore=shutil.ignore_patterns(f"{DATABASE}*"))
            database = f"file:{original / DATABASE}?mode=ro"
            with closing(sqlite3.connect(database, uri=True)) as source, closing(sqlite3.connect(to / DATABASE)) as own:
                source.backup(own)
        except (OSError, shutil.Error, sqlite3.Error):
            continue  # a file went while it was copied
        if _state(original) == before:
            return
    raise SearchFailed("Documents are being added by the other server right now: search again in a moment.")


def _state(folder: Path) -> dict[str, tuple[int, int]]:
    found = {}
    for path in folder.rglob("*"):
        if path.is_file() and not path.name.endswith("-shm"):
            facts = path.stat()
            found[str(path)] = (facts.st_mtime_ns, facts.st_size)
    return found
