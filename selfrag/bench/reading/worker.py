"""Reads the PDFs of a folder once, in a process of its own, so that its time and memory are its own. For Linux.

Run as `python -m selfrag.bench.reading.worker READER CORES FOLDER`; one JSON object (a Reading) comes out.
"""

import json
import logging
import os
import re
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from typing import TypedDict

from selfrag.documents.pdf.reader import read_pdf
from selfrag.errors import SelfragError
from selfrag.ports import Limits

NEVER = 3600
"""Seconds that a file may take here, where the machine may be busy with other things."""


class Reading(TypedDict):
    """The texts of each file's pages, or why there are none."""

    seconds: float
    memory_mb: float
    texts: Mapping[str, Sequence[str]]
    error: str


def main() -> None:
    """Read as the arguments say."""
    reader, cores, folder = sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])
    bind(cores)
    try:
        reading = read(_READERS[reader], sorted(folder.glob("*.pdf")), cores)
    except SelfragError as error:
        reading = Reading(seconds=0.0, memory_mb=0.0, texts={}, error=str(error))
    print(json.dumps(reading))


def bind(cores: int) -> None:
    """Use so many of the cores this process may use. Raises SelfragError where there are not so many."""
    mine = sorted(os.sched_getaffinity(0))
    if len(mine) < cores:
        raise SelfragError("This needs {cores} processor cores, and there are {mine}.", cores=cores, mine=len(mine))
    os.sched_setaffinity(0, mine[:cores])


def read(reader: Callable[[Path], Sequence[str]], paths: Sequence[Path], at_once: int) -> Reading:
    """So many files at once, as an upload reads them."""
    began = time.perf_counter()
    with ThreadPoolExecutor(at_once) as pool:
        texts = dict(zip((path.name for path in paths), pool.map(reader, paths), strict=True))
    return Reading(seconds=time.perf_counter() - began, memory_mb=_memory(at_once), texts=texts, error="")


def _by_selfrag(path: Path) -> list[str]:
    pages = read_pdf(path, path.name, None, Limits(parse_seconds=NEVER), lambda page, pages: None)
    return [page.text for page in pages]


def _by_pypdf(path: Path) -> list[str]:
    from pypdf import PdfReader
    from pypdf.errors import PyPdfError

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    try:
        return [page.extract_text() for page in PdfReader(path).pages]
    except PyPdfError as error:
        raise SelfragError("pypdf cannot read “{name}” ({why}).", name=path.name, why=error) from error


_READERS = {"selfrag": _by_selfrag, "pypdf": _by_pypdf}


def _memory(children: int) -> float:
    """The most that this process and its children can have held: its own peak, and the largest child's for each.

    What `getrusage` says of the process itself would be no less than the peak of whoever started it.
    """
    status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
    own = re.findall(r"VmHWM:\s*(\d+) kB", status)
    return round((int(own[0]) + children * getrusage(RUSAGE_CHILDREN).ru_maxrss) / 1024, 1)


if __name__ == "__main__":
    main()
