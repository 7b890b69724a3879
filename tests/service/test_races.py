"""Several people, tabs and servers on one review: the first decision wins, and the others are told whose it is."""

import re
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, update

from selfrag.errors import ReviewAnswered, ThreadBusy, UnknownThread
from selfrag.ports import Passage
from selfrag.runs import Ended
from selfrag.service import Service
from selfrag.service import holding as holding_module
from selfrag.service.conduct import TAKEN_OVER
from selfrag.threads import leases as leases_module
from selfrag.threads.decided import ago, decided_what
from selfrag.threads.reviews import Review
from selfrag.threads.tables import leases, reviews
from tests.fakes import FakePorts, FakeWeb, shelf
from tests.service.desks import make_desk
from tests.service.racer import race
from tests.service.test_service import approve, ask
from tests.service.victim import logged

A, B = "aaaa:1:0", "bbbb:2:0"
OWNER_TOLD = re.compile(
    r"Person (\d) decided this review already, just now: (1 passage kept, 1 dropped|no answer is written)\. "
    r"That decision stands\."
)
Open = Callable[..., Service]


@pytest.fixture
def servers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Open]:
    """Opens servers on one data directory; the first one owns it. What takes a moment may take long here."""
    monkeypatch.setattr(holding_module, "PATIENCE", 60.0)
    opened: list[Service] = []

    def start(ports: FakePorts) -> Service:
        opened.append(Service(make_desk(tmp_path, ports, own=not opened)))
        return opened[-1]

    yield start
    for service in reversed(opened):
        service.close()


def decisions_of(service: Service, thread: str, number: int) -> list[dict[str, Any]]:
    """Keep one, keep the other, reject; in turns."""
    review_id = service.show(thread)["review"]["review_id"]
    kinds: list[dict[str, Any]] = [
        {"action": "approve", "keep": [A]},
        {"action": "approve", "keep": [B]},
        {"action": "reject"},
    ]
    return [{"review_id": review_id, **kinds[n % 3]} for n in range(number)]


def check_one_won(service: Service, thread: str, decisions: Sequence[dict[str, Any]], told: Sequence[str]) -> int:
    """Exactly one decision is stored and run; every other one was told whose it is. The number of the winner."""
    winners = [number for number, said in enumerate(told) if said in ("answered", "rejected")]
    assert len(winners) == 1, told
    for said in [said for number, said in enumerate(told) if number not in winners]:
        found = OWNER_TOLD.fullmatch(said)
        assert found, said
        assert int(found[1]) == winners[0]
    [review] = service.desk.reviews.of_thread(thread)
    won = decisions[winners[0]]
    assert review.decision is not None
    assert (review.decision["action"], review.decision["keep"]) == (won["action"], won.get("keep", []))
    assert (review.decided_by, review.decided_name) == ("person", f"Person {winners[0]}")
    view = service.show(thread)
    assert view["status"] == ("rejected" if won["action"] == "reject" else "answered")
    assert [c["passage_id"] for c in view["citations"]] == won.get("keep", [])
    assert [step["node"] for step in view["steps"]].count("review_evidence") == 1
    return winners[0]


def decide_at_once(choices: Sequence[tuple[Service, dict[str, Any]]], thread: str) -> list[str]:
    gate, told = threading.Barrier(len(choices)), [""] * len(choices)

    def decide(number: int) -> None:
        service, decision = choices[number]
        gate.wait()
        try:
            ended = service.resume(thread, decision, f"Person {number}").wait()
            told[number] = ended.status if ended else ""
        except Exception as error:  # noqa: BLE001  any error is what this person was told
            told[number] = str(error) if isinstance(error, ReviewAnswered) else repr(error)

    clicks = [threading.Thread(target=decide, args=(number,)) for number in range(len(choices))]
    for click in clicks:
        click.start()
    for click in clicks:
        click.join()
    return told


@pytest.mark.parametrize("attempt", range(3))
def test_eight_people_on_two_servers(servers: Open, attempt: int) -> None:
    ports = shelf(A, B)
    both = [servers(ports), servers(ports)]
    thread = ask(both[0])
    decisions = decisions_of(both[0], thread, 8)
    told = decide_at_once([(both[n % 2], decision) for n, decision in enumerate(decisions)], thread)
    winner = check_one_won(both[0], thread, decisions, told)
    assert len(ports.called("write")) == (0 if decisions[winner]["action"] == "reject" else 1)
    assert len(ports.called("grade_passages")) == 1


@pytest.mark.slow
def test_four_processes(tmp_path: Path) -> None:
    ports, _ = logged(tmp_path / "calls.log", "self")
    service = Service(make_desk(tmp_path, ports))
    thread = ask(service, sources=["c1"])
    decisions = decisions_of(service, thread, 4)
    told = [one.get("message") or one.get("ended") or "" for one in race(tmp_path, thread, decisions)]
    winner = check_one_won(service, thread, decisions, told)
    calls = Counter((tmp_path / "calls.log").read_text().split())
    assert (calls["search"], calls["grade_passages"]) == (1, 1)
    assert calls["write"] == (0 if decisions[winner]["action"] == "reject" else 1)
    service.close()


def test_approve_and_reject_at_once(servers: Open) -> None:
    service = servers(shelf(A, B))
    thread = ask(service)
    first, _, reject = decisions_of(service, thread, 3)
    told = decide_at_once([(service, first), (service, reject)], thread)
    check_one_won(service, thread, [first, reject], told)


def test_a_consent_is_given_once_and_the_query_leaves_once(servers: Open) -> None:
    ports = shelf(A, "0eb0:1:0")
    ports.search.ids, ports.web = [A], FakeWeb(["0eb0:1:0"])
    ports.reflector.rel = lambda question, passage: "relevant" if passage["id"] == "0eb0:1:0" else "irrelevant"
    both = [servers(ports), servers(ports)]
    thread = ask(both[0], strategy="corrective")
    review = both[0].show(thread)["review"]
    assert review["kind"] == "web_consent"
    allow = {"review_id": review["review_id"], "action": "allow"}
    told = decide_at_once([(both[n % 2], allow) for n in range(4)], thread)
    assert sorted(told)[-1] == "waiting"
    losers = [said for said in told if said != "waiting"]
    assert len(losers) == 3
    assert all(re.fullmatch(r"Person \d .*just now: the query was sent to the web\. That.*", said) for said in losers)
    assert len(ports.web.sent) == 1


def test_while_the_decision_runs_elsewhere_the_late_one_is_told_and_not_kept_waiting(servers: Open) -> None:
    ports = shelf(A, B)
    one, other = servers(ports), servers(ports)
    thread = ask(one)
    first, second = decisions_of(one, thread, 2)
    writing, go_on = threading.Event(), threading.Event()

    def slow(passages: Sequence[Passage]) -> Iterator[str]:  # type: ignore[misc]
        writing.set()
        go_on.wait(20)
        yield "Fact. [1]"

    ports.writer.pieces = slow  # type: ignore[assignment]
    run = one.resume(thread, first, "Kim")
    writing.wait(20)
    with pytest.raises(ReviewAnswered, match="Kim decided this review already, just now: 1 passage kept, 1 dropped"):
        other.resume(thread, second)
    with pytest.raises(ThreadBusy):
        other.continue_(thread)
    with pytest.raises(ThreadBusy):
        other.delete_thread(thread)
    assert other.worked_on(thread)
    assert one.worked_on(thread) == ""
    go_on.set()
    assert run.wait() == Ended("answered")
    assert other.worked_on(thread) == ""


def test_who_decides_while_another_is_about_to_waits_for_that_decision(servers: Open) -> None:
    """The lease is taken a moment before the decision is on record."""
    one, other = servers(shelf(A, B)), servers(shelf(A, B))
    thread = ask(one)
    first, second = decisions_of(one, thread, 2)
    checked, told = threading.Event(), threading.Event()
    decide = one.desk.reviews.decide

    def late(*given: Any) -> None:
        checked.set()
        told.wait(0.3)
        decide(*given)

    object.__setattr__(one.desk.reviews, "decide", late)
    runs: list[Any] = []
    click = threading.Thread(target=lambda: runs.append(one.resume(thread, first, "Kim").wait()))
    click.start()
    checked.wait(20)
    with pytest.raises(ReviewAnswered, match="Kim"):
        other.resume(thread, second)
    click.join()
    assert runs == [Ended("answered")]


def test_a_refused_decision_leaves_the_review_to_the_next(servers: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(holding_module, "PATIENCE", 0.05)
    one, other = servers(shelf(A, B)), servers(shelf(A, B))
    thread = ask(one)
    first, _ = decisions_of(one, thread, 2)
    with other.desk.leases.hold(thread), pytest.raises(ThreadBusy):
        one.resume(thread, first)
    assert one.show(thread)["status"] == "waiting"
    assert one.resume(thread, first).wait() == Ended("answered")


@pytest.mark.slow
def test_a_question_right_after_an_answer_finds_the_thread_free(servers: Open) -> None:
    """The lease is given back a moment before the run says that it has ended."""
    service = servers(shelf(A))
    thread = ask(service)
    for _ in range(30):
        service.resume(thread, approve(service, thread, A))
        while service.status(thread) != "answered":
            pass
        run = service.ask("And this?", thread_id=thread)
        assert run.wait() == Ended("waiting")


def test_a_run_cut_off_on_another_machine_is_continued_here_once_its_lease_ran_out(servers: Open) -> None:
    ports = shelf(A, B)
    service = servers(ports)
    thread = ask(service)
    [first] = decisions_of(service, thread, 1)
    service.desk.reviews.decide(first["review_id"], {**first, "drop": [], "note": ""}, "Kim")
    with service.desk.engine.begin() as db:
        db.execute(insert(leases).values(thread_id=thread, owner="elsewhere:1:0", expires=1e12))
    service.recover()
    assert (service.status(thread), service.worked_on(thread)) == ("running", "elsewhere:1")
    with pytest.raises(ThreadBusy):
        service.continue_(thread)
    with service.desk.engine.begin() as db:
        db.execute(update(leases).values(expires=1.0))
    assert service.worked_on(thread) == ""
    assert service.continue_(thread).wait() == Ended("answered")
    assert [c["passage_id"] for c in service.show(thread)["citations"]] == [A]
    assert len(ports.called("write")) == 1


def test_a_run_whose_thread_was_taken_over_stops_and_records_nothing(
    servers: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The machine slept in the middle of an answer; another server continued the question meanwhile."""
    monkeypatch.setattr(leases_module, "SECONDS", 1e9)  # no heartbeat between
    slept, awake = shelf(A, B), shelf(A, B)
    sleeper, other = servers(slept), servers(awake)
    thread = ask(sleeper)
    [first] = decisions_of(sleeper, thread, 1)
    writing, go_on = threading.Event(), threading.Event()

    def slow(passages: Sequence[Passage]) -> Iterator[str]:  # type: ignore[misc]
        yield "Half of "
        writing.set()
        go_on.wait(20)
        yield "an old answer."

    slept.writer.pieces = slow  # type: ignore[assignment]
    held: list[Any] = []
    take = sleeper.desk.leases._take
    object.__setattr__(sleeper.desk.leases, "_take", lambda wanted: held.append(take(wanted)) or held[-1])
    run = sleeper.resume(thread, first)
    writing.wait(20)
    with sleeper.desk.engine.begin() as db:
        db.execute(update(leases).values(expires=1.0))
    assert other.continue_(thread).wait() == Ended("answered")
    answered = other.show(thread)
    held[-1]._until = 0.0
    go_on.set()
    assert run.wait() == Ended("stopped", TAKEN_OVER)
    assert other.show(thread) == answered
    assert sleeper.show(thread)["answer"] == "Fact aaaa:1:0 stands here. [1]"
    assert (len(slept.called("write")), len(awake.called("write"))) == (1, 1)
    assert len(slept.called("grade_support")) == 0


def test_a_thread_is_deleted_with_everything_and_nobody_asks_in_it_meanwhile(servers: Open) -> None:
    one, other = servers(shelf(A)), servers(shelf(A))
    thread = ask(one)
    one.delete_thread(thread)
    with pytest.raises(UnknownThread):
        other.ask("And this?", thread_id=thread)
    assert one.desk.reviews.of_thread(thread) == []
    with one.desk.engine.connect() as db:
        assert db.execute(leases.select()).all() == []
    assert reviews.name == "reviews"


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0, "just now"),
        (59.9, "just now"),
        (60, "1 minute ago"),
        (150, "2 minutes ago"),
        (3599, "59 minutes ago"),
        (3600, "1 hour ago"),
        (86399, "23 hours ago"),
        (86400, "1 day ago"),
        (200000, "2 days ago"),
        (-5, "just now"),
    ],
)
def test_how_long_ago(seconds: float, said: str) -> None:
    assert ago(seconds) == said


@pytest.mark.parametrize(
    ("kind", "decision", "said"),
    [
        ("chunk_review", {"action": "approve", "keep": [A]}, "1 passage kept, 1 dropped"),
        ("chunk_review", {"action": "approve", "keep": [A, B]}, "2 passages kept, 0 dropped"),
        ("chunk_review", {"action": "approve", "keep": [A], "add": ["c:1:0"]}, "2 passages kept, 1 dropped"),
        ("chunk_review", {"action": "edit", "question": "Else?"}, "the question was changed"),
        ("chunk_review", {"action": "edit", "search_again": True}, "the search was run again"),
        ("chunk_review", {"action": "reject"}, "no answer is written"),
        ("web_consent", {"action": "never"}, "nothing goes to the web in this thread"),
        ("draft_review", {"action": "edit"}, "the answer was edited"),
        ("draft_review", {"action": "reject"}, "the answer was rejected"),
        ("draft_review", {"action": "write_again"}, "the answer is written again"),
        ("chunk_review", {"action": "another version's"}, "it was decided"),
    ],
)
def test_what_was_decided(kind: str, decision: dict[str, Any], said: str) -> None:
    payload = {"kind": kind, "evidence": [{"passage_id": A}, {"passage_id": B}]}
    assert decided_what(Review("r", "t", payload, None, decision, "person", 0.0, 1.0)) == said
