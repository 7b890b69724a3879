"""What a person does with whole threads, and all that goes with one that is deleted."""

import threading
from collections.abc import Callable

import pytest
from sqlalchemy import func, select

from selfrag.errors import ThreadBusy, ThreadError, UnknownThread
from selfrag.service import Service
from selfrag.threads.tables import comments, feedback, leases, questions, reviews, threads
from tests.fakes import FakePorts, shelf
from tests.service.inboxes import put

A, B = "aaaa:1:0", "bbbb:2:0"
Serve = Callable[[FakePorts], Service]


@pytest.fixture
def service(serve: Serve) -> Service:
    return serve(shelf(A, B))


def ask(service: Service, question: str = "What stands here?", thread: str | None = None) -> str:
    run = service.ask(question, thread_id=thread)
    run.wait()
    return run.key


def rows(service: Service) -> dict[str, int]:
    with service.desk.engine.connect() as db:
        return {
            table.name: db.execute(select(func.count()).select_from(table)).scalar_one()
            for table in (threads, questions, reviews, comments, feedback, leases)
        }


def checkpoints(service: Service) -> set[str]:
    rows = service.desk.checkpointer.conn.execute(
        "SELECT thread_id FROM checkpoints UNION SELECT thread_id FROM writes"
    )
    return {row[0] for row in rows}


@pytest.mark.parametrize(
    ("title", "typed"), [("Größe der ÄPFEL", "äpfel"), ("Сколько Это стоит", "это"), ("ΜΕΝΟΥ", "μενου")]
)
def test_threads_are_found_in_any_case_of_any_script(service: Service, title: str, typed: str) -> None:
    thread, _ = ask(service), ask(service)
    service.rename_thread(thread, title)
    assert [found.id for found in service.find_threads(typed)] == [thread]


def test_a_deleted_thread_leaves_nothing_behind(service: Service) -> None:
    kept, gone = ask(service), ask(service)
    before = rows(service)
    assert checkpoints(service) == {kept, gone}
    question = service.show(gone)["question_id"]
    service.comment(gone, "Hm", "Ana", service.waiting_review(gone)["review_id"])
    service.desk.feedback.add(gone, question, "thumb", value=1)
    service.delete_thread(gone)
    assert rows(service) == {name: count // 2 for name, count in before.items()}
    assert checkpoints(service) == {kept}
    assert [item["thread_id"] for item in service.inbox()] == [kept]


def test_a_thread_is_not_deleted_while_it_runs(serve: Serve) -> None:
    ports = shelf(A)
    asked, gate = threading.Event(), threading.Event()
    found = ports.search.search

    def search(*given: object, **more: object) -> object:
        asked.set()
        gate.wait(10)
        return found(*given, **more)  # type: ignore[arg-type]

    ports.search.search = search  # type: ignore[method-assign, assignment]
    service = serve(ports)
    run = service.ask("What stands here?")
    assert asked.wait(10)
    with pytest.raises(ThreadBusy):
        service.delete_thread(run.key)
    gate.set()
    run.wait()
    assert service.status(run.key) == "waiting"
    service.delete_thread(run.key)
    assert service.status(run.key) is None


def test_a_title_is_changed_and_cleaned(service: Service) -> None:
    one = put(service, "What?")
    service.rename_thread(one.thread, "  A better\n\x1b title ")
    assert service.thread(one.thread).title == "A better title"
    assert service.show(one.thread)["question"] == "What?"


@pytest.mark.parametrize("title", ["", " \u200b", "x" * 81])
def test_a_title_that_cannot_be_is_refused(service: Service, title: str) -> None:
    one = put(service, "What?")
    with pytest.raises(ThreadError):
        service.rename_thread(one.thread, title)
    assert service.thread(one.thread).title == "What?"


def test_an_archived_thread_is_hidden_until_it_is_asked_for(service: Service) -> None:
    away, here = put(service, "Away?").thread, put(service, "Here?").thread
    service.archive_thread(away)
    assert [thread.id for thread in service.find_threads()] == [here]
    assert [thread.id for thread in service.find_threads(archived=True)] == [away]
    assert {thread.id for thread in service.find_threads(archived=None)} == {away, here}
    assert (service.count_threads(), service.count_threads(archived=True)) == (1, 1)
    service.archive_thread(away, away=False)
    assert {thread.id for thread in service.find_threads()} == {away, here}


def test_another_policy_holds_for_the_next_question_and_not_for_the_one_that_waits(service: Service) -> None:
    thread = ask(service)
    service.choose_thread_policy(thread, "never")
    assert service.status(thread) == "waiting"
    assert service.show(thread)["policy"] == "always"
    review = service.waiting_review(thread)["review_id"]
    service.resume(thread, {"review_id": review, "action": "approve", "keep": [A]}).wait()
    ask(service, "And what else?", thread)
    assert (service.show(thread)["policy"], service.status(thread)) == ("never", "answered")
    with pytest.raises(ThreadError):
        service.choose_thread_policy(thread, "sometimes")  # type: ignore[arg-type]


def test_review_of_drafts_is_a_thread_s_own_choice(service: Service) -> None:
    one = put(service, "What?")
    assert not service.thread(one.thread).draft_review
    service.choose_thread_draft_review(one.thread, True)
    assert service.thread(one.thread).draft_review


def test_a_thread_that_is_not_there(service: Service) -> None:
    for change in (
        lambda: service.rename_thread("nowhere", "x"),
        lambda: service.archive_thread("nowhere"),
        lambda: service.choose_thread_policy("nowhere", "never"),
        lambda: service.choose_thread_draft_review("nowhere", True),
        lambda: service.delete_thread("nowhere"),
    ):
        with pytest.raises(UnknownThread):
            change()
