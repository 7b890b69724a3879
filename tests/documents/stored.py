"""What lies in the stores of a folder, counted by looking into them."""

import sqlite3
from contextlib import closing
from pathlib import Path

EMPTY = {
    "documents": 0, "pages": 0, "passages": 0, "full text": 0, "terms": 0, "vectors": 0, "segments": 0,
    "files": 0, "pictures": 0,
}  # fmt: skip


def stored(folder: Path) -> dict[str, int]:
    """Rows, vectors and files; `segments` are the folders of vector indexes, used or not."""
    chroma = folder / "chroma"
    return {
        **{table: _count(folder / "catalog.sqlite", table) for table in ("documents", "pages", "passages")},
        "full text": _count(folder / "fulltext.sqlite", "passages"),
        "terms": _count(folder / "fulltext.sqlite", "terms"),
        "vectors": _count(chroma / "chroma.sqlite3", "embeddings"),
        "segments": len([path for path in chroma.iterdir() if path.is_dir()]) if chroma.is_dir() else 0,
        "files": len(list((folder / "files").iterdir())),
        "pictures": len(list((folder / "pictures").iterdir())),
    }


def _count(path: Path, table: str) -> int:
    if not path.exists():
        return 0
    with closing(sqlite3.connect(path)) as db:
        return int(db.execute(f"select count(*) from {table}").fetchone()[0])
