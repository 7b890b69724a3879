"""What ends while a page is being drawn: the page shows it as it was or as it is, and not some of each."""

from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from selfrag.errors import UnknownThread
from selfrag.graph.state import Policy
from selfrag.runs import Run
from selfrag.service import Service
from selfrag.threads.reviews import Reviews
from selfrag.ui import desk, thread_menu, threads_list
from selfrag.ui.inbox import walk
from selfrag.ui.phrases import told
from tests.documents.pdfs import FACT, text_pdf
from tests.fakes import FakeSearch, shelf
from tests.ui.conftest import Held
from tests.ui.fake_desks import read, serve
from tests.ui.test_pages import opened
from tests.ui.test_uploads import lines

PARTS = [(threads_list, "draw_rest"), (thread_menu, "draw"), (walk, "draw")]  # drawn before the conversation


def before(monkeypatch: pytest.MonkeyPatch, place: Any, name: str, happens: Callable[[], object]) -> None:
    """Something happens, once, when the page is about to draw a part of itself."""
    draw, happened = getattr(place, name), []

    def drawn(*given: Any, **named: Any) -> Any:
        if not happened:
            happened.append(happens())
        return draw(*given, **named)

    monkeypatch.setattr(place, name, drawn)


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Event:
    """Every search waits for it."""
    opens, search = Event(), FakeSearch.search

    def held(*given: Any) -> Any:
        opens.wait(120)
        return search(*given)

    monkeypatch.setattr(FakeSearch, "search", held)
    return opens


def asked_while_drawn(
    folder: Path, monkeypatch: pytest.MonkeyPatch, gate: Event, policy: Policy, part: tuple[Any, str]
) -> tuple[AppTest, Service]:
    """A page on which a question comes as far as it can, right before that part is drawn."""
    service = serve(folder, shelf("aaaa:1:0"), monkeypatch)
    run = service.ask("What?", policy=policy)

    def ends() -> None:
        gate.set()
        assert run.wait(60)

    before(monkeypatch, *part, ends)
    return opened(thread=run.key), service


@pytest.mark.parametrize("part", PARTS)
def test_a_review_that_begins_meanwhile_has_no_box_for_questions_beside_it(
    data_dir: Path, monkeypatch: pytest.MonkeyPatch, gate: Event, part: tuple[Any, str]
) -> None:
    app, service = asked_while_drawn(data_dir, monkeypatch, gate, "always", part)
    [thread] = service.threads()
    assert thread.status == "waiting"
    assert len(app.checkbox) == 1
    assert not app.chat_input
    assert "Waiting for you · 1" in [caption.value for caption in app.sidebar.caption]


@pytest.mark.parametrize("part", PARTS)
def test_an_answer_that_comes_meanwhile_leaves_the_box_for_the_next_question(
    data_dir: Path, monkeypatch: pytest.MonkeyPatch, gate: Event, part: tuple[Any, str]
) -> None:
    app, service = asked_while_drawn(data_dir, monkeypatch, gate, "never", part)
    [thread] = service.threads()
    assert thread.status == "answered"
    assert "Fact aaaa:1:0 stands here." in read(app)
    assert not app.chat_input[0].disabled


def test_a_decision_that_somebody_else_makes_meanwhile_is_followed_to_the_answer(
    data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = serve(data_dir, shelf("aaaa:1:0"), monkeypatch)
    run = service.ask("What?")
    run.wait()
    review = service.show(run.key)["review"]
    decision = {"review_id": review["review_id"], "action": "approve", "keep": ["aaaa:1:0"]}
    # The question was read, as one that waits, and its review is about to be.
    before(monkeypatch, Reviews, "of_question", lambda: service.resume(run.key, decision))
    app = opened(thread=run.key)
    assert "Fact aaaa:1:0 stands here." in read(app)
    assert not app.chat_input[0].disabled


def test_a_thread_that_is_deleted_meanwhile_is_told_so(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    service = serve(data_dir, shelf("aaaa:1:0"), monkeypatch)
    run = service.ask("What?")
    run.wait()
    before(monkeypatch, thread_menu, "draw", lambda: service.delete_thread(run.key))
    app = opened(thread=run.key)
    with pytest.raises(UnknownThread) as unknown:
        service.thread(run.key)
    assert [warning.value for warning in app.main.warning] == [told(str(unknown.value))]
    assert any(one.label == "New question" for one in app.main.button)


def test_an_upload_that_ends_meanwhile_leaves_the_uploader_open(held: Held, monkeypatch: pytest.MonkeyPatch) -> None:
    held.gate.set()
    gate = Event()

    def hold(request: Any) -> None:
        if request.kind == "embed":
            gate.wait(120)

    held.model.rule = hold
    service = desk.service()
    run = service.ingest([("first.pdf", text_pdf(FACT))], "Documents")
    under_way = Service.ingest_under_way

    def as_it_was(service: Service) -> Run | None:
        found = under_way(service)
        gate.set()
        assert run.wait(60)
        return found

    monkeypatch.setattr(Service, "ingest_under_way", as_it_was)
    app = opened()
    assert not app.file_uploader[0].disabled
    assert any(line.startswith("✓ **first.pdf**") for line in lines(app))
