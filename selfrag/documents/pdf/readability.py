"""Whether the text of a page can be trusted. Pure."""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from selfrag.documents.pdf.cleaning import MARK

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
_WORD = re.compile(r"(?<![^\W\d_])[a-z]{3,20}(?![^\W\d_])")
_MATHS = {"LATIN", "GREEK"}
_FREQUENT_SYLLABLES = frozenset(
    "이다는을의에가고하지로한은를도기사서대어리자시들나인아일해그전정수스으제부라보장니과있것면여게주적상원"
    "안신구성만세할동유경생국보조공미무관우선진문물계발화소용방비오중위요려않와된트개음되했없었년습"
)
_PAIRS = frozenset(
    ("th", "he", "in", "er", "an", "re", "on", "at", "en", "nd", "ti", "es", "or", "te", "of", "ed", "is", "it", "al",
     "ar", "st", "to", "nt")
)  # fmt: skip
_IDEOGRAPHS = ("gb2312", "big5", "cp932", "euc_kr")
_FREQUENT = frozenset("ETAOINSR")
_FREQUENT_SHIFTED = frozenset(chr(ord(letter.lower()) - 29) for letter in _FREQUENT)


def judge(text: str) -> Verdict:
    """How the cleaned text of a page reads."""
    glyphs = "".join(text.split())
    if not glyphs:
        return "empty"
    if _unknown(glyphs) > UNKNOWN_SHARE * len(glyphs) or _is_mingled(text) or _is_shifted(glyphs):
        return "unreadable"
    if _is_no_korean(glyphs) or _is_no_language(text) or _is_no_chinese(glyphs):
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


def _is_no_korean(glyphs: str) -> bool:
    """Whether Hangul syllables are far rarer ones than in any Korean text, as where they are glyph numbers."""
    syllables = Counter(char for char in glyphs if "가" <= char <= "힣")
    frequent = sum(syllables[char] for char in _FREQUENT_SYLLABLES)
    return syllables.total() >= 40 and len(syllables) >= 20 and 10 * frequent < syllables.total()


def _is_no_chinese(glyphs: str) -> bool:
    """Whether ideographs are a mixture that no character set of East Asia has."""
    ideographs = Counter(char for char in glyphs if "\u3400" <= char <= "\u9fff")
    if ideographs.total() < 40 or len(ideographs) < 20:
        return False
    known = max(sum(n for char, n in ideographs.items() if _has(charset, char)) for charset in _IDEOGRAPHS)
    return 10 * known < 8 * ideographs.total()


@lru_cache(maxsize=1 << 16)
def _has(charset: str, char: str) -> bool:
    try:
        return bool(char.encode(charset))
    except UnicodeEncodeError:
        return False


def _is_no_language(text: str) -> bool:
    """Whether lower-case words hardly have the pairs of letters that languages in Latin letters share."""
    pairs = Counter(
        word[at : at + 2] for word in _WORD.findall(text) if len(set(word)) > 1 for at in range(len(word) - 1)
    )
    return pairs.total() >= 90 and len(pairs) >= 30 and 14 * sum(pairs[pair] for pair in _PAIRS) < pairs.total()
