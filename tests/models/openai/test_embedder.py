"""Vectors over HTTP, in requests that a server can take."""

import base64
import json
import struct

import pytest

from selfrag.bench.openai_server import OpenAIServer, Reply, Request, vector
from selfrag.errors import ModelRefused, ModelUnreachable
from selfrag.models.openai.embedder import REQUESTS_AT_ONCE, TOKENS_AT_ONCE, rough_tokens
from selfrag.ports import Meter
from tests.models.conftest import Backend, Connect


def batches(server: OpenAIServer) -> list[int]:
    """How many texts each request had, the largest first."""
    return sorted((len(request.body["input"]) for request in server.requests), reverse=True)


def test_each_text_gets_its_own_vector_in_order(server: OpenAIServer, backend: Backend) -> None:
    texts = [f"passage number {n}" for n in range(150)]
    assert backend.embedder().embed_documents(texts) == [pytest.approx(vector(text)) for text in texts]
    assert batches(server) == [64, 64, 22]


def test_requests_are_bounded_by_tokens_too(server: OpenAIServer, backend: Backend) -> None:
    backend.embedder().embed_documents(["가" * 6000] * 5)
    assert batches(server) == [2, 2, 1]
    assert all(rough_tokens("".join(request.body["input"])) <= TOKENS_AT_ONCE for request in server.requests)


def test_a_request_that_is_too_large_is_halved_and_later_ones_stay_small(
    server: OpenAIServer, backend: Backend
) -> None:
    server.embedding_tokens = 20
    texts = [f"word {n}" for n in range(16)]
    assert backend.embedder().embed_documents(texts) == [pytest.approx(vector(text)) for text in texts]
    assert max(batches(server)) == 16
    server.requests.clear()
    backend.embedder().embed_documents(texts)
    assert {request.status for request in server.requests} == {200}


@pytest.mark.parametrize(
    ("status", "message", "requests"),
    [
        (400, "Unknown field: foo", 1),
        (415, "Use application/json", 1),
        (422, "input.0: not a string", 1),
        (400, "batch of 16 is larger than 8", 3),
        (422, "`inputs` must have at most 8 items", 3),
        (400, "", 3),
        (413, "no", 3),
    ],
)
def test_only_what_may_be_too_much_is_asked_in_halves(
    server: OpenAIServer, backend: Backend, status: int, message: str, requests: int
) -> None:
    server.rule = lambda request: Reply(status=status, message=message) if len(request.texts) > 8 else None
    texts = [f"word {n}" for n in range(16)]
    if requests == 1:
        with pytest.raises(ModelRefused, match=f"{status}: “{message}”"):
            backend.embedder().embed_documents(texts)
    else:
        assert len(backend.embedder().embed_documents(texts)) == 16
    assert len(server.requests) == requests


def test_only_the_failed_request_is_repeated(server: OpenAIServer, backend: Backend) -> None:
    server.fail(429, retry_after_ms="10")
    assert len(backend.embedder().embed_documents([f"t {n}" for n in range(100)])) == 100
    assert batches(server) in ([64, 64, 36], [64, 36, 36])


def test_what_cannot_be_embedded_alone_is_refused(server: OpenAIServer, backend: Backend) -> None:
    server.fail(400, message="bad input")
    with pytest.raises(ModelRefused, match="bad input"):
        backend.embedder().embed_query("x")


def test_missing_vectors_are_noticed(server: OpenAIServer, backend: Backend) -> None:
    server.rule = lambda _: Reply(raw='{"object": "list", "data": []}')
    with pytest.raises(ModelUnreachable, match="0 vectors for 2 texts"):
        backend.embedder().embed_documents(["a", "b"])


@pytest.mark.parametrize(
    ("vectors", "words"),
    [
        ("[1, NaN], [1, 2]", "a vector that is not made of numbers"),
        ("[1, null], [1, 2]", "a vector that is not made of numbers"),
        ("[1, true], [1, 2]", "a vector that is not made of numbers"),
        ("[1, 1e999], [1, 2]", "a vector that is not made of numbers"),
        ("[1, 1e300], [1, 2]", "a vector that is not made of numbers"),
        ("[1e30, 1e30], [1, 2]", "a vector that is not made of numbers"),
        (f"[1, {10**400}], [1, 2]", "a vector that is not made of numbers"),
        (f"[1, {-(10**400)}], [1, 2]", "a vector that is not made of numbers"),
        ("null, [1, 2]", "a vector that is not made of numbers"),
        ("[], []", "a vector that is not made of numbers"),
        ('"!!", [1, 2]', "a vector that is not made of numbers"),
        ("[1], [1, 2]", "vectors of different lengths"),
    ],
)
def test_what_is_no_vector_is_noticed(server: OpenAIServer, backend: Backend, vectors: str, words: str) -> None:
    first, second = vectors.split(", [1, 2]", maxsplit=1)[0], "[1, 2]"
    if vectors == "[], []":
        first = second = "[]"
    server.rule = lambda _: Reply(raw=f'{{"data": [{{"embedding": {first}}}, {{"embedding": {second}}}]}}')
    with pytest.raises(ModelUnreachable, match=words):
        backend.embedder().embed_documents(["a", "b"])


def test_vectors_of_two_requests_have_one_length(server: OpenAIServer, backend: Backend) -> None:
    def shrinking(request: Request) -> Reply:
        numbers = [1.0] * len(request.texts)
        return Reply(raw=json.dumps({"data": [{"embedding": numbers}] * len(request.texts)}))

    server.rule = shrinking
    with pytest.raises(ModelUnreachable, match="vectors of different lengths"):
        backend.embedder().embed_documents(["a"] * 65)


def test_vectors_out_of_order_and_packed_ones_are_read(server: OpenAIServer, backend: Backend) -> None:
    packed = base64.b64encode(struct.pack("<2f", 0.5, 1)).decode()
    data = [{"index": 1, "embedding": [3, 4]}, {"index": 0, "embedding": packed}]
    server.rule = lambda _: Reply(raw=json.dumps({"data": data}))
    assert backend.embedder().embed_documents(["a", "b"]) == [[0.5, 1.0], [3, 4]]


def test_some_requests_run_at_once_and_the_vectors_stay_in_order(server: OpenAIServer, backend: Backend) -> None:
    def first_is_last(request: Request) -> Reply | None:
        texts = request.texts
        rows = [{"index": n, "embedding": [float(text)]} for n, text in enumerate(texts)]
        return Reply(raw=json.dumps({"data": rows}), delay=0.3 if texts[0] == "0" else 0.1)

    server.rule = first_is_last
    vectors = backend.embedder().embed_documents([str(n) for n in range(64 * 9)])
    assert vectors == [[float(n)] for n in range(64 * 9)]
    assert server.most_open == REQUESTS_AT_ONCE


def test_the_first_failure_ends_the_others(connect: Connect) -> None:
    def refuse(request: Request) -> Reply:
        return Reply(status=401) if request.texts[0] == "0" else Reply("", delay=30)

    with OpenAIServer(refuse) as server:  # its own: what was aborted may arrive late, in another test's log
        with pytest.raises(ModelRefused, match="refused the key"):
            connect(server.url).embedder().embed_documents([str(n) for n in range(64 * 9)])
        assert len(server.requests) < 9
        server.wait_for(lambda: all(request.ended for request in server.requests), 5)


def test_plain_numbers_are_asked_for_until_that_is_refused(server: OpenAIServer, backend: Backend) -> None:
    def picky(request: Request) -> Reply | None:
        known = "encoding_format" not in request.body
        return None if known else Reply(status=422, message="encoding_format: extra fields not permitted")

    server.rule = picky
    for _ in range(2):
        assert backend.embedder().embed_query("steak") == pytest.approx(vector("steak"))
    assert [request.body.get("encoding_format") for request in server.requests] == ["float", None, None]


def test_requests_and_tokens_are_counted(server: OpenAIServer, backend: Backend) -> None:
    meter = Meter()
    server.fail(500, retry_after_ms="1")
    backend.embedder(meter).embed_documents(["steak price", "wine"])
    assert (meter.embed, meter.chat) == (2, 0)
    assert meter.embedding_tokens == meter.tokens == server.requests[-1].tokens > 0


@pytest.mark.parametrize("count", [10**30, -5, True, "7", 1.5, None])
def test_what_is_no_count_of_tokens_counts_for_nothing(server: OpenAIServer, backend: Backend, count: object) -> None:
    usage = {"prompt_tokens": count, "total_tokens": count}
    server.rule = lambda _: Reply(raw=json.dumps({"data": [{"embedding": [1]}], "usage": usage}))
    meter = Meter()
    backend.embedder(meter).embed_query("steak")
    assert (meter.embedding_tokens, meter.embed) == (0, 1)


def test_a_server_without_embeddings_says_what_to_choose(server: OpenAIServer, backend: Backend) -> None:
    server.embeddings = False
    with pytest.raises(ModelRefused, match=r"gives no embeddings.*“fake-embedding”.*choose the embedded model"):
        backend.embedder().embed_query("x")
    assert len(server.requests) == 1


def test_the_name_holds_the_model(backend: Backend) -> None:
    assert backend.embedder().name == backend.embeddings.name == "openai:fake-embedding"
    assert backend.embedder().weight == 0.7


def test_a_failure_that_means_too_much_at_once_is_halved_not_repeated(server: OpenAIServer, backend: Backend) -> None:
    message = "input is too large to process. increase the physical batch size"
    server.rule = lambda request: Reply(status=500, message=message) if len(request.texts) > 2 else None
    texts = [f"text {n}" for n in range(5)]
    assert backend.embedder().embed_documents(texts) == [vector(text) for text in texts]
    assert [len(request.texts) for request in server.requests] == [5, 3, 2, 1, 2]


def test_one_text_that_is_too_large_is_told_at_once(server: OpenAIServer, backend: Backend) -> None:
    server.fail(500, times=9, message="input is too large to process. increase the physical batch size")
    with pytest.raises(ModelRefused, match="500: “input is too large to process"):
        backend.embedder().embed_query("q")
    assert len(server.requests) == 1
