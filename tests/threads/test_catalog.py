"""Threads, questions and reviews on a real database."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine, create_engine

from selfrag.errors import ReviewAnswered, UnknownThread
from selfrag.threads.catalog import Catalog, new_thread
from selfrag.threads.reviews import Reviews
from selfrag.threads.upgrade import upgrade


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    engine = create_engine(f"sqlite:///{tmp_path / 'catalog.sqlite'}")
    upgrade(engine)
    yield engine
    engine.dispose()


@pytest.fixture
def catalog(engine: Engine) -> Catalog:
    return Catalog(engine)


@pytest.fixture
def reviews(engine: Engine) -> Reviews:
    return Reviews(engine)


def waiting(catalog: Catalog, reviews: Reviews) -> tuple[str, str]:
    """A thread whose second question waits, and its review."""
    thread = new_thread("Where is it?", "self", "always")
    catalog.save_question(catalog.add_question(thread, "Where is it?", ["c1"], [], "always"), "answered", {})
    asked = catalog.add_question(thread, "And the other?", ["c1"], [], "always")
    reviews.add({"review_id": f"{asked.id}.1", "thread_id": thread.id})
    catalog.save_question(asked, "waiting", {"query": "other"})
    return thread.id, f"{asked.id}.1"


def test_a_decision_and_the_run_it_starts_are_recorded_together(catalog: Catalog, reviews: Reviews) -> None:
    thread, review = waiting(catalog, reviews)
    assert catalog.interrupted() == []
    reviews.decide(review, {"action": "approve"})
    assert [question.question for question in catalog.interrupted()] == ["And the other?"]
    assert [question.status for question in catalog.questions(thread)] == ["answered", "running"]
    assert catalog.thread(thread).status == "running"
    assert [question.record for question in catalog.interrupted()] == [{"query": "other"}]


def test_the_first_decision_wins_and_a_second_changes_nothing(catalog: Catalog, reviews: Reviews) -> None:
    thread, review = waiting(catalog, reviews)
    reviews.decide(review, {"action": "approve"})
    asked = catalog.interrupted()[0]
    catalog.save_question(asked, "answered", {})
    with pytest.raises(ReviewAnswered):
        reviews.decide(review, {"action": "reject"})
    stored = reviews.get(review)
    assert stored is not None
    assert (stored.decision, stored.decided_by) == ({"action": "approve"}, "person")
    assert catalog.thread(thread).status == "answered"


def test_a_draft_is_kept_until_the_review_is_decided(catalog: Catalog, reviews: Reviews) -> None:
    _, review = waiting(catalog, reviews)
    reviews.save_draft(review, {"keep": ["a"]})
    reviews.decide(review, {"action": "approve"})
    reviews.save_draft(review, {"keep": ["b"]})
    stored = reviews.get(review)
    assert stored is not None
    assert stored.draft == {"keep": ["a"]}


def test_deleting_a_thread_removes_all_of_it_and_nothing_else(catalog: Catalog, reviews: Reviews) -> None:
    thread, review = waiting(catalog, reviews)
    other, _ = waiting(catalog, reviews)
    catalog.delete_thread(thread)
    assert (catalog.questions(thread), reviews.get(review)) == ([], None)
    with pytest.raises(UnknownThread, match=thread):
        catalog.thread(thread)
    assert [each.id for each in catalog.threads()] == [other]
