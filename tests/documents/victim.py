"""A process that adds files to a library and is killed on the way.

    python -m tests.documents.victim DATA_DIR reading | embedding | storing | finishing | moving-N

`reading` kills it as the first file is read. The others kill it at a second one: between two batches of vectors, with
all vectors but no full text, and with everything but the last word. `moving-N` moves the first file of "Books", which
is there already, to "Shelf", and kills after N steps.
"""

import os
import signal
import sys
from pathlib import Path
from typing import Any

from tests.documents.conftest import OneModelLibrary, opened
from tests.documents.pdfs import FACT, text_pdf
from tests.fakes import FakeEmbedder


def die(*_: object, **__: object) -> Any:
    os.kill(os.getpid(), signal.SIGKILL)


def main(folder: Path, at: str) -> None:
    """Be killed at that point."""
    with opened(folder, FakeEmbedder()) as library:
        if at.startswith("moving-"):
            _move(library, int(at.removeprefix("moving-")))
        else:
            _add(library, at)


def _add(library: OneModelLibrary, at: str) -> None:
    def watch(file: str, stage: str, done: int, total: int) -> None:
        if at == stage == "reading" or (file == "second.pdf" and at == stage and done == 100):
            die()

    if at != "reading":
        list(library.ingest([("first.pdf", text_pdf(FACT))], "Books", progress=watch))
    if at == "storing":
        library.fulltext.add = die  # type: ignore[method-assign]
    if at == "finishing":
        library.catalog.finish = die  # type: ignore[method-assign]
    second = text_pdf(*[f"Page {number}." for number in range(150)])
    list(library.ingest([("second.pdf", second)], "Books", progress=watch))


def _move(library: OneModelLibrary, steps: int) -> None:
    left = steps
    stores = library._stores

    def counted(of: Any, name: str) -> None:
        step = getattr(of, name)

        def one(*given: Any) -> Any:
            nonlocal left
            if not left:
                die()
            left -= 1
            return step(*given)

        setattr(of, name, one)

    for of, name in (
        (stores.catalog, "place"), (stores.vectors, "_store"), (stores.fulltext, "place"), (stores.vectors, "remove"),
    ):  # fmt: skip
        counted(of, name)
    library.move(library.documents()[0].id, "Shelf")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
