"""Which writing systems a text uses, and from that the language to answer in."""

import re
from collections import Counter
from typing import Literal

_RANGES = {
    "latin": "A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u1e00-\u1eff\uff21-\uff3a\uff41-\uff5a",
    "hangul": "\uac00-\ud7a3\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\ud7b0-\ud7ff",
    "han": "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f",
    "kana": "\u3041-\u3096\u30a1-\u30fa\u30fc",
    "cyrillic": "\u0400-\u052f",
    "greek": "\u0370-\u03ff\u1f00-\u1fff",
    "arabic": "\u0600-\u06ff",
    "hebrew": "\u05d0-\u05ea",
    "devanagari": "\u0900-\u097f",
    "thai": "\u0e00-\u0e7f",
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


def script_share(text: str, script: str) -> float:
    """The share of a script's letters among all letters of the text, 0 to 1; 0 for a text without letters."""
    counts = {name: len(letters.findall(text)) for name, letters in _LETTERS.items()}
    return counts[script] / (sum(counts.values()) or 1)


def language(text: str) -> Language:
    """The language in which to answer: Korean for Korean questions, also with foreign names in them, else English."""
    if "hangul" not in scripts(text):
        return "en"
    return "en" if _ENGLISH.search(text) and not _KOREAN_ENDING.search(text) else "ko"
