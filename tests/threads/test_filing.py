"""Threads found by their words, on a real database."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Engine, create_engine
from sqlalchemy.pool import StaticPool

from selfrag.threads.catalog import Catalog, new_thread
from selfrag.threads.filing import Filing
from selfrag.threads.upgrade import upgrade

ALPHABET = "aB%_\\/'\"[가 "


def make_engine() -> Engine:
    engine = create_engine("sqlite://", poolclass=StaticPool)
    upgrade(engine)
    return engine


@pytest.fixture
def engine() -> Iterator[Engine]:
    engine = make_engine()
    yield engine
    engine.dispose()


def add(engine: Engine, *questions: str, status: str = "answered") -> str:
    catalog, thread = Catalog(engine), new_thread(questions[0], "self", "always")
    for question in questions:
        asked = catalog.add_question(thread, question, ["c1"], [], "always")
        catalog.save_question(asked, status, {})  # type: ignore[arg-type]
    return thread.id


def found(engine: Engine, text: str, **more: object) -> list[str]:
    return [thread.id for thread in Filing(engine).matching(text, **more)]  # type: ignore[arg-type]


def test_a_thread_is_found_by_its_title_and_by_any_of_its_questions(engine: Engine) -> None:
    first = add(engine, "How deep is the lake?", "And 얼마나 the river?")
    second = add(engine, "When is it open?")
    assert found(engine, "LAKE") == [first]
    assert found(engine, "얼마나") == [first]
    assert found(engine, "?") == found(engine, "") == [second, first]
    Filing(engine).rename(second, "Opening hours")
    assert found(engine, "hours") == found(engine, "when is") == [second]


@pytest.mark.parametrize("sign", ["%", "_", "\\", "'"])
def test_signs_of_a_pattern_are_what_they_are(engine: Engine, sign: str) -> None:
    with_it, _ = add(engine, f"Is it 5{sign} of it?"), add(engine, "Is it 5x of it?")
    assert found(engine, f"5{sign}") == [with_it]


def test_by_status_and_up_to_a_limit(engine: Engine) -> None:
    waiting, done, failed = (add(engine, "Which?", status=one) for one in ("waiting", "answered", "failed"))
    assert found(engine, "", status="waiting") == [waiting]
    assert found(engine, "", but="waiting") == [failed, done]
    assert found(engine, "", limit=1) == [failed]


@given(st.lists(st.text(ALPHABET, min_size=1, max_size=8), min_size=1, max_size=4), st.text(ALPHABET, max_size=3))
@pytest.mark.slow
def test_what_holds_the_text_is_found_and_nothing_else(questions: list[str], text: str) -> None:
    engine = make_engine()
    ids = {add(engine, question): question for question in questions}
    assert set(found(engine, text)) == {one for one, question in ids.items() if text.lower() in question.lower()}
    engine.dispose()
