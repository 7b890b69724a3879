"""Vectors from an embedding model."""

import asyncio
from collections.abc import Iterator, Sequence

from selfrag.models.openai.accepted import Accepted
from selfrag.models.openai.failures import Failure, unreachable
from selfrag.models.openai.lists import read_vectors
from selfrag.models.openai.loop import gathered
from selfrag.models.openai.refused import RequestRefused
from selfrag.models.openai.replies import read_usage
from selfrag.models.openai.server import Server
from selfrag.models.prompts import sendable
from selfrag.ports import Meter
from selfrag.sentences import part

TEXTS_AT_ONCE = 64
TOKENS_AT_ONCE = 16_000
REQUESTS_AT_ONCE = 4
WEIGHT = 0.7

_Vectors = list[list[float]]


class EmbeddingModel:
    """One embedding model of a server. Remembers how many texts it takes at once, and what it refuses by name."""

    def __init__(self, server: Server, name: str) -> None:
        self.server = server
        self.name = name
        self._accepted = Accepted()
        self._texts_at_once = TEXTS_AT_ONCE

    async def embed(self, meter: Meter, texts: Sequence[str]) -> _Vectors:
        """One vector for each text, in requests of a size that the server can take, some of them at once."""
        slots = asyncio.Semaphore(REQUESTS_AT_ONCE)

        async def one(batch: list[str]) -> _Vectors:
            async with slots:
                return await self._batch(meter, batch)

        batches = list(_batches(texts, self._texts_at_once))
        vectors = [vector for batch in await gathered(map(one, batches)) for vector in batch]
        if len({len(vector) for vector in vectors}) > 1:
            raise unreachable(self.server.host, part("vectors of different lengths"))
        return vectors

    async def _batch(self, meter: Meter, texts: list[str]) -> _Vectors:
        """A request that the server may find too large is halved, and later ones are no larger."""
        try:
            return await self._request(meter, texts)
        except RequestRefused as error:
            if len(texts) == 1 or not error.too_much:
                raise
        half = (len(texts) + 1) // 2
        vectors = await self._batch(meter, texts[:half]) + await self._batch(meter, texts[half:])
        self._texts_at_once = min(self._texts_at_once, half)
        return vectors

    async def _request(self, meter: Meter, texts: list[str]) -> _Vectors:
        def read(answer: object) -> _Vectors:
            usage = read_usage(answer)
            meter.add(embedding_tokens=usage.prompt + usage.completion)
            return read_vectors(answer)

        asked = self.server.asked(self.name, "embed")
        while True:
            sent = self._accepted.of({"encoding_format": "float"})
            body = {"model": self.name, "input": texts, **sent}
            result = await self.server.post(meter, asked, "/embeddings", body, read)
            if not isinstance(result, Failure):
                break
            self._accepted.learn(sent, result.words)
            if not isinstance(result.error, RequestRefused) or self._accepted.of(sent) == sent:
                raise result.error
        if len(result) != len(texts):
            why = part("{vectors} vectors for {texts} texts", vectors=len(result), texts=len(texts))
            raise unreachable(self.server.host, why)
        return result


class OpenAIEmbedder:
    """Implements `Embedder`. Raises ModelUnreachable or ModelRefused."""

    weight = WEIGHT

    batch = TEXTS_AT_ONCE * REQUESTS_AT_ONCE

    def __init__(self, model: EmbeddingModel, meter: Meter) -> None:
        self.name = f"openai:{model.name}"
        self._model = model
        self._meter = meter

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """One vector for each text."""
        if not texts:
            return []
        sent = [sendable(text) for text in texts]
        return self._model.server.run(self._meter, self._model.embed(self._meter, sent))

    def embed_query(self, text: str) -> list[float]:
        """The vector of a query."""
        return self.embed_documents([text])[0]


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
