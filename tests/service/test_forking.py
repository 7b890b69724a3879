"""A review answered otherwise in a fork: what the fork is, and that its original stays as it was."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from selfrag.errors import DecisionInvalid, ReviewOutdated, UnknownThread
from selfrag.graph.strategies import STRATEGIES
from selfrag.service import Service
from selfrag.threads import stands
from tests.fakes import FakePorts, FakeWeb, shelf

A, B, W = "aaaa:1:0", "bbbb:2:0", "0eb0:1:0"
QUESTION = "What stands here?"
Serve = Callable[[FakePorts], Service]


def asked(service: Service, question: str = QUESTION, **more: Any) -> dict[str, Any]:
    run = service.ask(question, sources=["c1"], **more)
    run.wait()
    return service.show(run.key)


def decide(service: Service, view: dict[str, Any], **decision: Any) -> dict[str, Any]:
    service.resume(view["thread_id"], {"review_id": view["review"]["review_id"], **decision}).wait()
    return service.show(view["thread_id"])


def approve(service: Service, view: dict[str, Any], *keep: str) -> dict[str, Any]:
    return decide(service, view, action="approve", keep=list(keep))


def forked(service: Service, thread: str, review: str, **decision: Any) -> dict[str, Any]:
    run = service.fork(thread, review, decision or None)
    run.wait()
    assert run.key != thread
    return service.show(run.key)


def rows(service: Service, thread: str) -> dict[str, list[Any]]:
    """Everything that is stored of a thread, in the catalog and in the checkpoints."""
    stored: dict[str, list[Any]] = {}
    with sqlite3.connect(service.desk.settings.data_dir / "catalog.sqlite") as db:
        tables = [name for (name,) in db.execute("select name from sqlite_master where type = 'table'")]
        for table in tables:
            columns = [column[1] for column in db.execute(f"pragma table_info({table})")]
            key = "id" if table == "threads" else "thread_id"
            if key in columns:
                stored[table] = db.execute(f"select * from {table} where {key} = ? order by 1", (thread,)).fetchall()
    for table in ("checkpoints", "writes"):
        ask = f"select * from {table} where thread_id = ? order by 1, 2, 3, 4"
        stored[table] = service.desk.checkpointer.conn.execute(ask, (thread,)).fetchall()
    return stored


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_another_decision_gives_another_answer_and_the_original_stays(serve: Serve, strategy: str) -> None:
    ports = shelf(A, B)
    service = serve(ports)
    waiting = asked(service, strategy=strategy)
    review = waiting["review"]["review_id"]
    original = approve(service, waiting, A)
    before, calls = rows(service, original["thread_id"]), len(ports.search.queries)
    fork = forked(service, original["thread_id"], review, action="approve", keep=[B])
    assert fork["status"] == "answered"
    assert [c["passage_id"] for c in original["citations"]] == [A]
    assert [c["passage_id"] for c in fork["citations"]] == [B]
    assert original["answer"] != fork["answer"]
    assert rows(service, original["thread_id"]) == before
    assert all(len(before[table]) for table in ("threads", "questions", "reviews", "checkpoints"))
    assert len(ports.search.queries) == calls
    assert fork["forked_from"] == {
        "thread_id": original["thread_id"],
        "question_id": original["question_id"],
        "review_id": review,
    }
    assert (fork["title"], fork["strategy"], fork["question"]) == (original["title"], strategy, QUESTION)


def test_what_was_done_before_is_inherited_and_costs_nothing(serve: Serve) -> None:
    service = serve(shelf(A, B))
    waiting = asked(service)
    original = approve(service, waiting, A)
    fork = forked(service, waiting["thread_id"], waiting["review"]["review_id"], action="approve", keep=[B])
    inherited = [step["node"] for step in fork["steps"] if step.get("inherited")]
    assert inherited == ["decide_retrieval", "search", "gather_evidence", "grade_passages"]
    own = [step["node"] for step in fork["steps"] if not step.get("inherited")]
    assert own == ["review_evidence", "write_answer", "reflect", "finish"]
    assert not any(step.get("inherited") for step in original["steps"])


def test_without_a_decision_the_fork_waits_and_is_decided_like_any_other(serve: Serve) -> None:
    service = serve(shelf(A, B))
    waiting = asked(service)
    approve(service, waiting, A)
    fork = forked(service, waiting["thread_id"], waiting["review"]["review_id"])
    assert fork["status"] == "waiting"
    assert fork["review"]["review_id"] == f"{fork['question_id']}.1" != waiting["review"]["review_id"]
    assert fork["review"]["thread_id"] == fork["thread_id"]
    assert [item["passage_id"] for item in fork["evidence"]] == [A, B]
    assert service.desk.catalog.thread(fork["thread_id"]).status == "waiting"
    assert [c["passage_id"] for c in approve(service, fork, B)["citations"]] == [B]


def test_a_rejected_review_can_be_answered_after_all(serve: Serve) -> None:
    service = serve(shelf(A, B))
    waiting = asked(service)
    assert decide(service, waiting, action="reject")["status"] == "rejected"
    fork = forked(service, waiting["thread_id"], waiting["review"]["review_id"], action="approve", keep=[A])
    assert fork["status"] == "answered"
    assert service.show(waiting["thread_id"])["status"] == "rejected"


def test_a_waiting_original_stays_waiting(serve: Serve) -> None:
    service = serve(shelf(A, B))
    waiting = asked(service)
    before = rows(service, waiting["thread_id"])
    fork = forked(service, waiting["thread_id"], waiting["review"]["review_id"], action="approve", keep=[B])
    assert fork["status"] == "answered"
    assert rows(service, waiting["thread_id"]) == before
    assert [c["passage_id"] for c in approve(service, waiting, A)["citations"]] == [A]


def test_another_question_is_asked_and_searched_in_the_fork(serve: Serve) -> None:
    ports = shelf(A, B)
    ports.search.by_query = {QUESTION: [A], "Other words?": [B]}
    service = serve(ports)
    waiting = asked(service)
    approve(service, waiting, A)
    edit = {"action": "edit", "question": "Other words?", "search_again": True}
    fork = forked(service, waiting["thread_id"], waiting["review"]["review_id"], **edit)
    assert (fork["status"], fork["asked"], fork["question"]) == ("waiting", "Other words?", QUESTION)
    assert ports.search.queries == [QUESTION, "Other words?"]
    assert approve(service, fork, B)["status"] == "answered"
    assert service.show(waiting["thread_id"])["asked"] == QUESTION


def test_an_older_question_of_a_long_thread_with_its_history_as_it_was_then(serve: Serve) -> None:
    service = serve(shelf(A, B))
    first = asked(service)
    approve(service, first, A)
    second = asked(service, "And there?", thread_id=first["thread_id"])
    approve(service, second, A)
    for n in range(3):
        approve(service, asked(service, f"Question {n}?", thread_id=first["thread_id"]), A)
    fork = forked(service, first["thread_id"], second["review"]["review_id"], action="approve", keep=[B])
    assert (fork["question"], fork["status"]) == ("And there?", "answered")
    history = service.desk.look_at(service.desk.catalog.thread(fork["thread_id"])).state()["history"]
    assert [turn["question"] for turn in history] == [QUESTION, "And there?"]
    follow_up = asked(service, "And then?", thread_id=fork["thread_id"])
    assert approve(service, follow_up, A)["status"] == "answered"


def test_what_may_leave_for_the_web_can_be_decided_otherwise(serve: Serve) -> None:
    ports = shelf(A, W)
    ports.search.ids, ports.web = [A], FakeWeb([W])
    ports.reflector.rel = lambda question, passage: "relevant" if passage["id"] == W else "irrelevant"
    service = serve(ports)
    consent = asked(service, strategy="corrective")
    assert consent["review"]["kind"] == "web_consent"
    skipped = decide(service, consent, action="skip")
    decide(service, skipped, action="reject")
    before = rows(service, consent["thread_id"])
    fork = forked(service, consent["thread_id"], consent["review"]["review_id"], action="allow", query="other words")
    assert (fork["status"], fork["review"]["kind"]) == ("waiting", "chunk_review")
    assert ports.web.sent == ["other words"]
    assert [c["passage_id"] for c in approve(service, fork, W)["citations"]] == [W]
    assert rows(service, consent["thread_id"]) == before


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_what_was_decided_on_an_answer_can_be_decided_otherwise(serve: Serve, strategy: str) -> None:
    service = serve(shelf(A, B))
    waiting = asked(service, strategy=strategy, draft_review=True)
    draft = approve(service, waiting, A)
    assert draft["review"]["kind"] == "draft_review"
    original = decide(service, draft, action="accept")
    before = rows(service, original["thread_id"])
    edit = {"action": "edit", "answer": "In my own words. [1]"}
    fork = forked(service, original["thread_id"], draft["review"]["review_id"], **edit)
    assert original["answer"] != fork["answer"]
    assert fork["answer"].startswith("In my own words.")
    assert fork["status"] in ("answered", "no_evidence")
    earlier = forked(service, original["thread_id"], waiting["review"]["review_id"], action="approve", keep=[B])
    assert (earlier["status"], earlier["review"]["kind"]) == ("waiting", "draft_review")
    assert rows(service, original["thread_id"]) == before


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_what_a_policy_approved_is_shown_to_a_person_in_the_fork(serve: Serve, strategy: str) -> None:
    service = serve(shelf(A, B))
    original = asked(service, strategy=strategy, policy="never")
    assert original["status"] == "answered"
    (review,) = service.desk.reviews.of_thread(original["thread_id"])
    assert review.decided_by == "policy"
    before = rows(service, original["thread_id"])
    fork = forked(service, original["thread_id"], review.id, action="approve", keep=[B])
    assert [c["passage_id"] for c in fork["citations"]] == [B]
    assert fork["decision"]["by"] == "person"
    assert rows(service, original["thread_id"]) == before


def test_an_earlier_review_of_a_question_with_several(serve: Serve) -> None:
    ports = shelf(A, B)
    ports.search.by_query = {QUESTION: [A], "Other?": [B]}
    service = serve(ports)
    first = asked(service)
    second = decide(service, first, action="edit", question="Other?", search_again=True)
    approve(service, second, B)
    fork = forked(service, first["thread_id"], first["review"]["review_id"], action="approve", keep=[A])
    assert [c["passage_id"] for c in fork["citations"]] == [A]
    assert (fork["asked"], [step["node"] for step in fork["steps"]].count("review_evidence")) == (QUESTION, 1)


def test_a_fork_is_forked_and_outlives_its_original(serve: Serve) -> None:
    service = serve(shelf(A, B))
    waiting = asked(service)
    approve(service, waiting, A)
    fork = forked(service, waiting["thread_id"], waiting["review"]["review_id"])
    approve(service, fork, B)
    assert [each.id for each in service.forks(waiting["thread_id"])] == [fork["thread_id"]]
    service.delete_thread(waiting["thread_id"])
    again = forked(service, fork["thread_id"], fork["review"]["review_id"], action="approve", keep=[A, B])
    assert [c["passage_id"] for c in again["citations"]] == [A, B]
    assert again["forked_from"]["thread_id"] == fork["thread_id"]


def test_what_the_web_said_is_left_to_the_fork(serve: Serve) -> None:
    service = serve(shelf(A))
    waiting = asked(service)
    approve(service, waiting, A)
    fork = forked(service, waiting["thread_id"], waiting["review"]["review_id"])
    forgotten: list[tuple[str, ...]] = []
    object.__setattr__(service.desk, "forget_web", lambda *threads: forgotten.append(threads))
    service.delete_thread(waiting["thread_id"])
    service.delete_thread(fork["thread_id"])
    assert forgotten == [(waiting["thread_id"], fork["thread_id"]), (fork["thread_id"],)]


def test_a_decision_that_cannot_be_taken_makes_no_thread(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    service = serve(shelf(A, B))
    waiting = asked(service)
    approve(service, waiting, A)
    monkeypatch.setattr(stands, "copy", lambda *given: pytest.fail("not even for a moment"))
    thread, review = waiting["thread_id"], waiting["review"]["review_id"]
    for wrong in ({"action": "approve", "keep": ["dddd:1:0"]}, {"action": "approve", "keep": []}, {"action": "none"}):
        with pytest.raises(DecisionInvalid):
            service.fork(thread, review, wrong)
    with pytest.raises(ReviewOutdated, match="This thread has no review “nothing”"):
        service.fork(thread, "nothing", None)
    with pytest.raises(ReviewOutdated):
        service.fork(thread, review, {"review_id": "another.1", "action": "approve", "keep": [B]})
    with pytest.raises(UnknownThread):
        service.fork("nobody", review, None)
    assert [each.id for each in service.threads()] == [thread]
    checkpoints = service.desk.checkpointer.conn.execute("select distinct thread_id from checkpoints").fetchall()
    assert checkpoints == [(thread,)]


def test_what_is_no_longer_kept_is_said_in_a_sentence(serve: Serve) -> None:
    service = serve(shelf(A))
    waiting = asked(service)
    approve(service, waiting, A)
    service.desk.checkpointer.conn.execute("delete from writes")
    with pytest.raises(ReviewOutdated, match="no longer kept, so it cannot be answered otherwise"):
        service.fork(waiting["thread_id"], waiting["review"]["review_id"], {"action": "approve", "keep": [A]})
    assert len(service.threads()) == 1


def test_a_kept_passage_that_was_deleted_meanwhile_is_gone(serve: Serve) -> None:
    ports = shelf(A, B)
    service = serve(ports)
    waiting = asked(service)
    approve(service, waiting, A)
    ports.passages.forget(B)
    fork = forked(service, waiting["thread_id"], waiting["review"]["review_id"], action="approve", keep=[A, B])
    assert (fork["gone"], [c["passage_id"] for c in fork["citations"]]) == ([B], [A])


class Killed(BaseException):
    """Stands for the end of the process."""


def killed_in(service: Service, monkeypatch: pytest.MonkeyPatch, place: Any, name: str, after: bool) -> dict[str, Any]:
    waiting = asked(service)
    approve(service, waiting, A)
    work = getattr(place, name)

    def die(*given: Any, **more: Any) -> Any:
        if after:
            work(*given, **more)
        raise Killed

    monkeypatch.setattr(place, name, die)
    with pytest.raises(Killed):
        service.fork(waiting["thread_id"], waiting["review"]["review_id"], {"action": "approve", "keep": [B]})
    monkeypatch.setattr(place, name, work)
    return waiting


def test_killed_before_the_copy_nothing_is_left(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    ports = shelf(A, B)
    service = serve(ports)
    waiting = killed_in(service, monkeypatch, stands, "copy", after=False)
    assert len(service.threads("running")) == 1
    service = serve(ports)
    assert [each.id for each in service.threads()] == [waiting["thread_id"]]


def test_killed_after_the_copy_the_fork_waits(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    ports = shelf(A, B)
    service = serve(ports)
    waiting = killed_in(service, monkeypatch, stands, "copy", after=True)
    service = serve(ports)
    (fork,) = (service.show(each.id) for each in service.forks(waiting["thread_id"]))
    assert (fork["status"], fork["error"]) == ("waiting", None)
    assert [c["passage_id"] for c in approve(service, fork, B)["citations"]] == [B]


def test_killed_before_the_decision_the_fork_waits(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    ports = shelf(A, B)
    service = serve(ports)
    waiting = asked(service)
    approve(service, waiting, A)

    def die(*given: Any) -> None:
        raise Killed

    monkeypatch.setattr(service, "resume", die)
    with pytest.raises(Killed):
        service.fork(waiting["thread_id"], waiting["review"]["review_id"], {"action": "approve", "keep": [B]})
    service = serve(ports)
    (fork,) = (service.show(each.id) for each in service.forks(waiting["thread_id"]))
    assert fork["status"] == "waiting"


def test_in_whose_name_it_was_decided_is_kept(serve: Serve) -> None:
    service = serve(shelf(A, B))
    waiting = asked(service)
    run = service.fork(waiting["thread_id"], waiting["review"]["review_id"], {"action": "approve", "keep": [B]}, "Ada")
    run.wait()
    (review,) = service.desk.reviews.of_thread(run.key)
    assert (review.decided_by, review.decided_name) == ("person", "Ada")


def test_the_data_directory_holds_no_stray_threads(serve: Serve, tmp_path: Path) -> None:
    service = serve(shelf(A, B))
    waiting = asked(service)
    fork = forked(service, waiting["thread_id"], waiting["review"]["review_id"])
    service.delete_thread(fork["thread_id"])
    assert rows(service, fork["thread_id"])["checkpoints"] == []
