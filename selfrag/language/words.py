"""Words of a text with their spans: the one tokenizer that search, grading, quoting and highlighting share."""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from threading import Lock
from typing import Any, Literal, NamedTuple

_HANGUL = "\uac00-\ud7a3\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\ud7b0-\ud7ff"
_IDEOGRAPHS = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f\u3041-\u3096\u30a1-\u30fa\u30fc"
_LETTER = rf"[^\W_{_HANGUL}{_IDEOGRAPHS}]"
_WORD = re.compile(
    rf"(?P<number>(?>\d{{1,3}}(?:,\d{{3}})+(?!\d)(?:\.\d+)?|\d+(?:\.\d+)*)(?!{_LETTER}))"
    rf"|(?P<hangul>[{_HANGUL}]+)|(?P<ideographs>[{_IDEOGRAPHS}]+)"
    rf"|(?P<letters>{_LETTER}(?:{_LETTER}|[\u0300-\u036f])*)"
)

Kind = Literal["number", "hangul", "ideographs", "letters"]

# A snowball stemmer keeps the word it works on, so threads take turns.
_stemming = Lock()


class Word(NamedTuple):
    """A word of a text: its span, its kind, and its folded form (NFKC, lower case, no accents, no thousands commas)."""

    start: int
    end: int
    kind: Kind
    form: str


def words(text: str) -> Iterator[Word]:
    """The words of a text in order; a change of script ends a word, so that "2014년" is two."""
    for match in _WORD.finditer(text):
        kind: Kind = match.lastgroup  # type: ignore[assignment]
        form = _fold(match.group(), kind)
        if form:
            yield Word(match.start(), match.end(), kind, form)


@lru_cache(maxsize=50_000)
def english_stem(form: str) -> str:
    """Snowball's English stem of a folded word."""
    with _stemming:
        return str(_stemmer().stemWord(form))


def _fold(token: str, kind: Kind) -> str:
    if kind == "number":
        return unicodedata.normalize("NFKC", token).replace(",", "")
    if kind == "letters":
        if token.isascii():
            return token.lower()
        plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", token).casefold())
        return "".join(char for char in plain if char.isalnum())
    return unicodedata.normalize("NFKC", token)


@lru_cache(maxsize=1)
def _stemmer() -> Any:
    import snowballstemmer

    return snowballstemmer.stemmer("english")
