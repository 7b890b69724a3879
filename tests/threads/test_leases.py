"""Who may work on a thread: one at a time, and nobody for ever."""

import os
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from sqlalchemy import Engine, insert, select, update

from selfrag.errors import ThreadBusy
from selfrag.threads import leases as module
from selfrag.threads.leases import Leases
from selfrag.threads.tables import leases as rows
from selfrag.threads.upgrade import upgrade
from selfrag.wiring import open_engine

HOST = socket.gethostname().replace(":", "")[:30]


@pytest.fixture
def engine(tmp_path: Path) -> Engine:
    engine = open_engine(tmp_path / "catalog.sqlite")
    upgrade(engine)
    return engine


def hold_as(engine: Engine, owner: str, seconds: float = 20.0) -> None:
    with engine.begin() as db:
        db.execute(insert(rows).values(thread_id="t", owner=owner, expires=time.time() + seconds))


def owners(engine: Engine) -> list[str]:
    with engine.connect() as db:
        return [row.owner for row in db.execute(select(rows))]


def until(engine: Engine) -> float:
    """When the only lease runs out."""
    with engine.connect() as db:
        return float(db.execute(select(rows.c.expires)).scalar_one())


def pass_time(engine: Engine) -> None:
    with engine.begin() as db:
        db.execute(update(rows).values(expires=time.time() - 1))


@pytest.fixture(scope="module")
def dead() -> int:
    """The number of a process of this machine that has ended."""
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    return ended.pid


def test_one_holds_a_thread_and_lets_it_go(engine: Engine) -> None:
    one, other = Leases(engine), Leases(engine)
    with one.hold("t"):
        with pytest.raises(ThreadBusy), other.hold("t"):
            pass
        assert other.elsewhere("t") == f"{HOST}:{os.getpid()}"
        assert one.elsewhere("t") == ""
        with other.hold("another"):
            assert len(owners(engine)) == 2
    assert (owners(engine), other.elsewhere("t")) == ([], "")
    with other.hold("t"):
        pass


def test_of_many_at_once_one_holds_it(engine: Engine) -> None:
    gate, taken, busy = threading.Barrier(8), [], []

    def take() -> None:
        mine = Leases(engine)
        gate.wait()
        try:
            with mine.hold("t"):
                taken.append(1)
                everybody.wait(10)
        except ThreadBusy:
            busy.append(1)
            if len(busy) == 7:
                everybody.set()

    everybody = threading.Event()
    threads = [threading.Thread(target=take) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(taken), len(busy)) == (1, 7)


def test_a_lease_runs_out(engine: Engine) -> None:
    hold_as(engine, "elsewhere:1:0")
    mine = Leases(engine)
    assert mine.elsewhere("t") == "elsewhere:1"
    with pytest.raises(ThreadBusy), mine.hold("t"):
        pass
    pass_time(engine)
    assert mine.elsewhere("t") == ""
    with mine.hold("t"):
        pass


@pytest.mark.skipif(os.name == "nt", reason="processes are not looked up on Windows")
def test_a_dead_process_of_this_machine_holds_nothing(engine: Engine, dead: int) -> None:
    hold_as(engine, f"{HOST}:{dead}:abc.0")
    mine = Leases(engine)
    assert mine.elsewhere("t") == ""
    with mine.hold("t") as lease:
        assert not lease.lost


@pytest.mark.skipif(os.name == "nt", reason="processes are not looked up on Windows")
def test_an_earlier_life_of_this_process_number_is_dead(engine: Engine) -> None:
    hold_as(engine, f"{HOST}:{os.getpid()}:earlier.0")
    with Leases(engine).hold("t"):
        pass


@pytest.mark.skipif(os.name == "nt", reason="processes are not looked up on Windows")
def test_only_what_is_dead_is_cleared(engine: Engine, dead: int) -> None:
    alive = [f"{HOST}:{os.getppid()}:x.0", "elsewhere:1:0"]
    for number, owner in enumerate([*alive, f"{HOST}:{dead}:abc.0", "elsewhere:2:0"]):
        with engine.begin() as db:
            db.execute(
                insert(rows).values(thread_id=str(number), owner=owner, expires=time.time() + (20, 20, 20, -1)[number])
            )
    Leases(engine).clear_dead()
    assert owners(engine) == alive


@pytest.mark.slow
def test_a_heartbeat_keeps_it(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SECONDS", 4.0)  # so long that no machine sleeps through it
    with Leases(engine).hold("t") as lease:
        first = expires = until(engine)
        while expires < first + module.SECONDS:
            with pytest.raises(ThreadBusy), Leases(engine).hold("t"):
                pass
            time.sleep(0.05)
            expires = until(engine)
        assert not lease.lost


def test_a_lease_that_ran_out_and_nobody_took_is_taken_up_again(engine: Engine) -> None:
    with Leases(engine).hold("t") as lease:
        pass_time(engine)
        lease._until = 0.0
        assert not lease.lost
        with pytest.raises(ThreadBusy), Leases(engine).hold("t"):
            pass


def test_a_lease_that_somebody_took_is_lost_and_stays_theirs(engine: Engine) -> None:
    sleeper, other = Leases(engine), Leases(engine)
    with sleeper.hold("t") as lease:
        pass_time(engine)
        with other.hold("t"):
            lease._until = 0.0
            assert lease.lost
            held = owners(engine)
        assert lease.lost
    assert (len(held), owners(engine)) == (1, [])


def test_who_lost_a_lease_does_not_give_back_that_of_another(engine: Engine) -> None:
    sleeper, other = Leases(engine), Leases(engine)
    asleep = sleeper.hold("t")
    asleep.__enter__()
    pass_time(engine)
    with other.hold("t"):
        asleep.__exit__(None, None, None)
        assert len(owners(engine)) == 1


def test_a_busy_database_loses_nothing(tmp_path: Path) -> None:
    from sqlalchemy import create_engine

    upgrade(open_engine(tmp_path / "catalog.sqlite"))
    hasty = create_engine(f"sqlite:///{tmp_path / 'catalog.sqlite'}", connect_args={"timeout": 0})
    with Leases(hasty).hold("t") as lease:
        blocker = sqlite3.connect(tmp_path / "catalog.sqlite", isolation_level=None)
        blocker.execute("begin immediate")
        lease._until = 0.0
        assert not lease.lost
        blocker.execute("rollback")
        blocker.close()
        assert not lease.lost
        assert lease._until > time.time() + 10
    assert owners(hasty) == []
