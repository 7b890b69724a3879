"""What a question adds to the checkpoints."""

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from selfrag.documents.space import database_size, free_bytes
from selfrag.graph.strategies import STRATEGIES
from selfrag.ports import Candidate, Limits
from selfrag.service import Service
from selfrag.settings import Settings
from selfrag.threads import checkpointer
from selfrag.threads.checkpointer import CHECKPOINTS
from selfrag.wiring import open_service
from tests.fakes import FakePorts, shelf

Serve = Callable[[FakePorts], Service]
SENTENCES = 8
"""Of a passage; together about 900 characters, which are cut into three strips."""


def sentence() -> str:
    return "".join(random.choices("가나다라마바사아자차카타파하 ", k=110)) + "."


def uneven(found: Candidate) -> Candidate:
    """Scores with as many digits as real ones have."""
    return {
        **found,
        "words": found["words"] * random.uniform(0.999, 1),
        "meaning": found["meaning"] * random.uniform(0.999, 1),
    }


def wordy_shelf() -> FakePorts:
    """Ten passages of full length in three sources, each of which finds 50 more; long reasons, and an answer of a
    sentence for each passage."""
    random.seed(1)
    ids = [f"{n:016x}:{n}:0" for n in range(1, 11)]
    ports = shelf(*ids, **{pid: " ".join(sentence() for _ in range(SENTENCES)) for pid in ids})
    others = [f"{n:016x}:{n % 90}:{n % 7}" for n in range(1000, 1150)]
    ports.search.by_source = {f"c{n + 1}": ids[n::3] + others[n::3] for n in range(3)}
    search = ports.search.search
    ports.search.search = lambda *given: [uneven(found) for found in search(*given)]  # type: ignore[method-assign]
    ports.writer.pieces = lambda passages: [f"{p['text'][:110]}. [{n}] " for n, p in enumerate(passages, 1)]
    words = ["the passage", "names", "a price", "says", "how often", "the intake screen", "is rinsed", "but not when"]
    for grade in ("grade_passages", "grade_support"):
        given = getattr(ports.reflector, grade)

        def wordy(*args: Any, given: Any = given) -> Any:
            return [{**verdict, "reason": " ".join(random.choices(words, k=20))} for verdict in given(*args)]

        setattr(ports.reflector, grade, wordy)
    return ports


def size(service: Service) -> int:
    rows = service.desk.checkpointer.conn
    checkpoints = rows.execute("SELECT sum(length(checkpoint) + length(metadata)) FROM checkpoints").fetchone()[0]
    return int(checkpoints + rows.execute("SELECT sum(length(value)) FROM writes").fetchone()[0])


def loaded(serve: Serve) -> Service:
    service = serve(wordy_shelf())
    service.desk = replace(service.desk, settings=replace(service.desk.settings, limits=Limits(offered=10)))
    return service


def ask(service: Service, question: str, strategy: str, thread: str | None = None, loops: int = 0) -> str:
    """Ask and approve everything, after having it searched again so many times."""
    run = service.ask(question, thread_id=thread, strategy=strategy, sources=["c1", "c2", "c3"])
    run.wait()
    for n in range(loops + 1):
        review = service.show(run.key)["review"]
        keep = [item["passage_id"] for item in review["evidence"]]
        decision = {"review_id": review["review_id"], "action": "approve", "keep": keep}
        if n < loops:
            decision |= {"action": "edit", "question": f"{question} And {n}?", "search_again": True}
        service.resume(run.key, decision).wait()
    assert service.show(run.key)["status"] == "answered"
    return run.key


def per_question(serve: Serve, strategy: str, questions: int, loops: int = 0) -> tuple[float, float]:
    """Bytes of rows and of the file that each question added."""
    service = loaded(serve)
    thread = ask(service, "warm up", strategy, loops=loops)
    file = service.desk.settings.data_dir / CHECKPOINTS
    before, file_before = size(service), database_size(file)
    for n in range(questions):
        ask(service, f"Question {n}?", strategy, thread, loops)
    view = service.show(thread)
    assert (len(view["citations"]), len(view["searched"])) == (10, 3)
    found = (size(service) - before) / questions, (database_size(file) - file_before) / questions
    print(f"{strategy}, {questions} x {loops + 1} reviews:", [f"{each / 1000:.1f} kB" for each in found])
    return found


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_question_adds_less_than_50_kb(serve: Serve, strategy: str) -> None:
    """With all the turns that a follow-up carries."""
    rows, _file = per_question(serve, strategy, 10)
    assert rows < 50_000


@pytest.mark.parametrize("strategy", ["self", "combined"])
def test_so_does_one_that_is_searched_again(serve: Serve, strategy: str) -> None:
    rows, _file = per_question(serve, strategy, 4, loops=2)
    assert rows < 50_000


@pytest.mark.slow
@pytest.mark.parametrize("strategy", ["self", "combined"])
def test_a_hundred_questions_in_one_thread(serve: Serve, strategy: str) -> None:
    """The file too: what is dropped makes room for what comes."""
    rows, file = per_question(serve, strategy, 100, loops=1)
    assert rows < 50_000
    assert file < 25_000


def kept(service: Service, thread: str) -> tuple[int, set[str]]:
    rows = service.desk.checkpointer.conn
    count = rows.execute("select count(*) from checkpoints where thread_id = ?", (thread,)).fetchone()[0]
    channels = rows.execute("select distinct channel from writes where thread_id = ?", (thread,)).fetchall()
    return count, {channel for (channel,) in channels}


def test_an_ended_question_keeps_its_end_and_what_its_reviews_stand_on(serve: Serve) -> None:
    service = loaded(serve)
    thread = ask(service, "First?", "combined", loops=1)
    assert kept(service, thread) == (3, {"__interrupt__", "decision"})
    ask(service, "Second?", "combined", thread)
    assert kept(service, thread) == (4, {"__interrupt__", "decision"})
    rows = service.desk.checkpointer.conn.execute("select distinct checkpoint_ns from checkpoints").fetchall()
    assert rows == [("",)]


def test_nothing_is_dropped_while_a_question_is_open(serve: Serve) -> None:
    service = loaded(serve)
    run = service.ask("First?", strategy="self", sources=["c1", "c2", "c3"])
    run.wait()
    count, channels = kept(service, run.key)
    assert count > 5
    assert "hits" in channels


def test_what_a_busy_disk_kept_is_dropped_at_the_next_end(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    service = loaded(serve)
    with monkeypatch.context() as patched:
        patched.setattr(checkpointer, "_PRUNE", ("select * from nothing_of_that_name",))
        thread = ask(service, "First?", "self")
    assert service.show(thread)["status"] == "answered"
    assert kept(service, thread)[0] > 5
    ask(service, "Second?", "self", thread)
    assert kept(service, thread)[0] == 3


def test_deleting_a_thread_frees_its_rows_and_compaction_the_file(serve: Serve) -> None:
    service = loaded(serve)
    other = ask(service, "Kept?", "self")
    threads = [ask(service, f"Question {n}?", "self") for n in range(8)]
    file = service.desk.settings.data_dir / CHECKPOINTS
    for thread in threads:
        service.delete_thread(thread)
    rows = service.desk.checkpointer.conn
    for table in ("checkpoints", "writes"):
        assert rows.execute(f"select distinct thread_id from {table}").fetchall() == [(other,)]
    free, before = free_bytes(file), database_size(file)
    assert free > 20_000
    service.desk.checkpointer.compact()
    assert free_bytes(file) == 0
    assert before - database_size(file) >= free
    ask(service, "And now?", "self", other)


def test_the_service_tells_and_gives_back_what_checkpoints_left(tmp_path: Path) -> None:
    with open_service(Settings(tmp_path)) as service:
        with service.desk.checkpointer.cursor() as db:
            for n in range(50):
                row = ("gone", "", f"{n:04}", None, "msgpack", b"x" * 10_000, b"{}")
                db.execute("insert into checkpoints values (?, ?, ?, ?, ?, ?, ?)", row)
        service.desk.checkpointer.delete_thread("gone")
        before = service.disk_use()
        assert before.reclaimable > 400_000
        assert service.compact() > 400_000
        after = service.disk_use()
        assert after.reclaimable == 0
        assert before.checkpoints - after.checkpoints > 400_000
