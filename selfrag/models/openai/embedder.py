"""Vectors from an embedding model."""

from collections.abc import Iterator, Sequence

from selfrag.models.openai.failures import RequestRefused
from selfrag.models.openai.server import Server
from selfrag.models.prompts import sendable
from selfrag.ports import Meter

TEXTS_AT_ONCE = 64
TOKENS_AT_ONCE = 16_000
WEIGHT = 0.7


class OpenAIEmbedder:
    """Implements `Embedder`. Raises ModelUnreachable or ModelRefused.

    A request that the server finds too large is halved, and later ones are no larger.
    """

    weight = WEIGHT

    def __init__(self, server: Server, model: str, meter: Meter) -> None:
        self.name = f"openai:{model}"
        self._server = server
        self._model = model
        self._meter = meter
        self._texts_at_once = TEXTS_AT_ONCE

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """One vector for each text."""
        return [vector for batch in _batches(texts, self._texts_at_once) for vector in self._embed(batch)]

    def embed_query(self, text: str) -> list[float]:
        """The vector of a query."""
        return self._embed([text])[0]

    def _embed(self, texts: list[str]) -> list[list[float]]:
        try:
            return self._server.embed(self._meter, self._model, [sendable(text) for text in texts])
        except RequestRefused:
            if len(texts) == 1:
                raise
        half = (len(texts) + 1) // 2
        vectors = self._embed(texts[:half]) + self._embed(texts[half:])
        self._texts_at_once = min(self._texts_at_once, half)
        return vectors


def _batches(texts: Sequence[str], at_once: int) -> Iterator[list[str]]:
    batch: list[str] = []
    tokens = 0
    for text in texts:
        size = rough_tokens(text)
        if batch and (len(batch) == at_once or tokens + size > TOKENS_AT_ONCE):
            yield batch
            batch, tokens = [], 0
        batch.append(text)
        tokens += size
    if batch:
        yield batch


def rough_tokens(text: str) -> int:
    """Rather too many than too few: a third of a Latin letter, one for each other."""
    latin = sum(char.isascii() for char in text)
    return latin // 3 + (len(text) - latin) + 1
