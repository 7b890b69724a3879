"""The original PDFs in the data directory, each under the SHA-256 of its bytes; a name is never a path."""

import hashlib
import shutil
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from math import ceil
from pathlib import Path

from selfrag.errors import LimitExceeded, Unreadable
from selfrag.sentences import part

Source = tuple[str, Path | bytes]
"""A name for showing, and where the bytes are."""

_HEADER = b"%PDF-"
_HEADER_WITHIN = 1024


class Files:
    """A folder of originals."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def path(self, document_id: str) -> Path:
        """Where the original of a document lies."""
        return self._folder / f"{document_id}.pdf"

    @contextmanager
    def staged(self, source: Path | bytes, name: str, limit_mb: int) -> Iterator[Path]:
        """A copy of the bytes that is gone afterwards unless it was kept.

        Raises LimitExceeded or Unreadable, naming the file as `name`, before anything is copied.
        """
        copy = self._folder / f"incoming-{uuid.uuid4().hex}"
        try:
            _check(source, name, limit_mb)
            if isinstance(source, bytes):
                copy.write_bytes(source)
            else:
                shutil.copyfile(source, copy)
        except OSError as error:
            copy.unlink(missing_ok=True)
            why = error.strerror or part("unknown reason")
            raise Unreadable("“{name}” cannot be opened: {why}.", name=name, why=why) from error
        try:
            yield copy
        finally:
            copy.unlink(missing_ok=True)

    def keep(self, copy: Path, document_id: str) -> Path:
        """Make a staged copy the original of a document."""
        return copy.replace(self.path(document_id))

    def remove(self, document_id: str) -> None:
        """Delete an original."""
        self.path(document_id).unlink(missing_ok=True)

    def clean_up(self, known: set[str]) -> None:
        """Delete what belongs to no known document."""
        for path in self._folder.iterdir():
            if path.is_file() and path.stem not in known:
                path.unlink()


def sha256(path: Path) -> str:
    """The SHA-256 of a file in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _check(source: Path | bytes, name: str, limit_mb: int) -> None:
    if isinstance(source, bytes):
        size, head = len(source), source[:_HEADER_WITHIN]
    else:
        size = source.stat().st_size
        if not source.is_file():
            raise Unreadable("“{name}” is not a file.", name=name)
        with source.open("rb") as file:
            head = file.read(_HEADER_WITHIN)
    if size == 0:
        raise Unreadable("“{name}” is empty; there is nothing in it to read.", name=name)
    if size > limit_mb << 20:
        tenths = ceil(10 * size / (1 << 20)) / 10
        raise LimitExceeded(
            "“{name}” has {size} MB, more than the limit of {limit} MB; split it.",
            name=name,
            size=f"{tenths:,}",
            limit=limit_mb,
        )
    if _HEADER not in head:
        raise Unreadable("“{name}” is not a PDF.", name=name)
