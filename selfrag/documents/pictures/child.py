"""Draws one page in a process of its own, so that a hostile file can only harm itself.

Run as `python -m selfrag.documents.pictures.child`. One JSON request comes in on stdin (the password never shows in the
process list); one JSON line goes out on stdout, and after it the picture as a PNG:

    {"rectangles": [..], "top": .., "whole": .., "locked": ..}
    {"refused": "password" | "encryption" | "damaged" | "page" | "memory"}   instead of a picture
"""

import io
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from math import isfinite, sqrt
from typing import Any, TypedDict

from selfrag.documents.pdf.child import limit_memory, limit_time
from selfrag.documents.pdf.engines import CannotOpen, opened
from selfrag.documents.pdf.look import upright
from selfrag.documents.pictures.highlight import find
from selfrag.documents.pictures.painting import paint
from selfrag.documents.pictures.rectangles import Box, Inked, in_lines

_WIDTH = 1100
_MOST_PIXELS = 12_000_000
_LONGEST_SIDE = 8000
_FLAT = 0.1  # points


class Request(TypedDict):
    """The page, counted from 1, and the spans of its stored text to mark; `zoom` 1 is 1100 pixels wide."""

    path: str
    password: str | None
    page: int
    text: str
    spans: Sequence[tuple[int, int]]
    zoom: float
    memory_mb: int
    seconds: int


class Refused(Exception):
    """The page cannot be drawn; `args[0]` is the reason."""


def main() -> None:
    """Answer the request on stdin."""
    request: Request = json.load(sys.stdin)
    limit_memory(request["memory_mb"])
    limit_time(request["seconds"])
    try:
        answer, png = _picture(request)
    except (CannotOpen, Refused) as refusal:
        answer, png = {"refused": refusal.args[0]}, b""
    except MemoryError:
        answer, png = {"refused": "memory"}, b""
    sys.stdout.buffer.write(json.dumps(answer).encode() + b"\n" + png)


def _picture(request: Request) -> tuple[Mapping[str, Any], bytes]:
    import pypdfium2

    file, locked = opened(request["path"], request["password"])
    with suppress(pypdfium2.PdfiumError):
        file.init_forms()  # what was filled into a form is part of what a person sees
    try:
        page = file[request["page"] - 1]
        bitmap = page.render(scale=_scale(page.get_width(), page.get_height(), request["zoom"]))
    except (pypdfium2.PdfiumError, IndexError, ValueError) as error:
        raise Refused("page") from error
    image = bitmap.to_pil()
    turned = page.get_rotation()
    rectangles, whole = _marks(page, request["text"], request["spans"]) if request["spans"] else ([], True)
    page.set_rotation(turned)
    on_bitmap = bitmap.get_posconv(page)
    corners = [(*on_bitmap.to_bitmap(box[0], box[1]), *on_bitmap.to_bitmap(box[2], box[3])) for box in rectangles]
    painted = [(box, corner) for box, corner in zip(rectangles, corners, strict=True) if paint(image, corner)]
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=1)
    answer = {
        "rectangles": [box for box, _ in painted],
        "top": min((max(0, min(y0, y1)) / image.height for _, (_, y0, _, y1) in painted), default=None),
        "whole": whole and len(painted) == len(rectangles),
        "locked": locked,
    }
    return answer, out.getvalue()


def _scale(width: float, height: float, zoom: float) -> float:
    """Pixels for a point: as wide as wanted, as far as the number of pixels stays within bounds."""
    if not (isfinite(width) and isfinite(height) and width > 0 and height > 0):
        raise Refused("page")
    return min(zoom * _WIDTH / width, sqrt(_MOST_PIXELS / width / height), _LONGEST_SIDE / max(width, height))


def _marks(page: Any, text: str, spans: Sequence[tuple[int, int]]) -> tuple[list[Box], bool]:
    """Where the spans are, in points of the page, and whether all of them were found to their ends."""
    from pypdfium2 import raw

    glyphs = upright(page)
    chars = [_char(raw.FPDFText_GetUnicode(glyphs, at)) for at in range(glyphs.count_chars())]
    found = find(text, spans, chars)
    runs = chain.from_iterable(each.runs for each in found)
    lines = [in_lines(_inked(glyphs, chars, run)) for run in runs]
    return list(chain.from_iterable(lines)), all(each.whole for each in found)


def _inked(glyphs: Any, chars: Sequence[str], run: range) -> Iterator[Inked]:
    """The boxes of the glyphs that show something."""
    for at in run:
        if not chars[at].isspace():
            box = glyphs.get_charbox(at)
            if box[2] - box[0] < _FLAT or box[3] - box[1] < _FLAT:
                box = glyphs.get_charbox(at, loose=True)
            if box[2] > box[0] and box[3] > box[1]:
                yield Inked(box, chars[at].isalnum())


def _char(code: int) -> str:
    return chr(code) if code <= sys.maxunicode else "\0"


if __name__ == "__main__":
    main()
