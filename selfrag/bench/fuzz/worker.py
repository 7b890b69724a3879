"""Reads PDFs as an upload does, one after another, and says how each ended; it stands for the desk's own process.

Run as `python -m selfrag.bench.fuzz.worker SECONDS`; a path comes in on each line, and one JSON object (an Outcome)
goes out. What is measured is whether this process survives.
"""

import json
import sys
import time
import traceback
from pathlib import Path
from typing import TypedDict

from selfrag.documents import report
from selfrag.documents.pdf.pages import Page
from selfrag.documents.pdf.reader import read_pdf
from selfrag.documents.textless import require_text
from selfrag.errors import DocumentError
from selfrag.ports import Limits

NAME = "mutated.pdf"


class Outcome(TypedDict):
    """`state` is ready, partly_ready, failed or broken; `reasons` are templates of sentences or kinds of page flaw.

    "broken" is what must not be: an exception that is no refusal (`fault` is its traceback), or pages that cannot be.
    """

    state: str
    reasons: list[str]
    fault: str
    seconds: float


def main() -> None:
    """Answer until stdin ends."""
    limits = Limits(pages=60, parse_seconds=int(sys.argv[1]), parse_memory_mb=300)
    for line in sys.stdin:
        began = time.monotonic()
        outcome = read(Path(line.rstrip("\n")), limits)
        outcome["seconds"] = round(time.monotonic() - began, 3)
        print(json.dumps(outcome), flush=True)


def read(path: Path, limits: Limits) -> Outcome:
    """How the file ends."""
    try:
        pages = read_pdf(path, NAME, None, limits, lambda page, pages: None)
        state, _ = report.verdict(pages)
        require_text(NAME, pages)
    except DocumentError as error:
        return _outcome("failed", [error.message.replace(NAME, "{name}")] if NAME in str(error) else [])
    except BaseException:  # noqa: BLE001  the point is to see any
        return _outcome("broken", [], traceback.format_exc())
    if wrong := _wrong(pages):
        return _outcome("broken", [], wrong)
    warned = len(report.warnings(pages)) >= len({page.flaw for page in pages} - {None})
    return _outcome(state, sorted({f"page: {page.flaw}" for page in pages if page.flaw}) if warned else [])


def _wrong(pages: list[Page]) -> str:
    """What is wrong with the pages themselves."""
    if [page.number for page in pages] != list(range(1, len(pages) + 1)):
        return "The pages are not numbered from 1 on."
    if any(not page.text and not page.flaw for page in pages):
        return "A page without text has no flaw."
    if any(page.text.encode("utf-8", "replace").decode() != page.text or "\0" in page.text for page in pages):
        return "A text cannot be stored."
    return ""


def _outcome(state: str, reasons: list[str], fault: str = "") -> Outcome:
    return Outcome(state=state, reasons=reasons, fault=fault, seconds=0.0)


if __name__ == "__main__":
    main()
