"""A search from the query to passages that last, and a person who stops it."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event, text

from selfrag.errors import RunStopped, WebFailed
from selfrag.ports import Meter
from selfrag.web.passages import passages_of, spans
from selfrag.web.provider import WebResult
from selfrag.web.search import WebSearch
from selfrag.web.store import WebStore
from selfrag.wiring import open_engine
from tests.web.conftest import TIMEOUT, Make
from tests.web.server import WebServer, result

SENTENCE = "The intake screen of the older pump is rinsed every thirty-six hours by the night crew. "


class Person:
    """Presses Stop as soon as `when` holds."""

    def __init__(self, when: Callable[[], object]) -> None:
        self.when = when
        self.beats = 0
        self.threads: set[int] = set()

    def __call__(self, kind: str, **facts: Any) -> None:
        assert kind == "beat"
        self.beats += 1
        self.threads.add(threading.get_ident())
        if self.when():
            raise RunStopped


def test_what_is_found_is_kept_and_read_by_another_store(search: WebSearch, server: WebServer, tmp_path: Path) -> None:
    ids = search.search("q", "t1", 6)
    engine = open_engine(tmp_path / "catalog.sqlite")
    kept = WebStore(engine).get(ids)
    engine.dispose()
    assert list(kept) == sorted(ids)
    first = kept[ids[0]]
    assert first == {
        "id": ids[0],
        "document_id": first["document_id"],
        "document": "Page 1",
        "collection": "Web",
        "page": 1,
        "page_label": None,
        "start": 0,
        "end": 25,
        "text": "Fact 1 stands on the web.",
        "url": "https://example.org/1",
    }
    assert ids[0] == f"{first['document_id'][:16]}:1:0"
    assert (len(first["document_id"]), kept[ids[1]]["document"]) == (64, "Page 2")


def test_a_long_result_becomes_passages_the_best_first(search: WebSearch, server: WebServer, store: WebStore) -> None:
    server.results = [result(1, content=SENTENCE * 40), result(2), result(3, content=SENTENCE * 15)]
    ids = search.search("q", "t1", 10)
    kept = store.get(ids)
    assert [(kept[each]["document"], each.rsplit(":", 1)[1]) for each in ids] == [
        ("Page 1", "0"),
        ("Page 2", "0"),
        ("Page 3", "0"),
        ("Page 1", "1"),
        ("Page 3", "1"),
        ("Page 1", "2"),
    ]
    assert [kept[each]["start"] for each in ids if kept[each]["document"] == "Page 1"] == [0, 880, 1760]
    assert search.search("q", "t1", 2) == ids[:2]


@pytest.mark.parametrize(
    ("content", "lengths"),
    [
        (SENTENCE * 12, [879, 175]),
        ("x" * 2000, [900, 900, 200]),
        ("word " * 400, [899, 899, 199]),
        ("짧다. " * 3, [11]),
        ("", []),
    ],
)
def test_a_text_divides_after_sentences(content: str, lengths: list[int]) -> None:
    content = content.strip()
    assert [end - start for start, end in spans(content)] == lengths
    covered = "".join(content[start:end] for start, end in spans(content))
    assert covered.replace(" ", "") == content.replace(" ", "")


def test_no_two_threads_share_a_passage() -> None:
    found = [WebResult("T", "https://example.org", "Text."), WebResult("T", "https://example.org/2", "Text.")]
    ids = [each["id"] for thread in ("t1", "t2") for each in passages_of(thread, found)]
    assert len(set(ids)) == 4


def test_a_thread_is_forgotten_alone(search: WebSearch, store: WebStore) -> None:
    mine, other = search.search("q", "t1", 6), search.search("q", "t2", 6)
    store.forget("t1")
    assert store.get(mine) == {}
    assert set(store.get(other)) == set(other)


def test_the_same_page_found_again_is_kept_once_and_as_it_was(
    search: WebSearch, server: WebServer, store: WebStore, engine: Engine
) -> None:
    ids = search.search("q", "t1", 6)
    server.results = [result(1, title="Another title"), result(2), result(3)]
    assert search.search("other", "t1", 6)[:2] == ids
    assert store.get(ids)[ids[0]]["document"] == "Page 1"
    with engine.connect() as db:
        rows = db.execute(text("select provider, thread_id from web_results")).all()
    assert len(rows) == 3
    assert {row.thread_id for row in rows} == {"t1"}
    assert {row.provider for row in rows} <= {"Tavily", f"SearXNG at {server.url.removeprefix('http://')}"}


def test_many_passages_are_read_in_batches(store: WebStore, engine: Engine) -> None:
    found = [WebResult("T", f"https://example.org/{n}", f"Text {n}.") for n in range(1201)]
    passages = passages_of("t1", found)
    store.add("t1", "Tavily", passages)
    sizes: list[int] = []
    event.listen(engine, "before_cursor_execute", lambda *said: sizes.append(len(said[3])))
    assert len(store.get([*(passage["id"] for passage in passages), "0" * 16 + ":1:0"])) == 1201
    assert sizes == [500, 500, 202]


def test_no_more_is_asked_for_than_a_provider_gives(make: Make, server: WebServer, store: WebStore) -> None:
    WebSearch(make(server.url), store, Meter(), TIMEOUT).search("q", "t1", 500)
    (request,) = server.requests
    assert request.method == "GET" or request.json["max_results"] == 20


def test_a_stop_while_the_provider_is_silent(make: Make, server: WebServer, store: WebStore) -> None:
    server.silent = True
    person = Person(lambda: server.requests)
    with pytest.raises(RunStopped):
        WebSearch(make(server.url), store, Meter(person), TIMEOUT).search("q", "t1", 6)
    assert person.beats < TIMEOUT * 5
    assert person.threads == {threading.get_ident()}


def test_a_stop_before_the_search_sends_nothing(make: Make, server: WebServer, store: WebStore) -> None:
    with pytest.raises(RunStopped):
        WebSearch(make(server.url), store, Meter(Person(lambda: True)), TIMEOUT).search("q", "t1", 6)
    assert server.requests == []


def test_a_silent_provider_is_not_waited_for(make: Make, server: WebServer, store: WebStore) -> None:
    server.silent = True
    provider = make(server.url)
    with pytest.raises(WebFailed) as failed:
        WebSearch(provider, store, Meter(), 0.2).search("q", "t1", 6)
    assert str(failed.value) == (
        f"{provider.name} gave no answer within 0.2 seconds: search again, or allow more in SELFRAG_WEB_TIMEOUT."
    )


def test_half_a_character_is_not_sent(search: WebSearch, server: WebServer) -> None:
    with pytest.raises(WebFailed) as failed:
        search.search("half \ud83d", "t1", 6)
    assert str(failed.value) == ("The query holds half a character, which cannot be sent: write it anew, then search.")
    assert server.requests == []


def test_a_failure_keeps_nothing(search: WebSearch, server: WebServer, engine: Engine) -> None:
    server.fail(500)
    with pytest.raises(WebFailed):
        search.search("q", "t1", 6)
    with engine.connect() as db:
        assert db.execute(text("select count(*) from web_results")).scalar_one() == 0


def test_a_store_that_fails_is_told(search: WebSearch, engine: Engine, server: WebServer) -> None:
    with engine.begin() as db:
        db.execute(text("drop table web_results"))
    with pytest.raises(WebFailed, match="could not be stored: check that the data directory has space"):
        search.search("q", "t1", 6)
