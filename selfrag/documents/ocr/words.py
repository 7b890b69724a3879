"""What Tesseract recognised -> the text worth keeping. Pure."""

from collections.abc import Iterator

_SURE = 60.0
_SURE_AMONG_HANGUL = 82.0
"""For Latin words of a Korean page: Tesseract takes syllables for capitals, but is seldom as sure of those."""
_SURE_SHARE = 0.5
_FEWEST = 3


def sure_text(text: str, table: str) -> str:
    """The text without words that are little more than guesses; "" where most of it is, or nothing fits.

    `text` and `table` (TSV) come from one run: the spaces of Korean are right in the text alone, the confidence of a
    word, 0 to 100, is in the table alone. A photograph, or a script that was not asked for, is mostly guesses.
    """
    kept, gap, at, sure, total = [], "", 0, 0, 0
    korean = _letters(text, "가", "힣") > _letters(text, "A", "z")
    for word, confidence in _words(table):
        start = text.find(word, at)
        if start < 0:
            return ""
        total += len(word)
        gap += text[at:start]
        at = start + len(word)
        if confidence >= (_SURE_AMONG_HANGUL if korean and _letters(word, "A", "z") else _SURE):
            sure += len(word)
            kept.append(_space(gap) + word)
            gap = ""
        else:
            gap += " "
    found = "".join(kept)
    if sure < _SURE_SHARE * total or sum(map(str.isalnum, found)) < _FEWEST:
        return ""
    return found


def _letters(text: str, first: str, last: str) -> int:
    return sum(first <= char <= last and char.isalpha() for char in text)


def _space(gap: str) -> str:
    return "\n" * min(2, gap.count("\n")) or " " * bool(gap)


def _words(table: str) -> Iterator[tuple[str, float]]:
    """Words and their confidence; rows that are none are passed over."""
    for row in table.splitlines():
        cells = row.split("\t")
        if len(cells) == 12 and cells[0] == "5" and cells[11].strip():
            try:
                yield cells[11].strip(), float(cells[10])
            except ValueError:
                continue
