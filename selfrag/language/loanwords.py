"""Names and loanwords across scripts: the Latin spellings that a Hangul word may stand for, "token" for "토큰"."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from selfrag.language.terms import content_words
from selfrag.language.words import english_stem

# The rules by which Korean transcribes foreign words, read backwards: what each letter may have been, in patterns that
# begin with a letter of their own.
_CONSONANTS = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"
_VOWELS = "ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ"
_FINALS = " ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ"
_INITIAL = {
    "ㄱ": "g+h? gu", "ㄲ": "c+ k+ g+", "ㄴ": "n+ kn", "ㄷ": "d+h? th", "ㄸ": "d+ t+", "ㄹ": "l+h? r+h?", "ㅁ": "m+",
    "ㅂ": "b+ v+", "ㅃ": "b+ p+", "ㅅ": "s+ sc(?=[eiy]) sch sh th c(?=[eiy])", "ㅆ": "s+ c(?=[eiy])",
    "ㅈ": "j z+ dg g(?=[eiy]) s(?=[eioun])", "ㅉ": "z ts", "ㅊ": "ch tch c+(?=[ie]|$) t(?=u) ts tz",
    "ㅌ": "t+h? d(?=e?$)", "ㅋ": "c+h?(?![eiy]) k+h? qu? g(?=$)", "ㅍ": "p+ ph f+", "ㅎ": "h wh",
}  # fmt: skip
_VOWEL = {
    "ㅏ": "ea a u o", "ㅐ": "a e", "ㅑ": "y i a", "ㅒ": "y a e", "ㅓ": "e u o a i", "ㅔ": "e a", "ㅕ": "y e i o a u",
    "ㅖ": "y e a", "ㅗ": "o a u", "ㅘ": "w o u a", "ㅙ": "w e u a", "ㅚ": "o e", "ㅛ": "y i o", "ㅜ": "u ui o w",
    "ㅝ": "w u o a", "ㅞ": "w u e", "ㅟ": "w u i e", "ㅠ": "ou y u e w i", "ㅡ": "a e i o u", "ㅢ": "e u i",
    "ㅣ": "i e y a",
}  # fmt: skip
_FINAL = {
    " ": "", "ㄱ": "[ckg]+h? x que", "ㄴ": "g?n+", "ㄷ": "[td]+", "ㄹ": "[lr]+", "ㅁ": "m+b? n(?=[bpf])", "ㅂ": "p+ b+",
    "ㅅ": "t+ d ts", "ㅇ": "ng?", "ㅈ": "t", "ㅊ": "t", "ㅋ": "k", "ㅌ": "t", "ㅍ": "p",
}  # fmt: skip
_Letters = tuple[str, str, str]
_LENGTHS = range(2, 13)
# A word that sounds like more Latin words than that tells nothing.
_MOST = 2


class Spelling(NamedTuple):
    """How a word may be written in Latin letters: the first letters that are possible, and a whole line of a list."""

    first: frozenset[str]
    line: re.Pattern[str]


@lru_cache(maxsize=1000)
def spelling(word: str) -> Spelling | None:
    """The spellings of a Hangul word; None for one that is too short, too long, or ends a syllable as no loanword.

    >>> bool(spelling("토큰").line.fullmatch("token")), bool(spelling("인젝션").line.fullmatch("injections"))
    (True, True)
    """
    syllables = [_letters(char) for char in word]
    if len(word) not in _LENGTHS or not all(vowel and final in _FINAL for _, vowel, final in syllables):
        return None
    initial, vowel, _ = syllables[0]
    begins = _VOWEL[vowel] if initial == "ㅇ" else _INITIAL[initial]
    pattern, above = "", ("", "", "")
    for each, below in zip(syllables, [*syllables[1:], ("", "", "")], strict=True):
        pattern += _syllable(each, above, below)
        above = each
    return Spelling(frozenset(one[0] for one in begins.split()), re.compile(f"^{pattern}e?s?$", re.M))


def candidates(question: str) -> list[str]:
    """The Hangul content words of a question, which may be loanwords."""
    return [word.form for word in content_words(question) if word.kind == "hangul"]


def telling(word: str, matches: Sequence[str]) -> list[str]:
    """The Latin words that a Hangul word was found to sound like, one for each stem; none of them where they are many.

    Words of two syllables are short enough to sound like another by chance.
    """
    by_stem = {english_stem(match): match for match in matches}
    return list(by_stem.values()) if len(by_stem) < min(len(word), _MOST + 1) else []


def _letters(char: str) -> _Letters:
    """Initial consonant, vowel and final consonant (a space for none); an empty vowel for what is no syllable."""
    if not "가" <= char <= "힣":
        return "", "", ""
    number = ord(char) - ord("가")
    return _CONSONANTS[number // 588], _VOWELS[number % 588 // 28], _FINALS[number % 28]


def _syllable(own: _Letters, above: _Letters, below: _Letters) -> str:
    """The pattern of a syllable, with those before and after it; empty strings for none.

    "ㅡ" only parts consonants, "아이" is the sound of "file", "ㄹㄹ" is one letter, "x" ends a syllable and begins the
    next, and "tion" is heard as "션". A final "이" may be mute: "치" for "ch".

    Letters are taken once and for all wherever that loses no word: a made-up one of the same letter over and over would
    else be divided in every way there is, which takes for ever. Only "드디" has to divide the "dd" of "hard disk".
    """
    initial, vowel, final = own
    sound, end = _any(_VOWEL[vowel]), _any(_FINAL[final])
    if below[0] in {"ㅇ", "ㄹ"} and below[1] == "ㅡ":
        end = f"(?>{end})"
    if initial == "ㅇ" and above[2] == " ":
        return f"{sound}*+r?(?:gh)?{end}"
    begin = _consonant(initial, vowel, above)
    if vowel == "ㅡ":
        voiced = f"{begin}{sound}?+" if below[1] not in {"", "ㅡ"} else f"(?>{begin}{sound}?)"
    else:
        voiced = f"(?>{begin}{sound}{{1,3}})r?h?"
    if vowel == "ㅏ" and final == " ":
        voiced = f"(?:{voiced}|(?>{begin}(?:i(?=[^aeiou])|y)))"
    if vowel == "ㅣ" and initial in "ㅅㅈㅊ" and final == " ":
        voiced = f"(?:{voiced}|(?>{begin}))"
    return voiced + end


def _consonant(initial: str, vowel: str, above: _Letters) -> str:
    if initial == "ㅇ" or (initial == above[2] == "ㄹ"):
        return ""
    if initial == "ㅅ" and vowel in "ㅑㅕㅛㅠ":
        return _any(_INITIAL[initial] + " t ci x")
    mute = (initial == "ㅅ" and above[2] == "ㄱ") or (initial == "ㅎ" and above[1])
    return _any(_INITIAL[initial]) + ("?" if mute else "")


def _any(patterns: str) -> str:
    """Any of the patterns, "ph" before "p+"."""
    first = sorted(patterns.split(), key=lambda pattern: len(pattern.replace("+", "")), reverse=True)
    return f"(?:{'|'.join(first)})" if patterns else ""
