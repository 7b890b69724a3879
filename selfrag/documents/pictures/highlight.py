"""Finds a span of a page's stored text among the glyphs of the page. Pure.

Stored text was cleaned, and may be another library's reading in another order, so both sides are compared by letters
and digits alone. What is found is certain: letters that stand on the page more than once are found only where the text
around them tells which ones are meant.
"""

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

_CERTAIN = 10
"""Letters that are looked for together, at least: fewer may stand elsewhere in what the other library left out."""

_ENOUGH = 0.8
"""The share of a span that must be found; below it nothing is."""


class Found(NamedTuple):
    """Runs of glyphs, by their numbers; `whole` where they are all of the span."""

    runs: list[range]
    whole: bool


NOTHING = Found([], whole=False)


def find(stored: str, spans: Sequence[tuple[int, int]], glyphs: Sequence[str]) -> list[Found]:
    """Where each `stored[start:end]` is among the glyphs of the page, each given as the character it stands for."""
    text, page = _Letters(stored), _Letters(glyphs)
    return [_find(stored[:end], max(0, start), text, page, glyphs) for start, end in spans]


def _find(stored: str, start: int, text: "_Letters", page: "_Letters", glyphs: Sequence[str]) -> Found:
    """Where the end of a stored text is, from `start` on."""
    first, stop = bisect_left(text.starts, start), bisect_left(text.starts, len(stored))
    if first >= stop:
        return NOTHING
    pieces = [(first, stop, first)] if text.all == page.all else list(_pieces(text, page, first, stop))
    found = sum(piece_stop - piece for piece, piece_stop, _ in pieces)
    if found < _ENOUGH * (stop - first):
        return NOTHING
    runs = []
    for piece, piece_stop, at in pieces:
        run = range(page.starts[at], page.ends[at + piece_stop - piece - 1])
        before = stored[text.ends[piece - 1] if piece > first else start : text.starts[piece]]
        after = stored[text.ends[piece_stop - 1] : text.starts[piece_stop] if piece_stop < stop else None]
        runs.append(_with_signs(run, before, after, glyphs))
    return Found(runs, whole=found == stop - first)


def span_of(stored: str, wanted: str) -> tuple[int, int] | None:
    """Where a text first stands in a stored one: word for word, or else letter for letter."""
    match = re.search(r"\s+".join(re.escape(word) for word in wanted.split()), stored) if wanted.strip() else None
    if match:
        return match.span()
    text, letters = _Letters(stored), _Letters(wanted).all
    at = text.all.find(letters) if letters else -1
    return (text.starts[at], text.ends[at + len(letters) - 1]) if at >= 0 else None


class _Letters:
    """The letters and digits of a text, each with where its character starts and ends, and the number of its line."""

    def __init__(self, chars: Sequence[str]) -> None:
        found: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.lines: list[int] = []
        line = 0
        for start, end in _characters(chars):
            line += chars[start] == "\n"
            for letter in _letters_of("".join(chars[start:end])):
                found.append(letter)
                self.starts.append(start)
                self.ends.append(end)
                self.lines.append(line)
        self.all = "".join(found)


def _characters(chars: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Where each character starts and ends, with the marks and the parts of a Hangul syllable that follow it."""
    start = 0
    for at in range(1, len(chars)):
        if chars[at] < "\u0300" or not _joins(chars[at]):
            yield start, at
            start = at
    if chars:
        yield start, len(chars)


@lru_cache(maxsize=1 << 14)
def _joins(char: str) -> bool:
    return unicodedata.combining(char) != 0 or "\u1160" <= char <= "\u11ff"


@lru_cache(maxsize=1 << 14)
def _letters_of(char: str) -> str:
    return "".join(part for part in unicodedata.normalize("NFKC", char) if part.isalnum())


def _pieces(text: _Letters, page: _Letters, first: int, stop: int) -> Iterator[tuple[int, int, int]]:
    """The letters from `first` to `stop` with their place on the page; where they have none, their halves.

    Lines are divided only as long as the halves are long enough by themselves.
    """
    at = _place(text.all, page.all, first, stop)
    if at is None:
        at = _place_in_line(text, page, first, stop)
    if at is not None:
        yield first, stop, at
        return
    middle = (first + stop) // 2
    line_starts = [bisect_left(text.lines, line) for line in set(text.lines[first + 1 : stop])]
    between = [at for at in line_starts if first < at < stop]
    if between or stop - first >= 2 * _CERTAIN:
        middle = min(between, key=lambda at: abs(at - middle), default=middle)
        yield from _pieces(text, page, first, middle)
        yield from _pieces(text, page, middle, stop)


def _place(text: str, page: str, first: int, stop: int) -> int | None:
    """Where `text[first:stop]` is in `page`, told apart from others like it by more and more text on both sides of it.

    One side is not enough: where one reading goes along the rows of a table and the other down its columns, the name of
    a row stands before the value of another.
    """
    around = 0 if stop - first >= _CERTAIN else _CERTAIN // 2
    while True:
        start, end = max(0, first - around), min(len(text), stop + around)
        wanted = text[start:end]
        at = page.find(wanted)
        if at < 0:
            return None
        begins = at == 0 or first >= around
        ends = at + len(wanted) == len(page) or stop + around <= len(text)
        if begins and ends and len(wanted) >= _CERTAIN and _is_only(wanted, text, start) and _is_only(wanted, page, at):
            return at + first - start
        if around >= len(text):
            return None
        around = 2 * around or _CERTAIN // 2


def _place_in_line(text: _Letters, page: _Letters, first: int, stop: int) -> int | None:
    """As `_place`, told apart by its line: what stands in one line of both has the same neighbours in print."""
    line = text.lines[first]
    start, end = bisect_left(text.lines, line), bisect_right(text.lines, line)
    wanted = text.all[start:end]
    at = page.all.find(wanted)
    if end < stop or at < 0 or len(wanted) < _CERTAIN or page.lines[at] != page.lines[at + len(wanted) - 1]:
        return None
    return at + first - start if _is_only(wanted, text.all, start) and _is_only(wanted, page.all, at) else None


def _is_only(wanted: str, text: str, at: int) -> bool:
    """Whether a text holds what it has at this place nowhere else."""
    return text.find(wanted) == at and text.find(wanted, at + 1) < 0


def _with_signs(run: range, before: str, after: str, glyphs: Sequence[str]) -> range:
    """The run with the signs that belong to it, such as a bracket before it or a percent sign after it."""
    start, stop = run.start, run.stop
    for sign in reversed("".join(before.split())):
        if start > 0 and glyphs[start - 1] == sign:
            start -= 1
        else:
            break
    for sign in "".join(after.split()):
        if stop < len(glyphs) and glyphs[stop] == sign:
            stop += 1
        else:
            break
    return range(start, stop)
