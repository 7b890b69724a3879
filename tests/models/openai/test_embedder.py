"""Vectors over HTTP, in requests that a server can take."""

import pytest

from selfrag.errors import ModelRefused, ModelUnreachable, SettingsError
from selfrag.models.openai import OpenAIBackend
from selfrag.models.openai.embedder import TOKENS_AT_ONCE, rough_tokens
from selfrag.ports import Meter
from selfrag.bench.openai_server import OpenAIServer, Reply, vector


def batches(server: OpenAIServer) -> list[int]:
    return [len(request.body["input"]) for request in server.requests]


def test_each_text_gets_its_own_vector_in_order(server: OpenAIServer, backend: OpenAIBackend) -> None:
    texts = [f"passage number {n}" for n in range(150)]
    assert backend.embedder().embed_documents(texts) == [pytest.approx(vector(text)) for text in texts]
    assert batches(server) == [64, 64, 22]


def test_requests_are_bounded_by_tokens_too(server: OpenAIServer, backend: OpenAIBackend) -> None:
    backend.embedder().embed_documents(["가" * 6000] * 5)
    assert batches(server) == [2, 2, 1]
    assert all(rough_tokens("".join(request.body["input"])) <= TOKENS_AT_ONCE for request in server.requests)


def test_a_request_that_is_too_large_is_halved_and_later_ones_stay_small(
    server: OpenAIServer, backend: OpenAIBackend
) -> None:
    server.embedding_tokens = 20
    embedder = backend.embedder()
    texts = [f"word {n}" for n in range(16)]
    assert len(embedder.embed_documents(texts)) == 16
    assert max(batches(server)) == 16
    server.requests.clear()
    embedder.embed_documents(texts)
    assert {request.status for request in server.requests} == {200}


def test_only_the_failed_request_is_repeated(server: OpenAIServer, backend: OpenAIBackend) -> None:
    server.fail(429, retry_after_ms="10")
    assert len(backend.embedder().embed_documents([f"t {n}" for n in range(100)])) == 100
    assert batches(server) == [64, 64, 36]


def test_what_cannot_be_embedded_alone_is_refused(server: OpenAIServer, backend: OpenAIBackend) -> None:
    server.fail(400, message="bad input")
    with pytest.raises(ModelRefused, match="bad input"):
        backend.embedder().embed_query("x")


def test_missing_vectors_are_noticed(server: OpenAIServer, backend: OpenAIBackend) -> None:
    server.rule = lambda _: Reply(raw='{"object": "list", "data": []}')
    with pytest.raises(ModelUnreachable, match="0 vectors for 2 texts"):
        backend.embedder().embed_documents(["a", "b"])


def test_the_name_holds_the_model(backend: OpenAIBackend) -> None:
    assert backend.embedder().name == "openai:fake-embedding"
    assert backend.embedder().weight == 0.7


def test_without_a_model_there_is_no_embedder(connect, server: OpenAIServer) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(SettingsError, match="SELFRAG_EMBEDDING_MODEL"):
        connect(server.url, embedding_model=None).embedder(Meter())
