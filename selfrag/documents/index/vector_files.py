"""The files of a Chroma store: what could be given back, and giving it back.

Chroma keeps one SQLite file, and a folder for the index of each collection, named by the id of its segment. The folders
of deleted collections stay, the space of deleted rows stays, and so does the place of a deleted vector in its index.
"""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from uuid import UUID

from selfrag.documents.space import WAIT_SECONDS, free_bytes, size

_CATALOG = "chroma.sqlite3"
_SPARSE = 0.5  # the share of deleted vectors from which on an index is worth making anew
_WORTH = 1000  # deleted vectors
_INDEXES = """
select vectors.id, collections.name, (select count(*) from embeddings where segment_id = rows.id)
from collections join segments vectors on vectors.collection = collections.id and vectors.scope = 'VECTOR'
join segments rows on rows.collection = collections.id and rows.scope = 'METADATA'
"""


def compact(folder: Path) -> None:
    """Remove what belongs to no collection any more, and the free space within the file; no client may be open."""
    if not (folder / _CATALOG).exists():
        return
    for left in _left_folders(folder):
        shutil.rmtree(left)
    with closing(sqlite3.connect(folder / _CATALOG, isolation_level=None)) as db:
        db.execute("vacuum")


def reclaimable(folder: Path) -> int:
    """Bytes of folders that no collection has, of sparse indexes, and of free pages; 0 while they cannot be told."""
    if not (folder / _CATALOG).exists():
        return 0
    with suppress(sqlite3.Error):
        left = sum(size(path) for path in _left_folders(folder))
        return free_bytes(folder / _CATALOG) + left + sum(wasted for _, wasted in sparse(folder))
    return 0


def sparse(folder: Path) -> list[tuple[str, int]]:
    """Names of collections whose indexes hold mainly deleted vectors, and the bytes of those."""
    if not (folder / _CATALOG).exists():
        return []
    with closing(sqlite3.connect(folder / _CATALOG, WAIT_SECONDS)) as db:
        indexes = db.execute(_INDEXES).fetchall()
    found = []
    for segment, name, held in indexes:
        places = size(folder / segment / "length.bin") // 4  # one number for each vector that ever came
        deleted = places - held
        if deleted >= _WORTH and deleted > _SPARSE * places:
            found.append((name, size(folder / segment) * deleted // places))
    return found


def _left_folders(folder: Path) -> Iterator[Path]:
    with closing(sqlite3.connect(folder / _CATALOG, WAIT_SECONDS)) as db:
        known = {row[0] for row in db.execute("select id from segments")}
    for path in folder.iterdir():
        if path.is_dir() and _is_id(path.name) and path.name not in known:
            yield path


def _is_id(name: str) -> bool:
    try:
        return str(UUID(name)) == name
    except ValueError:
        return False
