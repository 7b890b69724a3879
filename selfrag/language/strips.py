"""Knowledge strips (arXiv 2401.15884, section 4.4): a passage in pieces of a few sentences that are judged apart.

What belongs together on a page stays together: a heading and what it heads, a dish with its price and description.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from selfrag.language.headings import is_heading, names_a_price
from selfrag.language.sentences import sentence_spans

_ALONE = 2
"""A passage of so many sentences is one strip."""
_SENTENCES = 3
_LINES_OF_AN_ITEM = 8
_HEADINGS = 3
"""More of them in a row are a list."""

Kind = Literal["heading", "item", "sentence"]


class _Line(NamedTuple):
    """A sentence or a line of its own, and whether a paragraph ends before it."""

    start: int
    end: int
    kind: Kind
    after_blank: bool


def strip_spans(text: str) -> list[tuple[int, int]]:
    """Spans of the strips in order; none is empty, and together they hold every character but white space."""
    lines = list(_lines(text))
    if len(lines) <= _ALONE:
        return _span(lines)
    return [span for block in _blocks(lines) for part in _parts(block) for span in _span(part)]


def _lines(text: str) -> Iterator[_Line]:
    before = 0
    for start, end in sentence_spans(text):
        yield _Line(start, end, _kind(text, start, end), text.count("\n", before, start) > 1)
        before = end


def _kind(text: str, start: int, end: int) -> Kind:
    """What shares no line with another sentence may name what follows."""
    around = text[:start].rpartition("\n")[2] + text[end:].partition("\n")[0]
    line = text[start:end]
    if around.strip() or not re.search(r"[^\W\d_]", line):
        return "sentence"
    if names_a_price(line):
        return "item"
    return "heading" if is_heading(line) and ":" not in line else "sentence"


def _blocks(lines: Sequence[_Line]) -> Iterator[list[_Line]]:
    """Lines that belong together: those of a section, or of an item under its headings."""
    block: list[_Line] = []
    for line in lines:
        if block and _begins(line, block):
            yield block
            block = []
        block.append(line)
    yield block


def _begins(line: _Line, block: Sequence[_Line]) -> bool:
    if all(above.kind == "heading" for above in block):
        return False
    return line.kind != "sentence" or (line.after_blank and block[-1].kind == "sentence")


def _parts(block: Sequence[_Line]) -> Iterator[Sequence[_Line]]:
    """The block, in even parts where it is long; its headings come with the first, unless they are a list."""
    headings = next((n for n, line in enumerate(block) if line.kind != "heading"), len(block))
    above = headings if headings <= _HEADINGS and headings < len(block) else 0
    most = _LINES_OF_AN_ITEM if any(line.kind == "item" for line in block) else _SENTENCES
    below = len(block) - above
    count = -(-below // most)
    ends = [above - (-n * below // count) for n in range(1, count + 1)]
    yield from (block[start:end] for start, end in zip([0, *ends], ends, strict=False))


def _span(lines: Sequence[_Line]) -> list[tuple[int, int]]:
    return [(lines[0].start, lines[-1].end)] if lines else []
