"""A page as a picture, drawn by a child process that may be killed."""

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import selfrag
from selfrag.documents.pictures.child import Request
from selfrag.documents.pictures.rectangles import Box
from selfrag.errors import DocumentError, LimitExceeded, PasswordNeeded, Unreadable
from selfrag.ports import Limits

SECONDS = 20

_PNG = b"\x89PNG\r\n\x1a\n"


@dataclass(frozen=True)
class Sheet:
    """A page to draw, counted from 1, and the spans of its stored text to mark."""

    path: Path
    document_id: str
    name: str
    page: int
    text: str = ""
    spans: Sequence[tuple[int, int]] = ()
    zoom: float = 1.0


@dataclass(frozen=True)
class Picture:
    """A drawn page; the marked rectangles are in points of the page, and `top` is how far down they begin, 0 to 1.

    `whole`: all that was to be marked is. `locked`: the file opens with a password only.
    """

    png: bytes
    rectangles: list[Box]
    whole: bool
    locked: bool
    top: float | None = None


def draw(sheet: Sheet, password: str | None, limits: Limits) -> Picture:
    """Draw a page. Raises PasswordNeeded, LimitExceeded or Unreadable, naming the file."""
    request = Request(
        path=str(sheet.path.absolute()), password=password or None, page=sheet.page, text=sheet.text,
        spans=sheet.spans, zoom=sheet.zoom, memory_mb=limits.parse_memory_mb, seconds=SECONDS,
    )  # fmt: skip
    command = [sys.executable, "-m", "selfrag.documents.pictures.child"]
    try:
        ended = subprocess.run(
            command, input=json.dumps(request).encode(), cwd=Path(selfrag.__file__).parents[1], timeout=SECONDS,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired as error:
        raise LimitExceeded(
            "Page {page} of “{name}” took longer than {limit} seconds to draw; download the file to see it.",
            page=sheet.page,
            name=sheet.name,
            limit=SECONDS,
        ) from error
    head, _, png = ended.stdout.partition(b"\n")
    answer: dict[str, Any] = json.loads(head) if head.startswith(b"{") and head.endswith(b"}") else {}
    if "rectangles" in answer and png.startswith(_PNG):
        return Picture(
            png, [tuple(box) for box in answer["rectangles"]], answer["whole"], answer["locked"], answer["top"]
        )
    raise _refusal(answer.get("refused", "crashed"), sheet, password, limits)


def _refusal(reason: str, sheet: Sheet, password: str | None, limits: Limits) -> DocumentError:
    page, name = sheet.page, sheet.name
    if reason == "password":
        if password:
            return PasswordNeeded("The password for “{name}” is wrong; type the right one to see its pages.", name=name)
        return PasswordNeeded("“{name}” is protected; type its password to see its pages.", name=name)
    if reason == "memory":
        return LimitExceeded(
            "Page {page} of “{name}” needs more than {limit} MB of memory to draw; download the file to see it.",
            page=page,
            name=name,
            limit=limits.parse_memory_mb,
        )
    return Unreadable(
        "Page {page} of “{name}” cannot be drawn; it is damaged, or needs too much. Download the file to see it.",
        page=page,
        name=name,
    )
