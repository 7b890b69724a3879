"""Copies of the vectors go with the server that made them, however it ends."""

import subprocess
import sys
from pathlib import Path

from selfrag.documents.index.copies import FOLDER, Copies, clean_up

KILLED = """
import os, signal, sys
from pathlib import Path
from selfrag.documents.index.copies import Copies
copies = Copies(Path(sys.argv[1]))
(copies.folder / "1").mkdir()
(copies.folder / "1" / "chroma.sqlite3").write_bytes(b"x" * 1000)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_what_a_killed_server_left_goes_at_the_next_start(tmp_path: Path) -> None:
    for begin in (Copies, clean_up):
        subprocess.run([sys.executable, "-c", KILLED, str(tmp_path)], check=False)
        (left,) = (tmp_path / FOLDER).iterdir()
        begun = begin(tmp_path)
        assert not left.exists()
        if begun is not None:
            begun.remove()


def test_the_copies_of_a_living_server_stay(tmp_path: Path) -> None:
    first = Copies(tmp_path)
    second = Copies(tmp_path)
    clean_up(tmp_path)
    assert first.folder.is_dir() and second.folder.is_dir()
    first.remove()
    assert not first.folder.exists() and second.folder.is_dir()
    second.remove()


def test_without_any_there_is_nothing_to_do(tmp_path: Path) -> None:
    clean_up(tmp_path)
    assert list(tmp_path.iterdir()) == []
