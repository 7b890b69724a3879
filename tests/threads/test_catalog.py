"""Threads, questions and reviews on a real database."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine

from selfrag.errors import ReviewAnswered, UnknownThread
from selfrag.threads.catalog import Catalog


@pytest.fixture
def catalog(tmp_path: Path) -> Iterator[Catalog]:
    engine = create_engine(f"sqlite:///{tmp_path / 'catalog.sqlite'}")
    yield Catalog(engine)
    engine.dispose()


def waiting(catalog: Catalog) -> tuple[str, str]:
    """A thread whose second question waits, and its review."""
    thread = catalog.add_thread("Where is it?", "self", "always")
    catalog.save_question(catalog.add_question(thread.id, "Where is it?", ["c1"], []), "answered", {})
    asked = catalog.add_question(thread.id, "And the other?", ["c1"], [])
    catalog.add_review(thread.id, {"review_id": f"{asked.id}.1"}, "i1")
    catalog.save_question(asked, "waiting", {"query": "other"})
    return thread.id, f"{asked.id}.1"


def test_a_decision_and_the_run_it_starts_are_recorded_together(catalog: Catalog) -> None:
    thread, review = waiting(catalog)
    assert catalog.interrupted() == []
    catalog.decide(review, {"action": "approve"})
    assert [question.question for question in catalog.interrupted()] == ["And the other?"]
    assert [question.status for question in catalog.questions(thread)] == ["answered", "running"]
    assert catalog.thread(thread).status == "running"
    assert [question.record for question in catalog.interrupted()] == [{"query": "other"}]


def test_the_first_decision_wins_and_a_second_changes_nothing(catalog: Catalog) -> None:
    thread, review = waiting(catalog)
    catalog.decide(review, {"action": "approve"})
    asked = catalog.interrupted()[0]
    catalog.save_question(asked, "answered", {})
    with pytest.raises(ReviewAnswered):
        catalog.decide(review, {"action": "reject"})
    stored = catalog.review(review)
    assert stored is not None
    assert (stored.decision, stored.decided_by) == ({"action": "approve"}, "person")
    assert catalog.thread(thread).status == "answered"


def test_a_draft_is_kept_until_the_review_is_decided(catalog: Catalog) -> None:
    _, review = waiting(catalog)
    catalog.save_draft(review, {"keep": ["a"]})
    catalog.decide(review, {"action": "approve"})
    catalog.save_draft(review, {"keep": ["b"]})
    stored = catalog.review(review)
    assert stored is not None
    assert stored.draft == {"keep": ["a"]}


def test_deleting_a_thread_removes_all_of_it_and_nothing_else(catalog: Catalog) -> None:
    thread, review = waiting(catalog)
    other, _ = waiting(catalog)
    catalog.delete_thread(thread)
    assert (catalog.questions(thread), catalog.review(review)) == ([], None)
    with pytest.raises(UnknownThread, match=thread):
        catalog.thread(thread)
    assert [each.id for each in catalog.threads()] == [other]
