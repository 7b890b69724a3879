"""What a disk or a database says when it fails, as a sentence that names the file or the collection."""

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import SQLAlchemyError

from selfrag.errors import NotStored, SearchFailed


@contextmanager
def storing(name: str) -> Iterator[None]:
    """Raises NotStored, naming the file, where a disk or database failed."""
    try:
        yield
    except _storage_errors() as error:
        raise NotStored(
            "“{name}” could not be stored ({why}); check the disk, then add it again.", name=name, why=_why(error)
        ) from error


@contextmanager
def changing(name: str) -> Iterator[None]:
    """Raises NotStored, naming the document or collection, where a disk or database failed to change or remove it."""
    try:
        yield
    except _storage_errors() as error:
        raise NotStored(
            "“{name}” could not be changed ({why}); check the disk, then try again. What is half done is put right at "
            "the next start.",
            name=name,
            why=_why(error),
        ) from error


@contextmanager
def compacting() -> Iterator[None]:
    """Raises NotStored where a disk or database failed to give space back."""
    try:
        yield
    except _storage_errors() as error:
        raise NotStored(
            "The space of what was deleted could not be given back ({why}); check the disk, then try again.",
            why=_why(error),
        ) from error


@contextmanager
def looking_up() -> Iterator[None]:
    """Raises SearchFailed where the tables that name the collections cannot be read."""
    try:
        yield
    except _storage_errors() as error:
        raise SearchFailed(
            "The list of collections could not be read ({why}); check the disk, then search again.", why=_why(error)
        ) from error


@contextmanager
def searching(title: str) -> Iterator[None]:
    """Raises SearchFailed, naming the collection, where a disk or database failed."""
    try:
        yield
    except _storage_errors() as error:
        raise SearchFailed(
            "“{title}” could not be searched ({why}); check the disk, then search again.", title=title, why=_why(error)
        ) from error


def _why(error: Exception) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__)[:200]


def _storage_errors() -> tuple[type[Exception], ...]:
    """Those of the disk and the databases; Chroma's cannot be raised before it is imported, which takes a second."""
    chroma = sys.modules.get("chromadb.errors")
    always = (OSError, sqlite3.Error, SQLAlchemyError)
    return always if chroma is None else (*always, chroma.ChromaError)
