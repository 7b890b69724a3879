"""A first look at the glyphs of a page: turn, place, visibility. Runs in the child process only."""

from collections import Counter
from math import pi
from typing import Any, NamedTuple

_SAMPLE = 150
_UNMAPPED_SHARE = 0.3
FLAT_POINTS = 0.1
"""A glyph of no more height has no shape."""
_INVISIBLE = {3, 7}
"""Text render modes that paint nothing."""


class Look(NamedTuple):
    """What a sample of glyphs shows: shares of it, from 0 to 1, and whether some of many cannot be seen."""

    unmapped: float
    flat: float
    unseen: bool

    @property
    def is_unmapped(self) -> bool:
        """Whether the font names too few of its characters: where it is neither in the file nor on the machine."""
        return self.unmapped > _UNMAPPED_SHARE

    @property
    def is_flat(self) -> bool:
        """Whether glyphs have no height: PDFium has no font for them, and then drops some texts altogether."""
        return self.flat > 0.5


def upright(page: Any) -> Any:
    """The text page of a page, which is turned first where most text does not run from left to right as it is.

    PDFium gives lines that run down the page as it is shown in the wrong order.
    """
    from pypdfium2 import raw

    glyphs = page.get_textpage()
    count = glyphs.count_chars()
    turns = Counter(
        round(raw.FPDFText_GetCharAngle(glyphs, at) / (pi / 2)) % 4 * 90 for at in range(0, count, max(1, count // 12))
    )
    for turn, seen in turns.most_common(1):
        if turn != page.get_rotation() and 4 * seen > 3 * turns.total():
            page.set_rotation(turn)
            return page.get_textpage()
    return glyphs


def look(page: Any, glyphs: Any) -> Look:
    """A sample of the glyphs, taken evenly."""
    from pypdfium2 import raw

    count = glyphs.count_chars()
    sample = range(0, count, max(1, count // _SAMPLE))
    unmapped = sum(raw.FPDFText_HasUnicodeMapError(glyphs, at) == 1 for at in sample)
    inked = [at for at in sample if raw.FPDFText_GetUnicode(glyphs, at) > 32]
    boxes = [glyphs.get_charbox(at) for at in inked]
    flat = sum(box[3] - box[1] < FLAT_POINTS for box in boxes)
    area = area_of(page)
    invisible = sum(is_invisible(glyphs, at) for at in inked)
    unseen = 0 < 2 * invisible < len(inked) or any(not within(box, area) for box in boxes)
    return Look(unmapped / max(1, len(sample)), flat / max(1, len(inked)), unseen)


def area_of(page: Any) -> tuple[float, float, float, float]:
    """The part of the page that is shown."""
    left, bottom, right, top = page.get_bbox()
    return min(left, right), min(bottom, top), max(left, right), max(bottom, top)


def within(box: tuple[float, ...], area: tuple[float, ...]) -> bool:
    """Whether the middle of a box is in an area."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return area[0] <= x <= area[2] and area[1] <= y <= area[3]


def is_invisible(glyphs: Any, index: int) -> bool:
    from pypdfium2 import raw

    shape = raw.FPDFText_GetTextObject(glyphs, index)
    return bool(shape) and raw.FPDFTextObj_GetTextRenderMode(shape) in _INVISIBLE
