"""What the stores take on the disk."""

import os
import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

WAIT_SECONDS = 0.5
"""For a file that is being compacted: a page that only tells sizes does not wait for its end."""


@dataclass(frozen=True)
class DiskUse:
    """Bytes by what they hold; `reclaimable` of them are free space that compaction gives back."""

    files: int
    vectors: int
    fulltext: int
    catalog: int
    pictures: int
    reclaimable: int
    checkpoints: int = 0

    @property
    def total(self) -> int:
        """Bytes of all stores."""
        return self.files + self.vectors + self.fulltext + self.catalog + self.pictures + self.checkpoints


def size(path: Path) -> int:
    """Bytes of a file, or of all files in a folder; what goes meanwhile, or is not there, counts nothing."""
    found = [path] if path.is_file() else [Path(folder, name) for folder, _, names in os.walk(path) for name in names]
    total = 0
    for one in found:
        with suppress(OSError):
            total += one.stat().st_size
    return total


def database_size(path: Path) -> int:
    """Bytes of a SQLite file with its log."""
    return sum(size(path.with_name(path.name + ending)) for ending in ("", "-wal", "-shm"))


def free_bytes(path: Path) -> int:
    """Bytes of a SQLite file's free pages; 0 where there is no file, or it cannot be read now."""
    if not path.exists():
        return 0
    with suppress(sqlite3.Error), closing(sqlite3.connect(path, WAIT_SECONDS)) as db:
        free, page = (int(db.execute(f"pragma {name}").fetchone()[0]) for name in ("freelist_count", "page_size"))
        return free * page
    return 0
