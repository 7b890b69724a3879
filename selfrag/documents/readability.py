"""Whether the text of a page can be trusted. Pure."""

import unicodedata
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from selfrag.documents.cleaning import MARK

Verdict = Literal["readable", "unreadable", "empty"]

UNKNOWN_SHARE = 0.15
_MINGLED_SHARE = 0.2
_NEIGHBOURS = {
    "CJK",
    "HIRAGANA",
    "KATAKANA",
    "HANGUL",
    "BOPOMOFO",
    "LATIN",
    "KATAKANA-HIRAGANA",
    "FULLWIDTH",
    "HALFWIDTH",
}
_MATHS = {"LATIN", "GREEK"}
_FREQUENT = frozenset("ETAOINSR")
_FREQUENT_SHIFTED = frozenset(chr(ord(letter.lower()) - 29) for letter in _FREQUENT)


def judge(text: str) -> Verdict:
    """How the cleaned text of a page reads."""
    glyphs = "".join(text.split())
    if not glyphs:
        return "empty"
    if _unknown(glyphs) > UNKNOWN_SHARE * len(glyphs) or _is_mingled(text) or _is_shifted(glyphs):
        return "unreadable"
    return "readable"


def is_right_to_left(text: str) -> bool:
    """Whether Hebrew or Arabic letters, or letters of their kind, make up a twentieth of the text or more."""
    letters = Counter(char for char in text if char.isalpha())
    backwards = sum(count for char, count in letters.items() if unicodedata.bidirectional(char) in {"R", "AL"})
    return 20 * backwards >= max(1, letters.total())


def _unknown(glyphs: Sequence[str]) -> int:
    """Glyphs that are replaced, private or not assigned."""
    return sum(count for char, count in Counter(glyphs).items() if char == MARK or unicodedata.category(char)[0] == "C")


def _is_mingled(text: str) -> bool:
    """Whether letters of scripts that do not meet in one word do so in too many words."""
    mingled = letters = 0
    for word in text.split():
        if word.isascii():
            letters += len(word)
            continue
        scripts = [_script(char) for char in word if char.isalpha()]
        letters += len(scripts)
        distinct = set(scripts)
        if len(distinct) > 1 and not (distinct <= _NEIGHBOURS or distinct <= _MATHS):
            mingled += len(scripts)
    return letters >= 20 and mingled > _MINGLED_SHARE * letters


@lru_cache(maxsize=1 << 16)
def _script(char: str) -> str:
    return unicodedata.name(char, "?").split()[0]


def _is_shifted(glyphs: Sequence[str]) -> bool:
    """Whether the text is Latin with every code 29 too low, as from a font without a map to characters."""
    letters = Counter(char for char in glyphs if char.isascii() and char.isalpha())
    total = letters.total()
    if (
        total < 40
        or total < 0.6 * len(glyphs)
        or sum(letters[char] for char in letters if char.islower()) > 0.35 * total
    ):
        return False
    shifted, plain = (sum(letters[char] for char in group) for group in (_FREQUENT_SHIFTED, _FREQUENT))
    return shifted > 1.5 * plain
