"""Reads pages of one PDF in a process of its own, so that a hostile file can only harm itself.

Run as `python -m selfrag.documents.pdf.child`. The first line on stdin is a JSON request (the password never shows in
the process list), each other line the number of a page to read. One JSON line goes out on stdout for each of:

    {"pages": n}                                        known before any page is read
    {"refused": "password" | "encryption" | "damaged" | "pages" | "memory"}    instead of pages
    {"number": 1, "label": .., "text": .., "flaw": .., "reader": .., "doubtful": ..}    a page, in the order asked for

It ends with stdin.
"""

import json
import os
import signal
import sys
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any, TextIO, TypedDict

from selfrag.documents.pdf.engines import CannotOpen, Engine, PageText, Pdfium, Pypdf
from selfrag.documents.pdf.pages import PAGE_CHARS, Draft, draft, final


class Request(TypedDict):
    """How to open the file, and what it may take."""

    path: str
    password: str | None
    engine: str
    page_limit: int
    memory_mb: int
    seconds: int


_ENGINES: Mapping[str, type[Pdfium] | type[Pypdf]] = {"pdfium": Pdfium, "pypdf": Pypdf}


def main() -> None:
    """Answer on stdout what is asked on stdin."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # meant for the parent, which kills its children
    request: Request = json.loads(sys.stdin.readline())
    limit_memory(request["memory_mb"])
    limit_time(request["seconds"])
    with _own_stdout() as out:
        for answer in _answers(request):
            print(json.dumps(answer), file=out, flush=True)


def _own_stdout() -> TextIO:
    """What stdout was; a library that writes to it now disturbs nobody."""
    out = os.fdopen(os.dup(1), "w", encoding="ascii")
    os.dup2(2, 1)
    return out


def _answers(request: Request) -> Iterator[Mapping[str, Any]]:
    engine = request["engine"]
    try:
        file: Engine = _ENGINES[engine](request["path"], request["password"])
    except CannotOpen as refusal:
        yield {"refused": refusal.args[0]}
        return
    except MemoryError:
        yield {"refused": "memory"}
        return
    yield {"pages": len(file)}
    if len(file) > request["page_limit"]:
        yield {"refused": "pages"}
        return
    for line in sys.stdin:
        text = _cut(file.read(int(line)))
        read = draft(text) if engine == "pdfium" else Draft(final(text, "pypdf"), doubtful=False)
        yield {**asdict(read.page), "doubtful": read.doubtful}


def _cut(page: PageText) -> PageText:
    """The page with no more than a million characters."""
    if len(page["text"]) <= PAGE_CHARS:
        return page
    return PageText(page=page["page"], label=page["label"], text=page["text"][:PAGE_CHARS], flaw="cut")


def limit_memory(megabytes: int) -> None:
    """Bound the address space where the system can; Windows cannot."""
    _limit("RLIMIT_AS", megabytes << 20)


def limit_time(seconds: int) -> None:
    """Bound processor time where the system can, so that a child whose parent is gone ends by itself."""
    _limit("RLIMIT_CPU", seconds)


def _limit(kind: str, wanted: int) -> None:
    try:
        import resource
    except ImportError:
        return
    which = getattr(resource, kind)
    _, hard = resource.getrlimit(which)
    soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    try:
        resource.setrlimit(which, (soft, hard))
    except (ValueError, OSError):  # macOS refuses for some shells
        return


if __name__ == "__main__":
    main()
