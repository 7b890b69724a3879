"""One process owns a data directory: two on one Chroma folder lose vectors without any error."""

import os
from pathlib import Path

from filelock import FileLock, Timeout

from selfrag.errors import DataDirBusy
from selfrag.sentences import part


class Ownership:
    """An exclusive lock on a data directory; the operating system releases it when the process dies."""

    def __init__(self, data_dir: Path) -> None:
        self._path = data_dir / "owner.lock"
        self._note = data_dir / "owner.txt"
        self._lock = FileLock(self._path, timeout=0, thread_local=False)
        self._data_dir = data_dir

    def take(self) -> None:
        """Own the directory, or raise DataDirBusy naming who does."""
        try:
            self._lock.acquire()
        except Timeout as error:
            who = self._note.read_text(encoding="utf-8").strip() if self._note.exists() else ""
            raise DataDirBusy(
                "The data directory {folder} is in use by {who}: close that one first, "
                "or set SELFRAG_DATA_DIR to another folder.",
                folder=self._data_dir,
                who=who or part("another process"),
            ) from error
        self._note.write_text(part("process {pid}", pid=os.getpid()) + "\n", encoding="utf-8")

    def give_back(self) -> None:
        """Let another process own the directory."""
        self._lock.release()
