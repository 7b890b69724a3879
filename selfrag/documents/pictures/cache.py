"""Pictures of pages: drawn once, kept on disk up to a bound, the ones not looked at for longest going first."""

import hashlib
import json
import os
import uuid
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import BoundedSemaphore, Lock
from time import time

from selfrag.documents.pictures.drawing import Picture, Sheet, draw
from selfrag.errors import LimitExceeded
from selfrag.ports import Limits

BOUND = 200 << 20
"""Bytes on disk."""

_AT_ONCE = 2
_WAIT_SECONDS = 30
_UNFINISHED = "drawing-"
_UNFINISHED_SECONDS = 600
_LOOK = 1
"""Raised when pages are drawn or marked another way: pictures from before are not taken then."""


class Pictures:
    """A folder of pictures. Threads may share it; their names are digests. At most two pages are drawn at once."""

    def __init__(self, folder: Path, bound: int = BOUND) -> None:
        self._folder, self._bound = folder, bound
        self._drawing: dict[tuple[str, str | None], Future[Picture]] = {}
        self._lock = Lock()
        self._turns = BoundedSemaphore(_AT_ONCE)
        folder.mkdir(parents=True, exist_ok=True)

    def draw(self, sheet: Sheet, password: str | None, limits: Limits) -> Picture:
        """The picture of a page, from the folder where it is there; who asks while it is drawn waits for it.

        A file that only opens with a password leaves no picture. Raises PasswordNeeded, LimitExceeded or Unreadable.
        """
        path = self._folder / _name(sheet)
        if kept := _read(path):
            return kept
        key = (path.name, password)
        with self._lock:
            under_way = self._drawing.get(key)
            mine = under_way or self._drawing.setdefault(key, Future())
        if under_way:
            return under_way.result()
        try:
            with self._turn(sheet):
                picture = _read(path) or draw(sheet, password, limits)
            if not picture.locked:
                self._keep(path, picture)
            mine.set_result(picture)
        except BaseException as error:
            mine.set_exception(error)
            raise
        finally:
            with self._lock:
                del self._drawing[key]
        return picture

    def forget(self, document_id: str) -> None:
        """Remove the pictures of a document."""
        for path in self._folder.glob(f"{_digest(document_id)[:32]}-*"):
            path.unlink(missing_ok=True)

    def size(self) -> int:
        """Bytes on disk."""
        return sum(size for _, size, _ in self._by_age())

    @contextmanager
    def _turn(self, sheet: Sheet) -> Iterator[None]:
        if not self._turns.acquire(timeout=_WAIT_SECONDS):
            raise LimitExceeded(
                "Page {page} of “{name}” waited too long for other pages to be drawn; open it again.",
                page=sheet.page,
                name=sheet.name,
            )
        try:
            yield
        finally:
            self._turns.release()

    def _keep(self, path: Path, picture: Picture) -> None:
        """Store a picture under its name in one step; without room on the disk it is only shown."""
        head = {"rectangles": picture.rectangles, "whole": picture.whole, "top": picture.top, "bytes": len(picture.png)}
        new = self._folder / f"{_UNFINISHED}{uuid.uuid4().hex}"
        try:
            new.write_bytes(json.dumps(head).encode() + b"\n" + picture.png)
            new.replace(path)
            self._trim()
        except OSError:
            with suppress(OSError):
                new.unlink(missing_ok=True)

    def _trim(self) -> None:
        """Make room, and remove what a killed process left."""
        files = self._by_age()
        over = sum(size for _, size, _ in files) - self._bound
        for path, size, when in files:
            if over > 0 or (path.name.startswith(_UNFINISHED) and when < time() - _UNFINISHED_SECONDS):
                path.unlink(missing_ok=True)
                over -= size

    def _by_age(self) -> list[tuple[Path, int, float]]:
        """Each file with its bytes and when it was last looked at, the oldest first."""
        found = []
        for path in self._files():
            with suppress(FileNotFoundError):
                facts = path.stat()
                found.append((path, facts.st_size, facts.st_mtime))
        return sorted(found, key=lambda file: file[2])

    def _files(self) -> list[Path]:
        return [path for path in self._folder.iterdir() if path.is_file()]


def _name(sheet: Sheet) -> str:
    asked = [_LOOK, sheet.page, sheet.zoom, [list(span) for span in sheet.spans], sheet.text if sheet.spans else ""]
    return f"{_digest(sheet.document_id)[:32]}-{_digest(json.dumps(asked))[:32]}"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _read(path: Path) -> Picture | None:
    """A kept picture, now the youngest; None where there is none, or half of one."""
    try:
        head, _, png = path.read_bytes().partition(b"\n")
        facts = json.loads(head)
        if facts["bytes"] != len(png):
            return None
        boxes = [tuple(box) for box in facts["rectangles"]]
        picture = Picture(png, boxes, facts["whole"], locked=False, top=facts["top"])
        os.utime(path)
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return picture
