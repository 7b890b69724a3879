"""How much of a question a text covers: the share of the question's words, and of their pieces."""

import math
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from selfrag.language import korean
from selfrag.language.terms import content_words, index_terms, word_key
from selfrag.language.words import Word, words

Idf = Callable[[str], float]
# A Hangul syllable is written with two or three letters.
_LETTERS_PER_SYLLABLE = 2.5


class Coverage(NamedTuple):
    """Shares from 0 to 1 by whole words and by pieces of words, and how many of the words were found."""

    words: float
    pieces: float
    found: int
    asked: int

    @property
    def score(self) -> float:
        """The mean of both shares."""
        return (self.words + self.pieces) / 2


class Prepared(NamedTuple):
    """A text taken apart once, to be measured against many questions."""

    normal: str
    words: list[Word]
    keys: frozenset[tuple[str, str]]
    pieces: frozenset[str]


def prepare(text: str) -> Prepared:
    """The text as `measure` takes it."""
    found = list(words(text))
    return Prepared(
        normal=unicodedata.normalize("NFKC", text),
        words=found,
        keys=frozenset((word.kind, word_key(word)) for word in found),
        pieces=frozenset(piece for word in found for piece in _word_pieces(word)),
    )


def coverage(question: str, text: str, idf: Idf | None = None) -> Coverage:
    """How much of the question's content words the text holds; all zero for a question without any.

    Rarer words count more, by `idf` of their index terms; without it longer words do, since they are rarer.
    """
    return measure(content_words(question), prepare(text), idf)


def measure(asked: Sequence[Word], text: Prepared, idf: Idf | None = None) -> Coverage:
    """As `coverage`, of content words in a prepared text."""
    weights = [_weight(word, idf) for word in asked]
    found = [float(_holds(text, word)) for word in asked]
    shares = [_share_of_pieces(word, text.pieces) for word in asked]
    return Coverage(_mean(weights, found), _mean(weights, shares), int(sum(found)), len(asked))


def estimate_idf(texts: Iterable[str]) -> Idf:
    """Inverse document frequency of index terms over the given texts; one for every term where there are none."""
    documents = [frozenset(index_terms(text)) for text in texts]
    counts: Mapping[str, int] = Counter(term for document in documents for term in document)
    total = len(documents)
    return lambda term: math.log(1 + (total + 1) / (counts.get(term, 0) + 0.5)) if total else 1.0


def _weight(word: Word, idf: Idf | None) -> float:
    if idf is None:
        return math.sqrt(len(word.form) * (1 if word.kind in ("letters", "number") else _LETTERS_PER_SYLLABLE))
    terms = index_terms(word.form)
    return sum(map(idf, terms)) / len(terms)


def _holds(text: Prepared, asked: Word) -> bool:
    if asked.kind in ("letters", "number"):
        return (asked.kind, word_key(asked)) in text.keys
    if len(asked.form) > 1:
        return asked.form in text.normal
    return any(korean.stem(word.form) == asked.form for word in text.words if word.kind == asked.kind)


def _share_of_pieces(word: Word, pieces: frozenset[str]) -> float:
    own = _word_pieces(word)
    return sum(piece in pieces for piece in own) / len(own)


def _word_pieces(word: Word) -> list[str]:
    """Three and four letters in a row of a Latin word with its edges, which related words share; Hangul bigrams."""
    if word.kind in ("hangul", "ideographs"):
        return index_terms(word.form)
    edged = f"^{word.form}$"
    return [edged[at : at + size] for size in (3, 4) for at in range(max(1, len(edged) - size + 1))]


def _mean(weights: list[float], shares: list[float]) -> float:
    total = sum(weights)
    return sum(weight * share for weight, share in zip(weights, shares, strict=True)) / total if total else 0.0
