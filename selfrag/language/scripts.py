"""Which writing systems a text uses, and from that the language to answer in."""

import re
from collections import Counter
from typing import Literal

_RANGES = {
    "latin": "A-Za-zÀ-ÖØ-öø-ɏḀ-ỿＡ-Ｚａ-ｚ",
    "hangul": "가-힣ᄀ-ᇿ㄰-㆏ꥠ-꥿ힰ-퟿",
    "han": "㐀-䶿一-鿿豈-﫿𠀀-𱍊",
    "kana": "ぁ-ゖァ-ヺー",
    "cyrillic": "Ѐ-ӿ",
    "greek": "Ͱ-Ͽἀ-῿",
    "arabic": "؀-ۿ",
    "hebrew": "א-ת",
    "devanagari": "ऀ-ॿ",
    "thai": "ก-๛",
}
_LETTERS = {name: re.compile(f"[{letters}]") for name, letters in _RANGES.items()}
_ENGLISH = re.compile(r"\b(?:what|which|who|whom|whose|when|where|why|how|is|are|was|were|do|does|did|can|the)\b", re.I)
_KOREAN_ENDING = re.compile(r"[요까다나니지줘오가야래][\s?!.。？！~]*$")
# One syllable block or ideograph says about as much as this many Latin letters.
_BLOCK = 3

Language = Literal["ko", "en"]


def scripts(text: str) -> frozenset[str]:
    """Names of the scripts whose letters occur in the text; empty for digits and punctuation alone."""
    return frozenset(name for name, letters in _LETTERS.items() if letters.search(text))


def main_script(text: str) -> str:
    """The script that carries most of the text, or "" for a text without letters."""
    weights = Counter({name: len(letters.findall(text)) for name, letters in _LETTERS.items()})
    for name in ("hangul", "han", "kana"):
        weights[name] *= _BLOCK
    name, weight = weights.most_common(1)[0]
    return name if weight else ""


def language(text: str) -> Language:
    """The language in which to answer: Korean for Korean questions, also with foreign names in them, else English."""
    if "hangul" not in scripts(text):
        return "en"
    return "en" if _ENGLISH.search(text) and not _KOREAN_ENDING.search(text) else "ko"
