"""Vectors at no cost: the sum of a random vector for each word, so that texts with words in common lie near."""

import zlib
from functools import lru_cache
from typing import Any

from selfrag.language.words import words

_DIMENSION = 512


class WordVectors:
    """Implements `ports.Embedder`, with the size and the weight of the embedded default."""

    name = "words"
    weight = 0.4
    batch = 500

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """One vector for each text."""
        return [self.embed_query(text) for text in texts]

    def embed_query(self, text: str) -> list[float]:
        """The vector of a text, of unit length."""
        import numpy

        total = sum((_of_word(word.form) for word in words(text)), numpy.zeros(_DIMENSION, dtype=numpy.float32))
        vector: list[float] = (total / (numpy.linalg.norm(total) or 1)).tolist()
        return vector


@lru_cache(maxsize=100_000)
def _of_word(form: str) -> Any:
    import numpy

    chance = numpy.random.default_rng(zlib.crc32(form.encode()))
    return chance.standard_normal(_DIMENSION, dtype=numpy.float32)
