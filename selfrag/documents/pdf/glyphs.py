"""The text of a page from what PDFium knows of its glyphs. Runs in the child process only.

Each look at a glyph is a call into the library, so that only a page that looks odd is gone through glyph by glyph.
"""

from collections.abc import Iterator
from contextlib import suppress
from itertools import groupby, pairwise
from statistics import median
from typing import Any, NamedTuple

from selfrag.documents.pdf.cleaning import SPACED_HANGUL
from selfrag.documents.pdf.layout import Box, may_need_order, ordered
from selfrag.documents.pdf.look import FLAT_POINTS, Look, area_of, is_invisible, within

_WIDER = 1.15
_MOST_GLYPHS = 30_000


class Glyph(NamedTuple):
    """One character of the text, or "-\\n" for a hyphen at a line end, and where PDFium has it."""

    text: str
    at: int


def text_of(page: Any, glyphs: Any, seen: Look) -> str:
    """The text as PDFium orders it, without what nobody can see, in reading order where that is beyond doubt."""
    text: str = glyphs.get_text_range()
    if len(text) > _MOST_GLYPHS:
        return text if "\ufffe" not in text else _join(_glyphs(glyphs, text))
    chars: list[Glyph] | None = None
    if seen.unseen:
        chars = _without_unseen(page, glyphs, _glyphs(glyphs, text))
        text = _join(chars)
    if _is_side_by_side(glyphs):
        chars = chars if chars is not None else _glyphs(glyphs, text)
        if order := ordered(_boxes(glyphs, chars)):
            return order
    if SPACED_HANGUL.search(text):
        return _respaced(glyphs, chars if chars is not None else _glyphs(glyphs, text))
    if "\ufffe" in text:
        return _join(chars if chars is not None else _glyphs(glyphs, text))
    return text


def _is_side_by_side(glyphs: Any) -> bool:
    count = glyphs.count_rects()
    if not 6 <= count < 3000:
        return False
    boxes = [Box(*glyphs.get_rect(at)) for at in range(count)]
    return may_need_order([box for box in boxes if box.height > FLAT_POINTS])


def _glyphs(glyphs: Any, text: str) -> list[Glyph]:
    """The characters of PDFium's text, where U+FFFE is a hyphen at a line end or a glyph without a character."""
    from pypdfium2 import raw

    out, units = [], 0
    for char in text:
        index = raw.FPDFText_GetCharIndexFromTextIndex(glyphs, units)
        is_hyphen = char == "\ufffe" and raw.FPDFText_IsHyphen(glyphs, index) == 1
        out.append(Glyph("-\n" if is_hyphen else char, index))
        units += 2 if char > "\uffff" else 1
    return out


def _join(chars: list[Glyph]) -> str:
    return "".join(char.text for char in chars)


def _without_unseen(page: Any, glyphs: Any, chars: list[Glyph]) -> list[Glyph]:
    """The characters without words outside the page and, where most of it can be seen, those painted invisibly.

    Invisible text over a picture stays: it is what a scanner recognised there.
    """
    area = area_of(page)
    kept: list[Glyph] = []
    for is_space, together in groupby(chars, key=lambda char: char.text.isspace()):
        word = list(together)
        if is_space or any(within(glyphs.get_charbox(char.at), area) for char in word):
            kept += word
    inked = [char for char in kept if not char.text.isspace()]
    hidden = {char.at for char in inked if is_invisible(glyphs, char.at)}
    if 2 * len(hidden) < len(inked):
        pictures = _pictures(page)
        hidden = {at for at in hidden if not any(within(glyphs.get_charbox(at), picture) for picture in pictures)}
        kept = [char for char in kept if char.at not in hidden]
    return kept


def _pictures(page: Any) -> list[tuple[float, float, float, float]]:
    from pypdfium2 import PdfiumError, raw

    out = []
    for shape in page.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE], max_depth=2):
        with suppress(PdfiumError):
            out.append(shape.get_bounds())
    return out


def _boxes(glyphs: Any, chars: list[Glyph]) -> list[Box]:
    """The stretches of text without a wide gap in them, in the file's order."""
    return [_box(stretch) for stretch in _divided(glyphs, chars) if any(not char.text.isspace() for char, _ in stretch)]


def _divided(glyphs: Any, chars: list[Glyph]) -> Iterator[list[tuple[Glyph, Any]]]:
    stretch: list[tuple[Glyph, Any]] = []
    last = None
    for char in chars:
        if char.text in "\r\n":
            yield stretch
            stretch, last = [], None
            continue
        box = None if char.text == " " else glyphs.get_charbox(char.at, loose=True)
        if box and last and not -2 < box[0] - last[2] < max(6.0, 0.6 * (last[3] - last[1])):
            yield stretch
            stretch = []
        stretch.append((char, box))
        last = box or last
        if char.text.endswith("\n"):
            yield stretch
            stretch, last = [], None
    yield stretch


def _box(stretch: list[tuple[Glyph, Any]]) -> Box:
    lefts, bottoms, rights, tops = zip(*(box for _, box in stretch if box), strict=True)
    text = _join([char for char, _ in stretch]).removesuffix("\n").strip()
    return Box(min(lefts), min(bottoms), max(rights), max(tops), text)


def _respaced(glyphs: Any, chars: list[Glyph]) -> str:
    """Hangul set syllable by syllable, where only a gap that is wider than most on its line is a space."""
    text = "".join(" " if char.text == "\r" else char.text[-1] for char in chars)
    out, done = "", 0
    for match in SPACED_HANGUL.finditer(text):
        out += _join(chars[done : match.start()])
        syllables = [at for at in range(match.start(), match.end()) if not text[at].isspace()]
        steps = [_step(glyphs, chars[a].at, chars[b].at) for a, b in pairwise(syllables)]
        usual = median([step for step in steps if step > 0] or [0.0])
        for at, step, after in zip(syllables, steps, syllables[1:], strict=False):
            between = "\n" if "\n" in text[at:after] else " " if step > _WIDER * usual else ""
            out += text[at] + between
        out += text[syllables[-1]]
        done = match.end()
    return out + _join(chars[done:])


def _step(glyphs: Any, index: int, following: int) -> float:
    """How far the next glyph starts to the right."""
    return float(glyphs.get_charbox(following, loose=True)[0] - glyphs.get_charbox(index, loose=True)[0])
