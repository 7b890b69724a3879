"""What the stores take, and giving it back."""

import os
import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import chromadb
import pytest

from selfrag.documents.index import vector_files
from selfrag.documents.pictures.cache import _name
from selfrag.documents.pictures.drawing import Picture, Sheet
from selfrag.documents.space import size
from selfrag.errors import NotStored, ThreadBusy
from tests.documents.conftest import OneModelLibrary as Library
from tests.documents.conftest import Open
from tests.documents.pdfs import FACT, text_pdf
from tests.documents.stored import EMPTY, stored
from tests.documents.test_library import add
from tests.fakes import FakeEmbedder


def long(pages: int, name: str = "") -> bytes:
    return text_pdf(*[f"Page {page} of {name}. " + FACT * 8 for page in range(pages)])


def kept_vectors(library: Library) -> set[str]:
    """Ids of passages of the only collection that have a vector."""
    [collection] = library.collections()
    ids = [passage_id for passage_id, _ in library.catalog.texts(collection.id)]
    return set(library.vectors.get(collection.id, ids))


def test_deleting_everything_leaves_nothing_and_adding_works_again(library: Library, tmp_path: Path) -> None:
    add(library, ("a.pdf", long(30)), ("b.pdf", text_pdf(FACT, "")))
    add(library, ("c.pdf", text_pdf("Third.")), collection="Shelf")
    [first, *_] = library.documents()
    seen = _name(Sheet(library.original(first.id), first.id, first.label, 1))
    library.pictures._keep(  # as if a page had been looked at
        tmp_path / "pictures" / seen, Picture(b"png", [], True, locked=False)
    )
    assert all(count > 0 for count in stored(tmp_path).values())
    for document in library.documents():
        library.delete(document.id)
    given = library.compact()
    assert stored(tmp_path) == EMPTY
    assert given > 0
    assert library.disk_use().reclaimable == 0
    [again] = add(library, ("a.pdf", long(30)))
    assert (again["status"], again["document"]) == ("ready", first.id)
    [collection, _] = library.collections()
    assert len(library.nearest(collection.id, FakeEmbedder().embed_query(FACT), 5)) == 5


def test_the_use_is_that_of_the_disk(library: Library, tmp_path: Path) -> None:
    pdf = long(20)
    add(library, ("a.pdf", pdf))
    use = library.disk_use()
    assert use.files == len(pdf)
    assert use.vectors == size(tmp_path / "chroma") > 0
    assert use.total == size(tmp_path)


def test_what_is_kept_is_found_after_compaction(library: Library, tmp_path: Path, embedder: FakeEmbedder) -> None:
    add(library, ("kept.pdf", long(40, "kept")), ("gone.pdf", long(120, "gone")))
    add(library, ("shelf.pdf", long(20, "shelf")), collection="Shelf")
    library.delete("gone.pdf")
    library.delete("shelf.pdf")
    before = stored(tmp_path)
    reclaimable, total = library.disk_use().reclaimable, library.disk_use().total
    given = library.compact()
    assert given >= reclaimable * 0.9 > 0
    assert library.disk_use().total == total - given
    assert stored(tmp_path) == {**before, "segments": 1}
    [books, _] = library.collections()
    assert len(library.nearest(books.id, embedder.embed_query(FACT), 100)) == books.passages
    assert len(library.fulltext.search("screen", books.id, 100)) == books.passages


def test_nothing_is_compacted_while_files_are_added_or_a_collection_is_embedded_anew(library: Library) -> None:
    refused: list[str] = []

    def compact(*_: object) -> None:
        with pytest.raises(ThreadBusy) as refusal:
            library.compact()
        refused.append(str(refusal.value))

    add(library, ("a.pdf", text_pdf(FACT)), progress=compact)
    library.reindex(library.collections()[0].id, compact)
    assert len(refused) > 3
    assert library.compact() >= 0


def test_searches_go_on_during_compaction(library: Library, embedder: FakeEmbedder) -> None:
    add(library, ("a.pdf", long(60)))
    [collection] = library.collections()
    failed: list[BaseException] = []
    done = threading.Event()
    counts: list[int] = []

    def search() -> None:
        try:
            while not done.is_set():
                counts.append(len(library.nearest(collection.id, embedder.embed_query(FACT), 20)))
                counts.append(len(library.fulltext.search("screen", collection.id, 20)))
                library.catalog.texts(collection.id)
        except BaseException as error:
            failed.append(error)
            raise

    threads = [threading.Thread(target=search) for _ in range(3)]
    for thread in threads:
        thread.start()
    for _ in range(5):
        library.compact()
        time.sleep(0.05)
    done.set()
    for thread in threads:
        thread.join()
    assert failed == []
    assert set(counts) == {20}


@pytest.mark.slow
def test_an_index_of_mainly_deleted_vectors_is_made_anew(
    library: Library, tmp_path: Path, embedder: FakeEmbedder
) -> None:
    add(library, ("kept.pdf", long(30, "kept")), ("gone.pdf", long(1100, "gone")))
    [books] = library.collections()
    library.delete("gone.pdf")
    [books] = library.collections()
    index = size(tmp_path / "chroma")
    wanted = library.vectors.get(books.id, [passage_id for passage_id, _ in library.catalog.texts(books.id)])
    library.compact()
    assert stored(tmp_path)["segments"] == 1
    assert size(tmp_path / "chroma") < 0.5 * index
    got = library.vectors.get(books.id, list(wanted))
    assert got.keys() == wanted.keys()
    assert all(list(got[key]) == pytest.approx(list(wanted[key]), rel=1e-5) for key in wanted)
    assert {name for name, _ in library.nearest(books.id, embedder.embed_query(FACT), 99)} == set(wanted)
    assert library.delete("kept.pdf").label == "kept.pdf"
    assert add(library, ("a.pdf", text_pdf(FACT)))[0]["status"] == "ready"


@pytest.mark.parametrize("dies_at", ["_drop", "modify"])
def test_an_index_half_made_anew_loses_nothing(
    open_library: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, dies_at: str
) -> None:
    library = open_library()
    [book] = add(library, ("book.pdf", long(30)))
    [books] = library.collections()

    drop = library.vectors._drop

    def die(own: object, **_: object) -> None:
        if isinstance(own, str) and own != books.id:
            drop(own)
        else:
            raise KeyboardInterrupt

    with monkeypatch.context() as broken:
        broken.setattr(library.vectors if dies_at == "_drop" else chromadb.Collection, dies_at, die)
        with pytest.raises(KeyboardInterrupt):
            library.vectors._renew(books.id)
    library.close()
    library = open_library()
    assert len(kept_vectors(library)) == book["passages"]
    library.compact()
    assert (stored(tmp_path)["vectors"], stored(tmp_path)["segments"]) == (book["passages"], 1)


def test_what_a_failed_compaction_left_does_not_come_back(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(library, ("kept.pdf", long(3, "kept")), ("gone.pdf", long(4, "gone")))
    [books] = library.collections()
    drop = library.vectors._drop

    def fail(own: str) -> None:
        if own == books.id:
            raise OSError("No space left on device")
        drop(own)

    monkeypatch.setattr(vector_files, "sparse", lambda folder: [(books.id, 1)])
    with monkeypatch.context() as broken:
        broken.setattr(library.vectors, "_drop", fail)
        with pytest.raises(NotStored, match=r"could not be given back .No space left on device.; check the disk"):
            library.compact()
    library.delete("gone.pdf")
    library.compact()
    assert stored(tmp_path)["vectors"] == len(kept_vectors(library)) == 3


@pytest.mark.parametrize("name", ["chroma/chroma.sqlite3", "fulltext.sqlite", "catalog.sqlite"])
def test_what_is_locked_counts_as_nothing_to_give_back(library: Library, tmp_path: Path, name: str) -> None:
    add(library, ("a.pdf", text_pdf(FACT)))
    library.close()
    with closing(sqlite3.connect(tmp_path / name, isolation_level=None)) as db:
        db.execute("create table room as select zeroblob(100000)")
        db.execute("drop table room")
    before = library.disk_use()
    with closing(sqlite3.connect(tmp_path / name, isolation_level=None)) as db:
        db.execute("pragma locking_mode = exclusive")
        db.execute("begin exclusive")
        during = library.disk_use()
    assert before.reclaimable > during.reclaimable >= 0
    assert (during.files, during.vectors) == (before.files, before.vectors)


def test_folders_that_go_while_they_are_measured_count_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "gone").mkdir()
    (tmp_path / "kept").write_bytes(b"123")
    scandir = os.scandir

    def remove_first(path: str) -> Any:
        if str(path).endswith("gone"):
            (tmp_path / "gone").rmdir()
        return scandir(path)

    monkeypatch.setattr(os, "scandir", remove_first)
    assert size(tmp_path) == 3


@pytest.mark.slow
def test_five_thousand_passages_are_given_back(open_library: Open, tmp_path: Path) -> None:
    library = open_library(FakeEmbedder(dimension=256))
    texts = [f"Passage {n}: {FACT}" for n in range(2500)]
    add(library, *[(f"{part}.pdf", text_pdf(*[f"{part} {text}" for text in texts[:1250]])) for part in range(4)])
    full = library.disk_use()
    assert stored(tmp_path)["vectors"] == 5000
    for document in library.documents():
        library.delete(document.id)
    deleted = library.disk_use()
    library.compact()
    after = library.disk_use()
    assert deleted.total > 0.5 * (full.total - full.files)
    assert after.total < 0.1 * deleted.total
    assert stored(tmp_path) == EMPTY
