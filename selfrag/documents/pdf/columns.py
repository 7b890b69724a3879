"""Pages set in vertical lines, as in Japanese books: PDFium gives their columns from left to right."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")


class _Column(NamedTuple):
    """A line of glyphs with its place on the page, in points from the lower left corner."""

    text: str
    left: float
    top: float
    bottom: float
    is_vertical: bool


def vertical_lines(glyphs: Any, text: str) -> list[str]:
    """The columns of a PDFium text page set in vertical lines, in reading order; empty when lines run across.

    Columns side by side form a band; bands go from top to bottom, columns of a band from right to left.
    """
    if 5 * len(_CJK.findall(text)) < len(text):
        return []
    columns = list(_columns(glyphs))
    if 2 * sum(len(column.text) for column in columns if column.is_vertical) < sum(len(c.text) for c in columns):
        return []
    bands: list[list[_Column]] = []
    lowest = 0.0
    for column in sorted(columns, key=lambda column: -column.top):
        if not bands or column.top < lowest:
            bands.append([])
            lowest = column.bottom
        bands[-1].append(column)
        lowest = min(lowest, column.bottom)
    return [column.text for band in bands for column in sorted(band, key=lambda column: -column.left)]


def _columns(glyphs: Any) -> Iterator[_Column]:
    from pypdfium2 import raw

    text: list[str] = []
    boxes: list[tuple[float, float, float, float]] = []
    for index in range(glyphs.count_chars() + 1):
        char = chr(raw.FPDFText_GetUnicode(glyphs, index)) if index < glyphs.count_chars() else "\n"
        if char not in "\r\n":
            text.append(char)
            boxes.append(glyphs.get_charbox(index))
        elif text:
            lefts, bottoms, _, tops = zip(*boxes, strict=True)
            steps = [(abs(b[0] - a[0]), abs(b[3] - a[3])) for a, b in pairwise(boxes)]
            down = sum(dy > dx for dx, dy in steps)
            yield _Column("".join(text), min(lefts), max(tops), min(bottoms), 2 * down > len(steps))
            text, boxes = [], []
