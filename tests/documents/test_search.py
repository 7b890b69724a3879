from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from selfrag.documents.collections import Collection
from selfrag.documents.index.fulltext import FullText
from selfrag.documents.index.search import MixedSearch
from selfrag.graph.fan_in import mixed
from selfrag.ports import Candidate, Source
from tests.fakes import FakeEmbedder

TEXTS = {
    "pump": "The intake screen is rinsed every 36 hours.",
    "crew": "The crew rinses its hands.",
    "menu": "시그니처 스테이크 ₩35,000",
    "wine": "스테이크와 어울리는 와인",
}


class AnyCollection:
    """Every id is a collection that holds something."""

    def collection(self, collection_id: str) -> Collection:
        return Collection(collection_id, "Books", "pairs", 2, 0.0)

    def sources(self, collection_ids: Sequence[str]) -> list[Source]:
        return [Source(id=own, title="Books", description="") for own in collection_ids]


class ScriptedVectors:
    """Cosines as the test says them, whatever the vector; logs what it was asked for."""

    def __init__(self, **collections: dict[str, float]) -> None:
        self.collections = collections
        self.gotten: list[Sequence[str]] = []
        self.nearest_only: int | None = None

    def nearest(self, collection_id: str, vector: list[float], limit: int, embedder: str) -> list[tuple[str, float]]:
        cosines = sorted(self.collections.get(collection_id, {}).items(), key=lambda pair: -pair[1])
        return cosines[: self.nearest_only or limit]

    def get(self, collection_id: str, passage_ids: Sequence[str]) -> Mapping[str, Sequence[float]]:
        self.gotten.append(passage_ids)
        known = self.collections.get(collection_id, {})
        return {found: [known[found], (1 - known[found] ** 2) ** 0.5] for found in passage_ids if found in known}


class PlaneEmbedder(FakeEmbedder):
    """Every query lies on the first axis, so that a vector's first number is its cosine."""

    def embed_query(self, text: str) -> list[float]:
        return [1.0, 0.0]


@pytest.fixture
def fulltext(tmp_path: Path) -> Iterator[FullText]:
    opened = FullText(tmp_path / "fulltext.sqlite")
    opened.add("c", list(TEXTS.items()))
    yield opened
    opened.close()


def candidates(
    fulltext: FullText,
    vectors: ScriptedVectors,
    query: str,
    *,
    weight: float = 0.5,
    collection: str = "c",
    exclude: Sequence[str] = (),
) -> list[Candidate]:
    searching = MixedSearch(AnyCollection(), fulltext, vectors, PlaneEmbedder(weight=weight))
    return searching.search(query, collection, exclude)


def search(fulltext: FullText, vectors: ScriptedVectors, query: str, **more: Any) -> list[str]:
    return [hit["passage_id"] for hit in mixed(candidates(fulltext, vectors, query, **more))]


AGAINST = {"pump": 0.1, "crew": 0.9, "menu": 0.2, "wine": 0.3}


def test_the_embedder_says_what_share_the_vectors_have(fulltext: FullText) -> None:
    vectors = ScriptedVectors(c=AGAINST)
    assert search(fulltext, vectors, "intake screen rinsed", weight=0.1)[0] == "pump"
    assert search(fulltext, vectors, "intake screen rinsed", weight=0.9)[0] == "crew"


def test_words_that_occur_nowhere_leave_it_to_the_vectors(fulltext: FullText) -> None:
    assert search(fulltext, ScriptedVectors(c=AGAINST), "parking", weight=0.1) == ["crew", "wine", "menu", "pump"]


def test_without_vectors_the_words_decide(fulltext: FullText) -> None:
    assert search(fulltext, ScriptedVectors(), "intake screen rinsed", weight=0.9) == ["pump", "crew"]


def test_a_passage_found_by_words_alone_gets_its_cosine_too(fulltext: FullText) -> None:
    vectors = ScriptedVectors(c={"pump": 0.2, "crew": 0.1, "menu": 0.15, "wine": 0.9})
    vectors.nearest_only = 1
    assert search(fulltext, vectors, "rinsed intake", weight=0.5) == ["pump", "wine", "crew"]
    assert vectors.gotten == [["pump", "crew"]]


def test_vectors_lead_where_the_script_is_foreign(tmp_path: Path) -> None:
    english = FullText(tmp_path / "english.sqlite")
    english.add("c", [("owasp", "OWASP lists ten risks."), ("steak", "The steak costs 35,000 won.")])
    vectors = ScriptedVectors(c={"owasp": 0.1, "steak": 0.8})
    assert search(english, vectors, "OWASP 스테이크 가격은?", weight=0.1)[0] == "steak"
    english.add("c", [("hangul", "스테이크 가격")])
    assert search(english, vectors, "OWASP 목록", weight=0.1)[0] == "owasp"
    english.close()


def test_exclusion_and_collections(fulltext: FullText) -> None:
    fulltext.add("d", [("spare", "Another intake screen, rinsed.")])
    vectors = ScriptedVectors(c=AGAINST, d={"spare": 0.5})
    assert set(search(fulltext, vectors, "intake screen", exclude=["pump"])) == {"crew", "menu", "wine"}
    assert search(fulltext, vectors, "intake screen", collection="d") == ["spare"]
    assert set(search(fulltext, vectors, "intake screen")) == set(TEXTS)


def test_each_candidate_has_both_scores_and_the_weight_of_its_collection(fulltext: FullText) -> None:
    found = {each["passage_id"]: each for each in candidates(fulltext, ScriptedVectors(c=AGAINST), "intake screen")}
    assert {name: round(each["meaning"], 9) for name, each in found.items()} == AGAINST
    assert [name for name, each in found.items() if each["words"] > 0] == ["pump"]
    assert {each["weight"] for each in found.values()} == {0.5}
    foreign = candidates(fulltext, ScriptedVectors(c=AGAINST), "お品書き", weight=0.2)
    assert {each["weight"] for each in foreign} == {0.7}


def test_words_compare_over_all_collections(fulltext: FullText) -> None:
    fulltext.add("d", [(f"s{n}", "A screen.") for n in range(9)] + [("only", "An intake.")])
    by_words = {
        each["passage_id"]: each["words"]
        for query in ("screen", "intake")
        for each in candidates(fulltext, ScriptedVectors(), query, collection="d")
    }
    assert by_words["only"] > by_words["s0"] > 0


def test_excluded_passages_do_not_use_up_the_candidates(tmp_path: Path) -> None:
    many = FullText(tmp_path / "many.sqlite")
    many.add("c", [(f"p{n:03}", f"steak {n}") for n in range(100)])
    dropped = [hit["passage_id"] for hit in many.search("steak", "c", 60)]
    left = search(many, ScriptedVectors(), "steak", exclude=dropped)
    assert len(left) == 30
    assert not set(left) & set(dropped)
    many.close()


@pytest.mark.parametrize("query", ["", "  ", "?", '\x00\ud800"'])
def test_odd_queries(fulltext: FullText, query: str) -> None:
    found = search(fulltext, ScriptedVectors(c=AGAINST), query)
    assert found in ([], ["crew", "wine", "menu", "pump"])


def test_nothing_to_search_in(fulltext: FullText) -> None:
    assert search(fulltext, ScriptedVectors(c=AGAINST), "steak", collection="d") == []
    assert search(fulltext, ScriptedVectors(), "parking") == []


@pytest.fixture
def english(tmp_path: Path) -> Iterator[FullText]:
    opened = FullText(tmp_path / "english.sqlite")
    opened.add("c", [("boot", "The bootloader starts the system."), ("part", "A partition holds a file system.")])
    yield opened
    opened.close()


def test_a_loanword_finds_the_word_that_it_sounds_like(english: FullText) -> None:
    vectors = ScriptedVectors(c={"boot": 0.5, "part": 0.5})
    assert search(english, vectors, "파티션을 만드는 방법은?") == ["part", "boot"]
    assert {found["weight"] for found in candidates(english, vectors, "파티션을 만드는 방법은?")} == {0.6}
    assert {found["weight"] for found in candidates(english, vectors, "비밀번호는?")} == {0.7}


def test_sounds_are_only_compared_across_scripts(english: FullText) -> None:
    english.add("c", [("hangul", "파일 시스템")])
    vectors = ScriptedVectors(c={"boot": 0.5, "part": 0.4, "hangul": 0.45})
    assert search(english, vectors, "파티션") == ["boot", "hangul", "part"]


def test_a_removed_passages_words_are_no_longer_heard(english: FullText) -> None:
    assert english.sounding_like("파티션의 시스템") == ["partition", "system"]
    english.remove(["boot", "part"])
    assert english.sounding_like("파티션의 시스템") == []
