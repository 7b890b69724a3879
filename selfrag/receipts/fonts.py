"""Fonts for any text without shipping one: those that every PDF viewer has, chosen character by character."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from xml.sax.saxutils import escape

# Viewers hold fonts of their own for these names. Hangul, Han and kana can be copied out as they are.
_LATIN = ("cp1252", "Helvetica", "Helvetica-Bold")
LATIN = _LATIN[1]
_KOREAN = ("cp949", "HYGothic-Medium", "HYGothic-Medium")
_JAPANESE = ("shift_jis", "HeiseiKakuGo-W5", "HeiseiKakuGo-W5")
_CHINESE = ("gb2312", "STSong-Light", "STSong-Light")
_ALL = (_LATIN, _KOREAN, _JAPANESE, _CHINESE)


def register() -> None:
    """Make the fonts known to reportlab."""
    from reportlab.pdfbase.cidfonts import UnicodeCIDFont
    from reportlab.pdfbase.pdfmetrics import registerFont

    for _, name, _ in _ALL[1:]:
        registerFont(UnicodeCIDFont(name))


def runs(text: str, *, bold: bool = False) -> Iterator[tuple[str, str]]:
    """The text in pieces, each with the font that has its characters."""
    for font, characters in groupby(text, lambda character: _font_of(character)[2 if bold else 1]):
        yield font, "".join(characters)


def only_font(text: str, *, bold: bool = False) -> str | None:
    """The font that has all of the text; None where it takes more than one."""
    fonts = {_font_of(character) for character in set(text)}
    return (fonts.pop() if fonts else _LATIN)[2 if bold else 1] if len(fonts) <= 1 else None


def marked_up(text: str, *, bold: bool = False) -> str:
    """The text as reportlab's paragraphs take it, with nothing in it that means anything to them."""
    return "".join(f'<font name="{font}">{escape(piece)}</font>' for font, piece in runs(text, bold=bold))


@lru_cache(10_000)
def _font_of(character: str) -> tuple[str, str, str]:
    return next((font for font in _ALL if _has(font[0], character)), _KOREAN)


def _has(encoding: str, character: str) -> bool:
    try:
        character.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True
