"""Boxes of glyphs -> rectangles of lines. Pure."""

from collections.abc import Iterable
from typing import NamedTuple

Box = tuple[float, float, float, float]
"""Left, bottom, right, top, in points from the lower left corner of the page before it is turned."""

_OVERLAP = 0.5
_GAP = 1.5
_GROWTH = 1.8


class Inked(NamedTuple):
    """The box of a glyph, and whether that is a letter or digit."""

    box: Box
    is_letter: bool


def in_lines(glyphs: Iterable[Inked]) -> list[Box]:
    """Neighbours in reading order become one rectangle as long as they stand in one line, across or down.

    Signs that stand apart from all letters are left out: the order of the page has them there by chance.
    """
    lines: list[_Line] = []
    for glyph in glyphs:
        if not (lines and lines[-1].takes(glyph)):
            lines.append(_Line(glyph))
    return [line.box for line in lines if line.has_letters]


class _Line:
    """A rectangle that grows along a line."""

    def __init__(self, glyph: Inked) -> None:
        self.box = self._last = glyph.box
        self.has_letters = glyph.is_letter
        self._tallest, self._widest = _height(glyph.box), _width(glyph.box)

    def takes(self, glyph: Inked) -> bool:
        """Grow around a glyph that goes on with the line; False where it does not."""
        box, grown = glyph.box, _union(self.box, glyph.box)
        tallest, widest = max(self._tallest, _height(box)), max(self._widest, _width(box))
        is_narrow = _height(grown) <= _GROWTH * tallest or _width(grown) <= _GROWTH * widest  # else it is slanted
        if not (is_narrow and _follows(self.box, self._last, box)):
            return False
        self.box, self._last, self._tallest, self._widest = grown, box, tallest, widest
        self.has_letters |= glyph.is_letter
        return True


def _follows(line: Box, last: Box, box: Box) -> bool:
    """Whether a box overlaps with the line across it, and is at most a little away from the line's last box."""
    across, down = _shared(line, box, 0), _shared(line, box, 1)
    room = _GAP * max(_height(last), _width(last), _height(box), _width(box))
    beside = down >= _OVERLAP * min(_height(line), _height(box)) and _shared(last, box, 0) >= -room
    below = across >= _OVERLAP * min(_width(line), _width(box)) and _shared(last, box, 1) >= -room
    return beside or below


def _shared(one: Box, other: Box, axis: int) -> float:
    """The length that two boxes share along an axis; below 0 it is the room between them."""
    return min(one[axis + 2], other[axis + 2]) - max(one[axis], other[axis])


def _union(one: Box, other: Box) -> Box:
    return min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3])


def _width(box: Box) -> float:
    return box[2] - box[0]


def _height(box: Box) -> float:
    return box[3] - box[1]
