from collections.abc import Iterator
from pathlib import Path

import pytest

from selfrag.documents.index import rarity
from selfrag.documents.index.fulltext import FullText


@pytest.fixture
def fulltext(tmp_path: Path) -> Iterator[FullText]:
    opened = FullText(tmp_path / "fulltext.sqlite")
    texts = [f"water pump {'rinse' if n < 6 else ''} {'screen' if n < 2 else ''} 물을" for n in range(12)]
    opened.add("c", [(f"{n:02}", text) for n, text in enumerate(texts)])
    yield opened
    opened.close()


def found(fulltext: FullText, query: str) -> set[str]:
    return {hit["passage_id"] for hit in fulltext.search(query, "c", 99)}


def test_common_terms_count_as_long_as_the_index_is_small(fulltext: FullText) -> None:
    assert len(found(fulltext, "screen water")) == 12


@pytest.mark.parametrize(
    ("scored", "query", "passages"),
    [(8, "screen rinse water", 6), (7, "screen rinse water", 2), (7, "parking water", 12), (7, "screen 물", 2)],
)
def test_the_rarest_terms_fill_the_bound(
    fulltext: FullText, monkeypatch: pytest.MonkeyPatch, scored: int, query: str, passages: int
) -> None:
    monkeypatch.setattr(rarity, "_SCORED", scored)
    assert len(found(fulltext, query)) == passages
