from collections import Counter

import pytest

from selfrag.bench.searching import Load, as_table, measure
from selfrag.bench.searching.measure import BUDGET_MS
from selfrag.bench.searching.texts import Language
from selfrag.bench.searching.vectors import WordVectors
from selfrag.language.stopwords import ENGLISH


@pytest.mark.parametrize(("name", "length"), [("en", 900), ("ko", 400)])
def test_texts_are_as_long_as_passages_and_the_same_for_a_seed(name: str, length: int) -> None:
    texts = [Language(name, 3).passage() for _ in range(2)]
    assert texts[0] == texts[1] != Language(name, 4).passage()
    assert length * 0.7 < len(texts[0]) < length * 1.4


def test_a_few_words_make_much_of_an_english_text_and_many_occur_once() -> None:
    language = Language("en", 1)
    counts = Counter(" ".join(language.passage() for _ in range(100)).replace(".", "").split())
    assert sum(count for word, count in counts.items() if word in ENGLISH) > 0.3 * counts.total()
    assert sum(count == 1 for count in counts.values()) > 0.4 * len(counts)


def test_a_text_lies_nearest_to_its_own_words() -> None:
    one, same, other = WordVectors().embed_documents(["a pump is rinsed", "rinsed pump", "the wine list"])
    assert sum(map(float.__mul__, one, same)) > 0.6
    assert abs(sum(map(float.__mul__, one, other))) < 0.3


def test_a_small_collection_is_measured() -> None:
    said: list[str] = []
    report = measure(Load(passages=40, questions=3), said.append)
    assert said == ["40 of 40 passages"]
    assert [row["language"] for row in report["rows"]] == ["en", "ko"]
    assert all(0 < row["p50_ms"] <= row["p95_ms"] for row in report["rows"])
    assert report["met"] == (max(row["p95_ms"] for row in report["rows"]) <= BUDGET_MS)
    assert as_table(report).splitlines()[0] == "40 passages, 3 questions a language"
