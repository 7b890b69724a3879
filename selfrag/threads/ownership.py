"""One process owns a data directory: two on one Chroma folder lose vectors without any error."""

import os
from pathlib import Path
from typing import NoReturn

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
            raise DataDirBusy(
                "The data directory {folder} is in use by {who}: close that one first, set SELFRAG_DATA_DIR to another "
                "folder, or set SELFRAG_SHARED=on to ask and decide beside it.",
                folder=self._data_dir,
                who=self._who(),
            ) from error
        self._note.write_text(part("process {pid}", pid=os.getpid()) + "\n", encoding="utf-8")

    @property
    def owned(self) -> bool:
        """Whether this process owns the directory."""
        return self._lock.is_locked

    def require(self) -> None:
        """Raises DataDirBusy where another process owns the directory: documents are changed there."""
        if not self.owned:
            self.refuse()

    def refuse(self, *_given: object, **_more: object) -> NoReturn:
        """Raise DataDirBusy, whatever was to change."""
        raise DataDirBusy(
            "{who} owns this data directory: add, change and delete documents there. Here you can ask and decide.",
            who=self._who(),
        )

    def give_back(self) -> None:
        """Let another process own the directory."""
        self._lock.release()

    def _who(self) -> str:
        who = self._note.read_text(encoding="utf-8").strip() if self._note.exists() else ""
        return who or part("another process")
