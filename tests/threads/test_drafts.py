"""Unfinished edits of a review, from several servers at once."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from selfrag.threads.catalog import Catalog, new_thread
from selfrag.threads.reviews import Reviews
from selfrag.threads.upgrade import upgrade
from selfrag.wiring import open_engine

SERVERS, EDITS = 3, 20


def test_no_edit_goes_under_one_from_another_server(tmp_path: Path) -> None:
    engines = [open_engine(tmp_path / "catalog.sqlite") for _ in range(SERVERS)]
    upgrade(engines[0])
    thread = new_thread("Where?", "self", "always")
    Catalog(engines[0]).add_question(thread, "Where?", [], [], "always")
    Reviews(engines[0]).add({"review_id": "q.1", "thread_id": thread.id})

    def more(draft: dict[str, Any] | None) -> dict[str, Any]:
        return {"edits": (draft or {"edits": 0})["edits"] + 1}

    def edit(server: int) -> None:
        for _ in range(EDITS):
            Reviews(engines[server]).change_draft("q.1", more)

    with ThreadPoolExecutor(SERVERS) as pool:
        list(pool.map(edit, range(SERVERS)))
    review = Reviews(engines[0]).get("q.1")
    assert review is not None and review.draft == {"edits": SERVERS * EDITS}
    for engine in engines:
        engine.dispose()


def test_what_is_decided_keeps_the_draft_that_it_was_decided_with(tmp_path: Path) -> None:
    engine = open_engine(tmp_path / "catalog.sqlite")
    upgrade(engine)
    thread = new_thread("Where?", "self", "always")
    Catalog(engine).add_question(thread, "Where?", [], [], "always")
    reviews = Reviews(engine)
    reviews.add({"review_id": "q.1", "thread_id": thread.id})
    reviews.change_draft("q.1", lambda draft: {"note": "mine"})
    reviews.decide("q.1", {"action": "reject"})
    assert reviews.change_draft("q.1", lambda draft: {"note": "late"}) == {"note": "late"}
    review = reviews.get("q.1")
    assert review is not None and review.draft == {"note": "mine"}
    engine.dispose()
