"""A batch of files on its way in: in order, side by side, stopped, killed."""

import os
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from selfrag.documents import reading
from selfrag.documents.pdf.pages import Page
from selfrag.errors import RunStopped
from selfrag.ports import Limits
from tests.documents.conftest import OneModelLibrary as Library
from tests.documents.conftest import Open
from tests.documents.pdfs import FACT, text_pdf
from tests.documents.stored import EMPTY, stored
from tests.documents.test_library import add
from tests.fakes import FakeEmbedder

Read = Callable[[str], None]


def files(count: int) -> list[tuple[str, Path | bytes]]:
    return [(f"{number}.pdf", text_pdf(f"File number {number}.")) for number in range(count)]


@pytest.fixture
def on_read(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[str], None]], None]:
    """Calls something with the name of each file as it is about to be read."""

    def install(hook: Callable[[str], None]) -> None:
        read_pdf = reading.read_pdf

        def hooked(path: Path, name: str, *more: Any) -> list[Page]:
            hook(name)
            return read_pdf(path, name, *more)

        monkeypatch.setattr(reading, "read_pdf", hooked)

    return install


def test_a_slow_file_holds_up_no_other_and_results_keep_their_order(
    library: Library, on_read: Callable[[Read], None]
) -> None:
    rest_is_there = threading.Event()

    def slow(name: str) -> None:
        if name == "0.pdf":
            assert rest_is_there.wait(60)

    def watch(file: str, stage: str, done: int, total: int) -> None:
        if (file, stage, done) == ("8.pdf", "embedding", 1):
            rest_is_there.set()

    on_read(slow)
    results = add(library, *files(9), progress=watch)
    assert [(result["name"], result["status"]) for result in results] == [(f"{n}.pdf", "ready") for n in range(9)]


def test_files_are_read_ahead_but_not_all_at_once(
    library: Library, on_read: Callable[[Read], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[str] = []
    on_read(begun.append)
    most = stored_so_far = 0
    monkeypatch.setattr("selfrag.documents.ingest.cores", lambda: 2)

    def slow(file: str, stage: str, done: int, total: int) -> None:
        nonlocal most, stored_so_far
        if stage == "embedding" and done == 0:
            until = time.monotonic() + 60
            while stored_so_far < 11 and len(begun) < stored_so_far + 2 and time.monotonic() < until:
                time.sleep(0.01)
            time.sleep(0.1)  # for more to begin, if they would
            most = max(most, len(begun) - stored_so_far)
            stored_so_far += 1

    add(library, *files(12), progress=slow)
    assert len(begun) == 12
    assert 2 <= most <= 4


def test_progress_is_told_by_one_thread_at_a_time(library: Library) -> None:
    inside = threading.Lock()
    threads = set()

    def alone(file: str, stage: str, done: int, total: int) -> None:
        assert inside.acquire(blocking=False)
        threads.add(threading.get_ident())
        time.sleep(0.01)
        inside.release()

    assert {result["status"] for result in add(library, *files(6), progress=alone)} == {"ready"}
    assert len(threads) > 1


def children() -> list[str]:
    """Reading processes of this one."""
    found = []
    for folder in Path("/proc").iterdir():
        try:
            parent = (folder / "stat").read_text().rpartition(")")[2].split()[1]
            if folder.name.isdigit() and parent == str(os.getpid()):
                found.append((folder / "cmdline").read_text().replace("\0", " "))
        except (OSError, IndexError):
            continue
    return [command for command in found if "selfrag.documents.pdf.child" in command]


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks for child processes in /proc")
@pytest.mark.parametrize("stage", ["reading", "embedding"])
def test_stopping_leaves_nothing_of_what_is_under_way(library: Library, tmp_path: Path, stage: str) -> None:
    long = [(f"{n}.pdf", text_pdf(*[f"Page {page} of {n}." for page in range(150)])) for n in range(1, 6)]

    def stop(file: str, now: str, done: int, total: int) -> None:
        if file != "0.pdf" and now == stage and done:
            raise RunStopped

    results: list[Any] = []
    with pytest.raises(RunStopped):
        for result in library.ingest([("0.pdf", text_pdf(FACT)), *long], "Books", progress=stop):
            results.append(result)
    there = [document.label for document in library.documents()]
    assert there == [result["name"] for result in results]
    assert there in ([], ["0.pdf"])
    one = len(there)
    assert stored(tmp_path) == {**EMPTY, **dict.fromkeys(EMPTY.keys() - {"segments", "pictures"}, one),
                                "segments": stored(tmp_path)["segments"]}  # fmt: skip
    assert children() == []
    again = add(library, *files(1), *long[:1])
    assert [(result["status"], result["error"]) for result in again] == [("ready", None)] * 2


def test_who_listens_no_more_leaves_nothing_either(library: Library, tmp_path: Path) -> None:
    coming = library.ingest(files(8), "Books")
    assert next(coming)["status"] == "ready"
    coming.close()  # type: ignore[attr-defined]
    assert stored(tmp_path)["files"] == len(library.documents()) < 8
    assert not [path for path in (tmp_path / "files").iterdir() if path.name.startswith("incoming")]


def test_the_same_bytes_in_one_batch_are_read_once(library: Library, on_read: Callable[[Read], None]) -> None:
    begun: list[str] = []
    on_read(begun.append)
    pdf = text_pdf(FACT)
    results = add(library, *[(f"{n}.pdf", pdf) for n in range(5)])
    assert [result["status"] for result in results] == ["ready", *["duplicate"] * 4]
    assert begun == ["0.pdf"]


def test_a_copy_of_a_file_that_failed_is_tried_itself(library: Library, on_read: Callable[[Read], None]) -> None:
    begun: list[str] = []
    on_read(begun.append)
    results = add(library, ("a.pdf", text_pdf("")), ("b.pdf", text_pdf("")))
    assert [result["status"] for result in results] == ["failed", "failed"]
    assert "“b.pdf”" in results[1]["error"]
    assert begun == ["a.pdf", "b.pdf"]


def test_a_copy_that_comes_while_the_first_is_being_added_waits(library: Library, embedder: FakeEmbedder) -> None:
    pdf = text_pdf(FACT)
    other: list[Any] = []
    second = threading.Thread(target=lambda: other.extend(add(library, ("copy.pdf", pdf), collection="Elsewhere")))

    def begin(file: str, stage: str, done: int, total: int) -> None:
        if stage == "embedding" and not done:
            second.start()
            time.sleep(0.5)
            assert other == []

    add(library, ("first.pdf", pdf), progress=begin)
    second.join()
    assert (other[0]["status"], len(embedder.embedded)) == ("duplicate", 1)
    assert "“first.pdf” in “Books”" in other[0]["warnings"][0]


class Recogniser:
    """Knows what is on scanned pages."""

    available = True
    why = ""

    def __init__(self, found: Mapping[int, str]) -> None:
        self.found, self.asked = found, list[Sequence[int]]()

    def recognise(
        self, path: Path, numbers: Sequence[int], *, password: str | None, limits: Limits, progress: Any
    ) -> Mapping[int, str]:
        assert path.read_bytes().startswith(b"%PDF")
        self.asked.append(list(numbers))
        progress(len(numbers), len(numbers))
        return self.found


def test_pages_without_text_are_recognised(library: Library) -> None:
    library._ocr = Recogniser({2: "Recognised words.", 3: ""})
    news: list[tuple[str, int, int]] = []
    [result] = add(library, ("scan.pdf", text_pdf(FACT, "", "")), progress=lambda file, *step: news.append(step))
    assert library._ocr.asked == [[2, 3]]
    assert (result["status"], result["pages_without_text"]) == ("partly_ready", [3])
    assert result["pages_by"] == {"pdfium": 1, "pypdf": 0, "ocr": 1}
    assert [step for step in news if step[0] == "recognising"] == [("recognising", 0, 2), ("recognising", 2, 2)]
    [document] = library.documents()
    assert (document.ocr, document.unreadable, document.passages) == ([2], [], 2)
    [collection] = library.collections()
    [hit] = library.fulltext.search("recognised", collection.id, 3)
    assert library.catalog.get([hit["passage_id"]])[hit["passage_id"]]["ocr"]


@pytest.mark.slow
@pytest.mark.parametrize("at", ["reading", "embedding", "storing", "finishing"])
def test_a_killed_process_leaves_nothing_after_the_next_start(
    open_library: Open, killed: Callable[[str], None], tmp_path: Path, at: str
) -> None:
    killed(at)
    assert stored(tmp_path)["files"] > 0
    library = open_library()
    assert [document.label for document in library.documents()] == ([] if at == "reading" else ["first.pdf"])
    library.clean_up()
    if at != "reading":
        library.delete("first.pdf")
    library.compact()
    assert stored(tmp_path) == EMPTY
    assert add(library, *files(1))[0]["status"] == "ready"
