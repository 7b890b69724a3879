"""How much of a question a text covers: the share of the question's terms, rarer ones counting more."""

import math
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from selfrag.language import korean
from selfrag.language.terms import content_words, index_terms, word_key
from selfrag.language.words import Word, words

Idf = Callable[[str], float]


class Coverage(NamedTuple):
    """Shares from 0 to 1 by whole words and by index terms (Hangul bigrams), and how many words were found."""

    words: float
    terms: float
    found: int
    asked: int

    @property
    def score(self) -> float:
        """The mean of both shares."""
        return (self.words + self.terms) / 2


def estimate_idf(texts: Iterable[str]) -> Idf:
    """Inverse document frequency of index terms over the given texts; the same for every term where there are none."""
    documents = [frozenset(index_terms(text)) for text in texts]
    counts: Mapping[str, int] = Counter(term for document in documents for term in document)
    total = len(documents)
    return lambda term: math.log(1 + (total + 1) / (counts.get(term, 0) + 0.5)) if total else 1.0


def coverage(question: str, text: str, idf: Idf = lambda term: 1.0) -> Coverage:
    """How much of the question's content words the text holds; all zero for a question without any."""
    asked = content_words(question)
    weights = [_weight(word, idf) for word in asked]
    found = [_holds(text, word) for word in asked]
    present = frozenset(index_terms(text))
    terms = {term: idf(term) for word in asked for term in index_terms(word.form)}
    return Coverage(
        words=_share(weights, found),
        terms=_share(list(terms.values()), [term in present for term in terms]),
        found=sum(found),
        asked=len(asked),
    )


def _weight(word: Word, idf: Idf) -> float:
    terms = index_terms(word.form)
    return sum(map(idf, terms)) / len(terms)


def _holds(text: str, asked: Word) -> bool:
    if asked.kind in ("letters", "number"):
        return any(word_key(asked) == word_key(word) for word in words(text) if word.kind == asked.kind)
    if len(asked.form) > 1:
        return asked.form in unicodedata.normalize("NFKC", text)
    return any(korean.stem(word.form) == asked.form for word in words(text) if word.kind == asked.kind)


def _share(weights: list[float], found: list[bool]) -> float:
    total = sum(weights)
    return sum(weight for weight, there in zip(weights, found, strict=True) if there) / total if total else 0.0
