"""Several children read one file, and several files share the processor."""

import io
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Lock

import pytest

from selfrag.documents.pdf import crew, slots
from selfrag.documents.pdf.child import Request
from selfrag.documents.pdf.crew import Child
from selfrag.documents.pdf.pages import Page
from selfrag.documents.pdf.reader import read_pdf
from selfrag.documents.pdf.slots import Slots
from selfrag.errors import LimitExceeded, RunStopped, Unreadable
from selfrag.ports import Limits
from tests import needs
from tests.documents.pdfs import bomb_pdf, text_pdf

psutil = needs.imported("psutil")
pypdf = needs.imported("pypdf")
needs_signals = pytest.mark.skipif(sys.platform == "win32", reason="a process of Windows cannot be made to hang so")

LIMITS = Limits()
COUNT = 300


class Counted:
    """Stands for `Child`: real processes, counted."""

    def __init__(self) -> None:
        self.on_ask: Callable[[Child, int], None] = lambda child, number: None
        self.started: list[Child] = []
        self.most_at_once = self._now = 0
        self._lock = Lock()
        counted = self

        class Counting(Child):
            def __init__(self, request: Request, answers: crew._Answers) -> None:
                super().__init__(request, answers)
                with counted._lock:
                    counted.started.append(self)
                    counted._now += 1
                    counted.most_at_once = max(counted.most_at_once, counted._now)

            def ask(self, number: int) -> None:
                super().ask(number)
                counted.on_ask(self, number)

            def close(self) -> None:
                super().close()
                with counted._lock:
                    counted._now -= 1

        self.kind = Counting


@pytest.fixture
def children(monkeypatch: pytest.MonkeyPatch) -> Iterator[Counted]:
    """All children of a test on a machine of two cores, where every page is worth another child."""
    monkeypatch.setattr(slots, "cores", lambda: 2)
    monkeypatch.setattr(crew, "_WORTH", 1e-9)
    counted = Counted()
    monkeypatch.setattr(crew, "Child", counted.kind)
    yield counted
    assert crew.SLOTS._taken == 0
    for child in counted.started:
        assert not psutil.pid_exists(child._process.pid)
        assert not child._thread.is_alive()


@pytest.fixture(scope="module")
def long_pdf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pdf") / "long.pdf"
    path.write_bytes(text_pdf(*map(_text, range(1, COUNT + 1))))
    return path


def _until(holds: Callable[[], bool]) -> None:
    late = time.monotonic() + 30
    while not holds():
        assert time.monotonic() < late
        time.sleep(0.01)


def _text(number: int) -> str:
    return f"Filter {number} is rinsed every {number + 7} hours."


EXPECTED = [Page(number, None, _text(number), None, "pdfium") for number in range(1, COUNT + 1)]


def _read(
    path: Path, limits: Limits = LIMITS, progress: Callable[[int, int], None] = lambda done, total: None
) -> list[Page]:
    return read_pdf(path, "long.pdf", None, limits, progress)


def test_several_children_read_what_one_reads(long_pdf: Path, children: Counted) -> None:
    followed: list[tuple[int, int]] = []
    assert _read(long_pdf, progress=lambda *step: followed.append(step)) == EXPECTED
    assert children.most_at_once == len(children.started) == 2
    assert [done for done, total in followed if total] == sorted(done for done, total in followed if total)
    assert followed[-1] == (COUNT, COUNT)


def test_a_short_file_starts_one_child(tmp_path: Path, children: Counted, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crew, "_WORTH", 60.0)
    path = tmp_path / "short.pdf"
    path.write_bytes(text_pdf("one", "two"))
    assert [page.text for page in _read(path)] == ["one", "two"]
    assert len(children.started) == 1


@pytest.mark.parametrize(("bombs", "size"), [(1, 60), pytest.param(3, 5, marks=pytest.mark.slow)])
def test_a_page_that_kills_its_child_is_lost_alone(tmp_path: Path, children: Counted, bombs: int, size: int) -> None:
    path = tmp_path / "bombs.pdf"
    path.write_bytes(_bombs(bombs, size))
    pages = _read(path, replace(LIMITS, parse_memory_mb=180))
    part = size + 3
    dead = {size + 2 + part * bomb for bomb in range(bombs)}
    assert [page.number for page in pages] == list(range(1, bombs * part + size + 1))
    assert {page.number for page in pages if page.flaw} == dead
    assert {page.flaw for page in pages if page.number in dead} == {"failed"}
    assert [page.text for page in pages[:size]] == [_text(number) for number in range(1, size + 1)]
    assert [page.text for page in pages[-size:]] == [_text(number) for number in range(1, size + 1)]


@pytest.mark.slow
def test_many_pages_that_kill_their_child_end_the_reading(tmp_path: Path, children: Counted) -> None:
    path = tmp_path / "bombs.pdf"
    path.write_bytes(_bombs(4, 5))
    with pytest.raises(Unreadable, match=r"“long.pdf” makes the PDF reader fail"):
        _read(path, replace(LIMITS, parse_memory_mb=180))


def _bombs(count: int, size: int) -> bytes:
    """So many times some pages and then three of which the second grows to 150 MB, and at the end some pages again."""
    writer = pypdf.PdfWriter()
    plain = text_pdf(*map(_text, range(1, size + 1)))
    for _ in range(count):
        writer.append(io.BytesIO(plain))
        writer.append(io.BytesIO(bomb_pdf("Before.", 150, "After.")))
    writer.append(io.BytesIO(plain))
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def _hang(child: Child, number: int) -> None:
    if number == 150:
        os.kill(child._process.pid, signal.SIGSTOP)


@needs_signals
@pytest.mark.slow
def test_a_file_is_given_up_when_one_of_its_children_hangs(long_pdf: Path, children: Counted) -> None:
    children.on_ask = _hang
    with pytest.raises(LimitExceeded, match=r"“long.pdf” took longer than the limit of 10 seconds to read \(page"):
        _read(long_pdf, replace(LIMITS, parse_seconds=10))


def test_a_reading_is_stopped_between_pages(long_pdf: Path, children: Counted) -> None:
    def stop(done: int, total: int) -> None:
        if done == 20:
            raise RunStopped

    with pytest.raises(RunStopped):
        _read(long_pdf, progress=stop)


@needs_signals
def test_a_reading_is_stopped_while_a_page_hangs(long_pdf: Path, children: Counted) -> None:
    children.on_ask = _hang
    beats: list[int] = []

    def stop(done: int, total: int) -> None:
        beats.append(done)
        if len(beats) > 3 and len(set(beats[-3:])) == 1:
            raise RunStopped

    with pytest.raises(RunStopped):
        _read(long_pdf, progress=stop)


def test_a_reading_is_stopped_while_it_waits_for_others(long_pdf: Path, children: Counted) -> None:
    def stop(done: int, total: int) -> None:
        assert (done, total) == (0, 0)
        raise RunStopped

    for _ in range(2):
        assert crew.SLOTS.take_spare()
    try:
        with pytest.raises(RunStopped):
            _read(long_pdf, progress=stop)
    finally:
        for _ in range(2):
            crew.SLOTS.give_back()
    assert children.started == []


def test_time_spent_waiting_for_others_does_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    late = [0.0]

    class Busy(Slots):
        """Takes an hour at first."""

        def take(self, seconds: float) -> bool:
            if late[0]:
                return super().take(seconds)
            late[0] = 3600.0
            return False

    monkeypatch.setattr(crew, "SLOTS", Busy())
    monkeypatch.setattr(crew, "monotonic", lambda: time.monotonic() + late[0])
    path = tmp_path / "short.pdf"
    path.write_bytes(text_pdf("one"))
    assert [page.text for page in _read(path)] == ["one"]
    assert late == [3600.0]


def test_files_read_at_once_share_the_processor(long_pdf: Path, children: Counted) -> None:
    with ThreadPoolExecutor(4) as pool:
        assert all(pages == EXPECTED for pages in pool.map(_read, [long_pdf] * 4))
    assert children.most_at_once == 2
    assert len(children.started) >= 4


def test_a_file_with_two_children_gives_one_up_for_a_file_with_none(long_pdf: Path, children: Counted) -> None:
    wanted: dict[int, bool] = {}
    with ThreadPoolExecutor(1) as pool:

        def follow(done: int, total: int) -> None:
            if done in wanted:  # without news for a while the last is told again
                return
            if done == 20:
                pool.submit(_read, long_pdf)
                _until(crew.SLOTS.are_wanted)
            wanted[done] = crew.SLOTS.are_wanted()

        assert _read(long_pdf, progress=follow) == EXPECTED
    assert wanted[20]
    assert not wanted[60]


def test_slots_are_as_many_as_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    mine = Slots()
    monkeypatch.setattr(slots, "cores", lambda: 2)
    assert [mine.take(0), mine.take_spare(), mine.take_spare(), mine.take(0)] == [True, True, False, False]
    mine.give_back()
    assert mine.take(0)


def test_who_waits_comes_before_who_wants_more(monkeypatch: pytest.MonkeyPatch) -> None:
    mine = Slots()
    monkeypatch.setattr(slots, "cores", lambda: 1)
    assert mine.take(0)
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(mine.take, 30)
        _until(mine.are_wanted)
        monkeypatch.setattr(slots, "cores", lambda: 2)
        assert not mine.take_spare()
        mine.give_back()
        assert waiting.result()
    assert not mine.are_wanted()
    assert mine.take_spare()
