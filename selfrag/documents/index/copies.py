"""Folders for copies of the vectors, one for each server that only reads them; none outlives its server for long."""

import shutil
from pathlib import Path
from tempfile import mkdtemp

from filelock import FileLock, Timeout

FOLDER = "copies"
"""The folder's name in the data directory."""
_ALIVE = "alive.lock"


class Copies:
    """A folder of this process; the operating system lets go of its lock however the process ends."""

    def __init__(self, data_dir: Path) -> None:
        clean_up(data_dir)
        (data_dir / FOLDER).mkdir(exist_ok=True)
        self.folder = Path(mkdtemp(dir=data_dir / FOLDER))
        self._lock = FileLock(self.folder / _ALIVE, thread_local=False)
        self._lock.acquire()

    def remove(self) -> None:
        """Drop the folder."""
        self._lock.release()
        shutil.rmtree(self.folder, ignore_errors=True)


def clean_up(data_dir: Path) -> None:
    """Drop the folders whose processes are gone."""
    for lock in (data_dir / FOLDER).glob(f"*/{_ALIVE}"):
        try:
            with FileLock(lock, timeout=0):
                pass
        except (Timeout, OSError):
            continue
        shutil.rmtree(lock.parent, ignore_errors=True)
