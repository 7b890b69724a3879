"""The order of what stands side by side: lines of two columns, and tables drawn column by column. Pure."""

from collections.abc import Sequence
from itertools import pairwise
from statistics import median
from typing import NamedTuple

_LEAST_LINES = 6
_LEAST_ROWS = 3
_BULLETS = frozenset("•◦▪‣·–-*○●■□✓")


class Box(NamedTuple):
    """A stretch of text on one line and its place on the page, in points from the lower left corner."""

    left: float
    bottom: float
    right: float
    top: float
    text: str = ""

    @property
    def height(self) -> float:
        return self.top - self.bottom

    def beside(self, other: "Box") -> bool:
        """Whether both stand on one line."""
        shared = min(self.top, other.top) - max(self.bottom, other.bottom)
        return shared > 0.5 * min(self.height, other.height)


def may_need_order(boxes: Sequence[Box]) -> bool:
    """Whether boxes in the file's order, without their text, are worth a closer look."""
    joined = _joined(boxes)
    stretches = _stretches(joined)
    return gutter(joined) is not None or any(_is_next_column(a, b, last=True) for a, b in pairwise(stretches))


def ordered(boxes: Sequence[Box]) -> str | None:
    """The text in reading order; None where the file's own order stays, which is whenever there is doubt."""
    middle = gutter(boxes)
    if middle is None:
        return _row_after_row(boxes)
    sides = ([box for box in boxes if box.right < middle], [box for box in boxes if box.left >= middle])
    return _column_after_column(boxes, middle) if all(_flows(side) for side in sides) else None


def gutter(boxes: Sequence[Box]) -> float | None:
    """Where the space between two columns of prose lies that the file draws line by line, from left to right."""
    pairs = [
        (a, b)
        for a, b in pairwise(_joined(boxes))
        if a.beside(b) and b.left - a.right > max(6.0, 0.6 * max(a.height, b.height))
    ]
    if len(pairs) < _LEAST_LINES:
        return None
    middle = max((b.left - 1 for _, b in pairs), key=lambda x: sum(a.right < x < b.left for a, b in pairs))
    split = [(a, b) for a, b in pairs if a.right < middle < b.left]
    across = [(a, b) for a, b in pairs if a.left < middle < b.right]
    if len(split) < max(_LEAST_LINES, 0.65 * len(pairs), 0.8 * len(across)):
        return None
    return middle if _is_prose([a for a, _ in split]) and _is_prose([b for _, b in split]) else None


def _joined(boxes: Sequence[Box]) -> list[Box]:
    """Boxes of one line with no more than a word space between them become one."""
    out: list[Box] = []
    for box in boxes:
        last = out[-1] if out else None
        if last and last.beside(box) and -1 < box.left - last.right <= max(6.0, 0.6 * last.height):
            out[-1] = Box(last.left, min(last.bottom, box.bottom), box.right, max(last.top, box.top), last.text)
        else:
            out.append(box)
    return out


def _is_prose(lines: Sequence[Box]) -> bool:
    """Whether lines are long, and most of them reach the right edge of their column."""
    if not lines:
        return False
    left, right = min(line.left for line in lines), max(line.right for line in lines)
    filled = sum(line.right - line.left > 0.75 * (right - left) for line in lines)
    return 2 * filled >= len(lines) and median((line.right - line.left) / max(line.height, 1) for line in lines) >= 10


def _flows(lines: Sequence[Box]) -> bool:
    """Whether most lines go on from the line before: they begin in lower case, or, without cases, fill their column.

    The cells of a table begin anew.
    """
    cased = [line for line in lines if line.text[:1].lower() != line.text[:1].upper()]
    if 2 * len(cased) >= len(lines):
        return 5 * sum(line.text[0].islower() for line in cased) >= 2 * len(cased)
    left, right = min(line.left for line in lines), max(line.right for line in lines)
    return 10 * sum(line.right - line.left > 0.85 * (right - left) for line in lines) >= 7 * len(lines)


def _column_after_column(boxes: Sequence[Box], middle: float) -> str:
    lines: list[str] = []
    sides: tuple[list[Box], list[Box]] = ([], [])
    for box in boxes:
        if box.left < middle < box.right - 12:
            lines += _lines(sides[0]) + _lines(sides[1])
            sides = ([], [])
            lines.append(box.text)
        else:
            sides[box.left >= middle].append(box)
    return "\n".join(lines + _lines(sides[0]) + _lines(sides[1]))


def _row_after_row(boxes: Sequence[Box]) -> str | None:
    stretches = _stretches(boxes)
    lines: list[str] = []
    at, found = 0, False
    while at < len(stretches):
        end = _table_end(stretches, at)
        if end - at > 1:
            found = True
            top = max(box.top for box in stretches[at + 1])
            low = min(box.bottom for stretch in stretches[at : end - 1] for box in stretch)
            cells = [box for stretch in stretches[at:end] for box in stretch]
            lines += _lines([box for box in cells if box.bottom > top])
            rows = [box for box in cells if low - 2 <= box.bottom <= top]
            lines += _lines(sorted(rows, key=lambda box: (-box.bottom, box.left)), rows=True)
            lines += _lines([box for box in cells if box.bottom < low - 2])
        else:
            lines += _lines(stretches[at])
        at = max(end, at + 1)
    return "\n".join(lines) if found else None


def _stretches(boxes: Sequence[Box]) -> list[list[Box]]:
    """The boxes, divided where the file goes back up the page and to the right."""
    out: list[list[Box]] = [[]]
    for box in boxes:
        last = out[-1][-1] if out[-1] else None
        if last and box.bottom > last.top and box.left >= last.left:
            out.append([])
        out[-1].append(box)
    return out


def _table_end(stretches: Sequence[Sequence[Box]], at: int) -> int:
    """The end of the run of stretches from `at` on that are the columns of one table; `at` + 1 where there is none.

    A list in columns looks the same: what has bullets is one, and two columns are a table only if one holds numbers.
    """
    end = at + 1
    while end < len(stretches) and _is_next_column(stretches[end - 1], stretches[end], last=False):
        end += 1
    if end < len(stretches) and _is_next_column(stretches[end - 1], stretches[end], last=True):
        end += 1
    cells = [box for stretch in stretches[at + 1 : end] for box in stretch]
    if 2 * sum(box.text[:1] in _BULLETS for box in cells) > len(cells):
        return at + 1
    if end - at == 2 and 5 * sum(any(char.isdigit() for char in box.text) for box in cells) < 3 * len(cells):
        return at + 1
    return end


def _is_next_column(before: Sequence[Box], after: Sequence[Box], *, last: bool) -> bool:
    """Whether the lines of `after` stand beside lines of `before`, right of them, and are too short for prose.

    Below the `last` column the text may go on.
    """
    if last and before:
        low = min(box.bottom for box in before)
        after = [box for box in after if box.bottom >= low - 2]
    top = max((box.top for box in after), default=0.0)
    cells = [box for box in before if box.bottom <= top]
    if len(after) < _LEAST_ROWS or len(cells) < _LEAST_ROWS or _is_prose(after) or _is_prose(cells):
        return False
    if max(box.right for box in cells) >= min(box.left for box in after):
        return False
    if any(a.beside(b) for a, b in pairwise(cells)) or any(a.beside(b) for a, b in pairwise(after)):
        return False
    level = sum(any(box.beside(cell) for cell in cells) for box in after)
    return 5 * level >= 4 * len(after)


def _lines(boxes: Sequence[Box], *, rows: bool = False) -> list[str]:
    """The texts, a line for each; where boxes follow each other on one line (`rows`: in one row), a space between."""
    out: list[str] = []
    for at, box in enumerate(boxes):
        same = at and (
            abs(boxes[at - 1].bottom - box.bottom) <= 0.35 * box.height if rows else boxes[at - 1].beside(box)
        )
        if same:
            out[-1] += " " + box.text
        else:
            out.append(box.text)
    return out
