"""One collection ranks real questions as it did before sources were mixed: the scores below are its own sum."""

from statistics import fmean, pstdev

import pytest

from selfrag.graph.fan_in import mixed
from selfrag.samples import EXAMPLE_QUESTIONS, sample_files
from tests.documents.conftest import OneModelLibrary as Library

QUESTIONS = [*EXAMPLE_QUESTIONS["en"], *EXAMPLE_QUESTIONS["ko"]]


def distances(scores: list[float]) -> list[float]:
    return [(score - fmean(scores)) / pstdev(scores) if pstdev(scores) else 0.0 for score in scores]


def one_ranking(library: Library, question: str, weight: float) -> list[str]:
    """All passages by BM25 and cosine, each as its distance from the mean: right where every passage is a candidate."""
    [collection] = library.collections()
    words = {hit["passage_id"]: hit["score"] for hit in library.fulltext.search(question, collection.id, 99)}
    vector = library.embedder.embed_query(question)
    cosines = dict(library.nearest(collection.id, vector, 99))
    ids = sorted(cosines)
    by_words = distances([words.get(each, 0.0) for each in ids])
    by_meaning = distances([cosines[each] for each in ids])
    score = {
        each: (1 - weight) * one + weight * other for each, one, other in zip(ids, by_words, by_meaning, strict=True)
    }
    return sorted(ids, key=lambda each: (-score[each], each))


@pytest.fixture
def samples(library: Library) -> Library:
    results = library.ingest([(path.name, path) for path in sample_files()], "Samples")
    assert [result["status"] for result in results] == ["ready"] * 3
    return library


def test_one_collection_ranks_as_the_sum_of_both_scores(samples: Library) -> None:
    [collection] = samples.collections()
    search = samples.search(samples.embedder)
    assert collection.passages < 30
    for question in QUESTIONS:
        ranked = [hit["passage_id"] for hit in mixed(search.search(question, collection.id))]
        assert ranked == one_ranking(samples, question, samples.embedder.weight), question
