"""Draws pages and has Tesseract recognise them, in a process of its own: drawing a hostile file may end it.

Run as `python -m selfrag.documents.ocr.child`. One JSON request comes in on the first line of stdin, then one page
number a line; for each, one JSON line goes out: {"page": 1, "text": ..}, with "" where nothing was recognised.
The folder of the request is emptied and removed at the end.
"""

import json
import os
import signal
import sys
from contextlib import suppress
from math import ceil
from pathlib import Path
from shutil import rmtree
from time import process_time
from typing import Any, TypedDict

from selfrag.documents.ocr.words import sure_text
from selfrag.documents.pdf.child import limit_memory, limit_time
from selfrag.documents.pdf.engines import opened


class Request(TypedDict):
    """The PDF, and how its pages are recognised; `seconds` is for one page, once it is drawn."""

    path: str
    password: str | None
    program: str
    languages: str
    folder: str
    seconds: float
    memory_mb: int


DRAWING_SECONDS = 20
"""What drawing a page may take."""

_DOTS = 300 / 72
_MOST_PIXELS = 18_000_000
_LONGEST_SIDE = 16_000
_ONE_COLUMN = "--psm 4"
"""Tesseract's own search for blocks of text loses most of a Korean page."""


def main() -> None:
    """Answer the requests on stdin."""
    request: Request = json.loads(sys.stdin.readline())
    for name in ("OMP_THREAD_LIMIT", "OPENBLAS_NUM_THREADS"):  # each process works on one core
        os.environ[name] = "1"
    ending: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, frame: ending.append(number))  # so that Tesseract's end is waited for
    try:
        limit_memory(request["memory_mb"])
        _limit_page(request)
        recogniser = _Recogniser(request)
        for line in iter(sys.stdin.readline, ""):
            number = int(line)
            _limit_page(request)
            text = recogniser.text(number)
            if ending:
                return
            print(json.dumps({"page": number, "text": text}), flush=True)
    finally:
        rmtree(request["folder"], ignore_errors=True)


def _limit_page(request: Request) -> None:
    """Let the next page take what its share of time allows: in one that never ends, this process ends by itself."""
    limit_time(ceil(process_time() + request["seconds"] + DRAWING_SECONDS))


class _Recogniser:
    def __init__(self, request: Request) -> None:
        import pypdfium2
        from pytesseract import pytesseract

        pytesseract.tesseract_cmd = request["program"]
        self._tesseract: Any = pytesseract
        self._file, _ = opened(request["path"], request["password"])
        self._failures = (pypdfium2.PdfiumError, OSError, RuntimeError, UnicodeDecodeError, MemoryError)
        self._request = request
        self._base = Path(request["folder"]) / "page"

    def text(self, number: int) -> str:
        """What is recognised with some confidence; "" where drawing or recognising fails."""
        picture, text, table = (self._base.with_suffix(ending) for ending in (".pgm", ".txt", ".tsv"))
        with suppress(*self._failures):
            if not self._draw(number, picture):
                return ""
            self._tesseract.run_tesseract(
                str(picture),
                str(self._base),
                "txt",
                self._request["languages"],
                config=f"{_ONE_COLUMN} --dpi 300 -c tessedit_create_tsv=1",
                timeout=self._request["seconds"],
            )
            return sure_text(text.read_text(encoding="utf-8"), table.read_text(encoding="utf-8"))
        return ""

    def _draw(self, number: int, picture: Path) -> bool:
        """Whether there is anything on the page; then the picture is there."""
        page = self._file[number - 1]
        width, height = page.get_size()
        scale = min(_DOTS, (_MOST_PIXELS / (width * height)) ** 0.5, _LONGEST_SIDE / max(width, height))
        image = page.render(scale=scale, grayscale=True).to_pil().convert("L")
        page.close()
        darkest, lightest = image.getextrema()
        image.save(picture)
        return bool(darkest != lightest)


if __name__ == "__main__":
    main()
