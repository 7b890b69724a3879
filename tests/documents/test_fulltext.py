import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from selfrag.documents.index.fulltext import FullText

PASSAGES = [
    ("menu", "시그니처 스테이크 ₩35,000. 안심을 참나무로 굽습니다."),
    ("wine", "카베르네 소비뇽은 스테이크와 어울리는 레드 와인입니다."),
    ("liquor", "술은 저녁에만 팝니다."),
    ("pump", "The intake screen is rinsed every 36 hours; the café pays 3.5 percent."),
    ("crew", "The crew counts rinses and screens."),
]


@pytest.fixture
def fulltext(tmp_path: Path) -> Iterator[FullText]:
    opened = FullText(tmp_path / "fulltext.sqlite")
    opened.add("c", PASSAGES)
    yield opened
    opened.close()


def found(fulltext: FullText, query: str, collection: str = "c", limit: int = 9) -> list[str]:
    return [hit["passage_id"] for hit in fulltext.search(query, collection, limit)]


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("시그니처 스테이크의 가격은 얼마인가요?", "menu"),
        ("스테이크에 어울리는 와인은?", "wine"),
        ("35000", "menu"),
        ("술 가격", "liquor"),
        ("How often is the intake screen rinsed?", "pump"),
        ("CAFE", "pump"),
        ("3.5", "pump"),
    ],
)
def test_the_best_comes_first_with_a_falling_score(fulltext: FullText, query: str, first: str) -> None:
    hits = fulltext.search(query, "c", 9)
    assert hits[0]["passage_id"] == first
    scores = [hit["score"] for hit in hits]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] > 0


def test_nothing_for_words_that_occur_nowhere(fulltext: FullText) -> None:
    assert found(fulltext, "parking") == found(fulltext, "?!") == found(fulltext, "") == []
    assert fulltext.search("screen", "none", 9) == []


def test_an_added_passage_replaces_the_one_of_its_id(fulltext: FullText) -> None:
    fulltext.add("c", [("pump", "Nothing of that."), ("crew", "first"), ("crew", "The turbine.")])
    assert found(fulltext, "intake screen") == []
    assert found(fulltext, "turbine") == ["crew"]
    assert fulltext.count() == len(PASSAGES)


def test_collections_stay_apart(fulltext: FullText) -> None:
    fulltext.add("other", [("spare", "Another intake screen.")])
    assert found(fulltext, "intake", "other") == ["spare"]
    assert found(fulltext, "intake", "c") == ["pump"]
    assert (fulltext.count("c"), fulltext.count("other"), fulltext.count()) == (5, 1, 6)


def test_removed_passages_are_gone_also_after_reopening(tmp_path: Path, fulltext: FullText) -> None:
    fulltext.remove(["pump", "unknown"])
    fulltext.close()
    again = FullText(tmp_path / "fulltext.sqlite")
    assert found(again, "intake") == []
    assert found(again, "스테이크") == ["menu", "wine"]
    assert again.count() == 4
    again.close()


def test_many_passages_are_removed_at_once(fulltext: FullText) -> None:
    fulltext.add("big", [(f"p{n}", f"number {n}") for n in range(1200)])
    fulltext.remove([f"p{n}" for n in range(1200)])
    assert fulltext.count() == len(PASSAGES)


def test_those_asked_for_are_scored_beside_the_best(fulltext: FullText) -> None:
    every = fulltext.search("intake screen", "c", 9)
    assert [hit["passage_id"] for hit in every] == ["pump", "crew"]
    best = fulltext.search("intake screen", "c", 1, ["crew", "wine", "gone"])
    assert best == every
    assert fulltext.search("intake screen", "c", 1, ["pump"]) == every[:1]
    assert fulltext.search("intake screen", "other", 9, ["pump"]) == fulltext.search("?", "c", 9, ["pump"]) == []


def test_nobody_waits_for_a_writer(fulltext: FullText) -> None:
    with fulltext._transaction() as db:
        db.execute("delete from terms")
        assert found(fulltext, "intake") == ["pump"]
    assert found(fulltext, "intake") == []


def test_a_closed_index_is_not_opened_again(fulltext: FullText) -> None:
    fulltext.close()
    with pytest.raises(sqlite3.ProgrammingError):
        found(fulltext, "intake")


def test_a_reader_that_comes_back_while_the_index_is_closed_is_closed_too(
    fulltext: FullText, monkeypatch: pytest.MonkeyPatch
) -> None:
    readers, connect = list[sqlite3.Connection](), fulltext._connect

    def noted() -> sqlite3.Connection:
        readers.append(connect())
        return readers[-1]

    class ClosedBefore:
        """A lock that the one who closes takes right before a reader comes back."""

        def __enter__(self) -> None:
            if readers:
                monkeypatch.setattr(fulltext, "_giving", lock)
                fulltext.close()
            lock.acquire()

        def __exit__(self, *failure: object) -> None:
            lock.release()

    lock = fulltext._giving
    monkeypatch.setattr(fulltext, "_connect", noted)
    monkeypatch.setattr(fulltext, "_giving", ClosedBefore())
    assert fulltext.held(["pump"]) == {"pump"}
    assert fulltext._readers == []
    [reader] = readers
    with pytest.raises(sqlite3.ProgrammingError, match="closed database"):
        reader.execute("select 1")


def test_share_of_a_script(fulltext: FullText) -> None:
    assert fulltext.script_share("hangul", "c") == pytest.approx(0.6)
    assert fulltext.script_share("latin", "c") == pytest.approx(0.4)
    assert fulltext.script_share("latin", "none") == 0


def test_a_failed_add_leaves_nothing_behind(fulltext: FullText) -> None:
    with pytest.raises(TypeError):
        fulltext.add("c", [("new", "fine"), ("bad", None)])  # type: ignore[list-item]
    assert fulltext.count() == len(PASSAGES)
    assert found(fulltext, "fine") == []


@given(st.text() | st.text(alphabet="\"'*()^:-+{}ANDORNOT NEAR가나.1", max_size=30))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_no_query_is_an_error(fulltext: FullText, query: str) -> None:
    fulltext.search(query, "c", 3, ["pump"])


def test_threads_share_one_index(fulltext: FullText) -> None:
    def work(n: int) -> list[str]:
        fulltext.add("t", [(f"t{n}", f"screen {n} words")])
        return found(fulltext, f"screen {n}", "t")

    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(work, range(40)))
    assert all(f"t{n}" in result for n, result in enumerate(results))
    assert fulltext.count("t") == 40


def test_passages_go_to_another_collection(fulltext: FullText) -> None:
    fulltext.add("big", [(f"p{n}", f"number {n}") for n in range(1200)])
    before = fulltext.count()
    fulltext.place([f"p{n}" for n in range(700)] + ["unknown"], "other")
    assert (fulltext.count("big"), fulltext.count("other"), fulltext.count()) == (500, 700, before)
    assert [hit["passage_id"] for hit in fulltext.search("3", "other", 5)] == ["p3"]
    assert fulltext.search("3", "big", 5) == []


def test_compaction_keeps_what_is_there_and_gives_the_rest_back(fulltext: FullText) -> None:
    fulltext.add("big", [(f"p{n}", f"number {n} " + "water stood overnight " * 20) for n in range(2000)])
    fulltext.compact()
    full = fulltext._path.stat().st_size
    fulltext.remove([f"p{n}" for n in range(1, 2000)])
    fulltext.compact()
    assert fulltext._path.stat().st_size < 0.2 * full
    assert [hit["passage_id"] for hit in fulltext.search("overnight", "big", 5)] == ["p0"]
