"""The library of a data directory that another process owns: it is searched and read, and nothing in it is changed."""

from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

from sqlalchemy import Engine

from selfrag.documents.index.borrowed_vectors import BorrowedVectors
from selfrag.documents.library import Library
from selfrag.ports import Limits

CHANGES = (
    "ingest",
    "delete",
    "rename",
    "move",
    "replace_earlier",
    "compact",
    "reindex",
    "clean_up",
    "create_collection",
    "rename_collection",
    "describe_collection",
    "delete_collection",
)


class BorrowedLibrary(Library):
    """`refuse` is called in place of whatever would change a document, a collection or a vector."""

    def __init__(self, engine: Engine, data_dir: Path, limits: Limits, refuse: Callable[..., NoReturn]) -> None:
        super().__init__(engine, data_dir, limits)
        self._stores.vectors = BorrowedVectors(data_dir / "chroma", self.catalog)
        for change in CHANGES:
            setattr(self, change, refuse)
