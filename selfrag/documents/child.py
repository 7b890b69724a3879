"""Reads one PDF in a process of its own, so that a hostile file can only harm itself.

Run as `python -m selfrag.documents.child`. One JSON request comes in on stdin (the password never
shows in the process list), one JSON line goes out on stdout for each of:

    {"pages": n}                               known before any page is read
    {"page": 1, "label": .., "text": .., "flaw": ..}   one for each page asked for
    {"refused": "password" | "encryption" | "damaged" | "pages" | "memory"}   instead of pages
    {"end": true}                              nothing was cut off
"""

import json
import sys
from collections.abc import Iterator, Mapping
from typing import Any, TypedDict

from selfrag.documents.engines import CannotOpen, Engine, PageText, Pdfium, Pypdf


class Request(TypedDict):
    """What to read: all pages from `first` on, or only those named in `only`."""

    path: str
    password: str | None
    engine: str
    first: int
    only: list[int] | None
    page_limit: int
    memory_mb: int


_PAGE_CHARS = 1_000_000
_ENGINES: Mapping[str, type[Pdfium] | type[Pypdf]] = {"pdfium": Pdfium, "pypdf": Pypdf}


def main() -> None:
    """Answer the request on stdin."""
    request: Request = json.load(sys.stdin)
    _limit_memory(request["memory_mb"])
    for answer in _answers(request):
        print(json.dumps(answer), flush=True)


def _answers(request: Request) -> Iterator[Mapping[str, Any]]:
    try:
        file: Engine = _ENGINES[request["engine"]](request["path"], request["password"])
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
    for number in request["only"] or range(request["first"], len(file) + 1):
        yield _cut(file.read(number))
    yield {"end": True}


def _cut(page: PageText) -> PageText:
    """The page with no more than a million characters."""
    if len(page["text"]) <= _PAGE_CHARS:
        return page
    return PageText(page=page["page"], label=page["label"], text=page["text"][:_PAGE_CHARS], flaw="cut")


def _limit_memory(megabytes: int) -> None:
    """Bound the address space where the system can; Windows cannot."""
    try:
        import resource
    except ImportError:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = megabytes << 20
    soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    try:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
    except (ValueError, OSError):  # macOS refuses for some shells
        return


if __name__ == "__main__":
    main()
