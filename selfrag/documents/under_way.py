"""Files that were taken and are being read, and which of them comes next."""

from collections.abc import Mapping
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

from selfrag.documents.pdf.pages import Page
from selfrag.documents.report import IngestResult


@dataclass
class Taken:
    """A file under way: its bytes are copied and, unless they are known already, are being read."""

    result: IngestResult
    started: float = field(default_factory=monotonic)
    held: ExitStack = field(default_factory=ExitStack)
    document_id: str = ""
    copy: Path = field(default_factory=Path)
    pages: Future[list[Page]] | None = None


def next_read(under_way: Mapping[int, Taken]) -> int:
    """The first file that was read, once there is one; those of one name or of the same bytes keep their order."""
    while True:
        names, ids = set[str](), set[str]()
        reading = []
        for number, taken in sorted(under_way.items()):
            first = taken.result["name"] not in names and taken.document_id not in ids
            if first and (taken.pages is None or taken.pages.done()):
                return number
            names.add(taken.result["name"])
            ids.add(taken.document_id)
            if taken.pages and not taken.pages.done():
                reading.append(taken.pages)
        wait(reading, return_when=FIRST_COMPLETED)
