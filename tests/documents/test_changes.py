"""Documents that are renamed, moved or replaced; names are labels."""

import sqlite3
import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Event, Thread

import pytest
from chromadb.errors import InternalError
from sqlalchemy.exc import OperationalError

from selfrag.documents.document import Document
from selfrag.documents.stored_text import FINISHED
from selfrag.errors import (
    DocumentError,
    NotStored,
    ReindexNeeded,
    ThreadBusy,
    UnknownCollection,
    UnknownDocument,
    Unreadable,
)
from tests.documents.conftest import OneModelLibrary as Library
from tests.documents.conftest import Open
from tests.documents.pdfs import FACT, text_pdf
from tests.documents.stored import stored
from tests.documents.test_library import add
from tests.fakes import FakeEmbedder

BOOK = text_pdf(FACT, "The reservoir holds 410 cubic metres.")


def revision(number: int) -> bytes:
    return text_pdf(f"Revision {number} of the plan.")


def labels(library: Library) -> list[tuple[str, str]]:
    return [(document.collection, document.label) for document in library.documents()]


def where(library: Library, title: str) -> tuple[set[str], set[str]]:
    """Passages of a collection that words find, and those that have vectors."""
    [collection] = [one for one in library.collections() if one.title == title]
    ids = [passage_id for one in library.collections() for passage_id, _ in library.catalog.texts(one.id)]
    worded = {hit["passage_id"] for hit in library.fulltext.search("screen reservoir plan revision", collection.id, 50)}
    return worded, set(library.vectors.get(collection.id, ids))


def test_both_revisions_are_kept_and_each_result_names_the_others(library: Library) -> None:
    results = add(library, *[("plan.pdf", revision(number)) for number in range(3)])
    [elsewhere] = add(library, ("plan.pdf", revision(9)), collection="Shelf")
    assert [(result["name"], result["same_name"]) for result in results] == [
        ("plan.pdf", []), ("plan.pdf (2)", ["plan.pdf"]), ("plan.pdf (3)", ["plan.pdf", "plan.pdf (2)"]),
    ]  # fmt: skip
    assert (elsewhere["name"], elsewhere["same_name"]) == ("plan.pdf (4)", [])


def test_a_new_revision_replaces_the_earlier_ones_of_its_collection_once_it_is_there(library: Library) -> None:
    add(library, ("plan.pdf", revision(1)), ("plan.pdf", revision(2)), ("other.pdf", BOOK))
    add(library, ("plan.pdf", revision(8)), collection="Shelf")
    held: list[int] = []

    def watch(file: str, stage: str, done: int, total: int) -> None:
        held.append(len(library.documents()))

    [result] = add(library, ("plan.pdf", revision(3)), progress=watch, replace=True)
    assert set(held) == {4}
    assert (result["status"], result["name"], result["same_name"]) == ("ready", "plan.pdf", [])
    assert labels(library) == [("Books", "other.pdf"), ("Books", "plan.pdf"), ("Shelf", "plan.pdf (3)")]
    found = library.catalog.get([f"{result['document'][:16]}:1:0"])
    assert [passage["text"] for passage in found.values()] == ["Revision 3 of the plan."]


def test_a_revision_that_is_there_already_replaces_the_earlier_one(library: Library) -> None:
    add(library, ("plan.pdf", revision(1)), ("plan.pdf", revision(2)))
    [elsewhere] = add(library, ("copy.pdf", revision(2)), replace=True)
    assert (elsewhere["status"], len(labels(library))) == ("duplicate", 2)
    [result] = add(library, ("plan.pdf", revision(2)), replace=True)
    assert (result["status"], labels(library)) == ("duplicate", [("Books", "plan.pdf")])
    assert library.documents()[0].id == result["document"]


def test_a_revision_that_cannot_be_read_replaces_nothing(library: Library) -> None:
    add(library, ("plan.pdf", revision(1)))
    [result] = add(library, ("plan.pdf", text_pdf("")), replace=True)
    assert (result["status"], labels(library)) == ("failed", [("Books", "plan.pdf")])


def test_of_one_batch_the_last_revision_stays(library: Library) -> None:
    results = add(library, *[("plan.pdf", revision(number)) for number in range(4)], replace=True)
    assert labels(library) == [("Books", "plan.pdf")]
    assert library.documents()[0].id == results[3]["document"]


def test_replacing_afterwards_spares_later_documents(library: Library) -> None:
    one, two, three = add(library, *[("plan.pdf", revision(number)) for number in range(3)])
    assert library.replace_earlier(two["document"]) == "plan.pdf"
    assert {document.id for document in library.documents()} == {two["document"], three["document"]}
    with pytest.raises(UnknownDocument):
        library.replace_earlier(one["document"])


HOSTILE = [
    ("..", ".."),
    ("../../etc/passwd", "passwd"),
    ("CON", "CON"),
    ("a%2F..%00#?.pdf", "a%2F..%00#?.pdf"),
    ("'; drop table documents; --.pdf", "'; drop table documents; --.pdf"),
    ('"quoted" <b>.pdf', '"quoted" <b>.pdf'),
    ("line\nbreak\r\n.pdf", "line break .pdf"),
    ("invoice\u202efdp.exe", "invoicefdp.exe"),
    ("🚀👩‍👩‍👧.pdf", None),
    (unicodedata.normalize("NFD", "가나다" * 40) + ".pdf", "가나다" * 40 + ".pdf"),
    ("\x00\x07.pdf", ".pdf"),
    ("", "unnamed.pdf"),
]


def test_a_name_is_a_label_and_nothing_else(library: Library, tmp_path: Path) -> None:
    results = add(library, *[(name, revision(number)) for number, (name, _) in enumerate(HOSTILE)])
    for (name, shown), result in zip(HOSTILE, results, strict=True):
        assert (result["status"], result["file"]) == ("ready", name)
        assert shown is None or result["name"] == shown
        assert unicodedata.is_normalized("NFC", result["name"])
        assert library.delete(result["name"]).id == result["document"]
    assert library.documents() == []
    assert {path.name for path in tmp_path.iterdir()} == {
        "catalog.sqlite", "chroma", "files", "pictures", *(f"fulltext.sqlite{end}" for end in ("", "-shm", "-wal")),
    }  # fmt: skip


def test_the_same_bytes_are_a_duplicate_however_the_name_is_written(library: Library) -> None:
    composed, decomposed = (unicodedata.normalize(form, "요금표 é.pdf") for form in ("NFC", "NFD"))
    add(library, (composed, BOOK))
    again, other = add(library, (decomposed, BOOK), (decomposed, revision(1)))
    assert (again["status"], other["name"], other["same_name"]) == ("duplicate", f"{composed} (2)", [composed])


def test_renaming_changes_the_label_everywhere_and_nothing_else(library: Library) -> None:
    add(library, ("plan.pdf", BOOK), ("other.pdf", revision(1)))
    [document] = [one for one in library.documents() if one.label == "plan.pdf"]
    assert library.rename("plan.pdf", "  요금표\n2025/2026  ") == "요금표 2025/2026"
    passage_id = f"{document.id[:16]}:1:0"
    assert library.catalog.get([passage_id])[passage_id]["document"] == "요금표 2025/2026"
    assert library.original("요금표 2025/2026").read_bytes() == BOOK
    assert library.rename(document.id, "other.pdf") == "other.pdf (2)"
    assert library.rename(document.id, "other.pdf") == "other.pdf (2)"
    assert add(library, ("plan.pdf", revision(2)))[0]["name"] == "plan.pdf"
    for empty in ("", " \n", "\u202e"):
        with pytest.raises(DocumentError, match="needs a name"):
            library.rename(document.id, empty)
    with pytest.raises(UnknownDocument):
        library.rename("nowhere", "x")


def test_a_document_moves_with_everything_and_is_not_embedded_again(
    library: Library, embedder: FakeEmbedder, tmp_path: Path
) -> None:
    [book, _] = add(library, ("book.pdf", BOOK), ("plan.pdf", revision(1)))
    before, moved = stored(tmp_path), {f"{book['document'][:16]}:{page}:0" for page in (1, 2)}
    embedder.embedded.clear()
    library.move("book.pdf", "  Shelf ")
    assert labels(library) == [("Books", "plan.pdf"), ("Shelf", "book.pdf")]
    assert embedder.embedded == []
    assert where(library, "Shelf") == (moved, moved)
    assert not moved & (where(library, "Books")[0] | where(library, "Books")[1])
    assert {**stored(tmp_path), "segments": 0} == {**before, "segments": 0}
    [shelf] = [one for one in library.collections() if one.title == "Shelf"]
    assert (shelf.embedder, shelf.dimension) == ("pairs", 16)
    (found, cosine), *_ = library.nearest(shelf.id, embedder.embed_query(FACT), 1)
    assert (found in moved, round(cosine, 5)) == (True, 1.0)
    library.move("book.pdf", "Shelf")
    assert where(library, "Shelf") == (moved, moved)


def test_moving_the_last_document_leaves_an_empty_collection_for_any_model(open_library: Open) -> None:
    library = open_library()
    add(library, ("book.pdf", BOOK))
    library.move("book.pdf", "Shelf")
    assert [(one.title, one.documents, one.dimension) for one in library.collections()] == [
        ("Books", 0, None), ("Shelf", 1, 16),
    ]  # fmt: skip
    library.close()
    library = open_library(FakeEmbedder("other", 24))
    assert add(library, ("plan.pdf", revision(1)))[0]["status"] == "ready"


def test_a_collection_of_another_model_takes_no_document(open_library: Open, tmp_path: Path) -> None:
    library = open_library()
    add(library, ("book.pdf", BOOK))
    library.close()
    library = open_library(FakeEmbedder("other", 24))
    add(library, ("plan.pdf", revision(1)), collection="Shelf")
    before = stored(tmp_path), where(library, "Books"), where(library, "Shelf")
    with pytest.raises(ReindexNeeded, match="“Shelf” was embedded by other"):
        library.move("book.pdf", "Shelf")
    assert (stored(tmp_path), where(library, "Books"), where(library, "Shelf")) == before
    assert labels(library) == [("Books", "book.pdf"), ("Shelf", "plan.pdf")]


def test_a_move_that_cannot_be_makes_no_collection(library: Library) -> None:
    add(library, ("book.pdf", BOOK))
    with pytest.raises(UnknownDocument):
        library.move("nowhere.pdf", "Shelf")
    with pytest.raises(UnknownCollection, match="needs a name"):
        library.move("book.pdf", " ")
    [books] = library.collections()

    def move(done: int, total: int) -> None:
        with pytest.raises(ThreadBusy, match="“Books” is being re-indexed"):
            library.move("book.pdf", "Shelf")

    library.reindex(books.id, move)
    assert [one.title for one in library.collections()] == ["Books"]


@pytest.mark.parametrize("failing", ["_store", "remove"])
def test_a_move_that_fails_is_taken_back(library: Library, monkeypatch: pytest.MonkeyPatch, failing: str) -> None:
    [book] = add(library, ("book.pdf", BOOK))
    ids = {f"{book['document'][:16]}:{page}:0" for page in (1, 2)}

    def fail(*_: object) -> None:
        raise OSError("No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(library.vectors, failing, fail)
        with pytest.raises(NotStored, match=r"“book\.pdf” could not be changed \(No space left on device\); check the"):
            library.move("book.pdf", "Shelf")
    library.clean_up()
    [at] = library.documents()
    assert where(library, at.collection) == (ids, ids)
    assert at.moving is None


FAULTS = [
    OSError("No space left on device"),
    sqlite3.OperationalError("database is locked"),
    InternalError("the index is damaged"),
    OperationalError("delete", {}, Exception("database is locked")),
]
CHANGES: list[tuple[str, Callable[[Library], object]]] = [
    ("plan.pdf (2)", lambda library: library.delete("plan.pdf (2)")),
    ("plan.pdf (2)", lambda library: library.rename("plan.pdf (2)", "other.pdf")),
    ("plan.pdf (2)", lambda library: library.move("plan.pdf (2)", "Shelf")),
    ("plan.pdf", lambda library: library.replace_earlier("plan.pdf (2)")),
    ("Books", lambda library: library.delete_collection(library.collections()[0].id, with_documents=True)),
    ("Books", lambda library: library.describe_collection(library.collections()[0].id, "About.")),
    ("Novels", lambda library: library.rename_collection(library.collections()[0].id, "Novels")),
    ("Novels", lambda library: library.create_collection("Novels")),
]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: type(fault).__name__)
def test_a_change_that_fails_says_of_what_and_why(
    library: Library, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    add(library, ("plan.pdf", revision(1)), ("plan.pdf", revision(2)))

    def fail(*_: object) -> None:
        raise fault

    for name in ("hide", "rename", "_execute", "_remove", "_make"):
        monkeypatch.setattr(library.catalog, name, fail)
    for named, change in CHANGES:
        with pytest.raises(NotStored) as told:
            change(library)
        assert str(told.value).startswith(f"“{named}” could not be changed (")
        assert str(fault).splitlines()[0] in str(told.value)
    assert labels(library) == [("Books", "plan.pdf"), ("Books", "plan.pdf (2)")]


def test_an_original_that_somebody_removed_is_told(library: Library) -> None:
    add(library, ("book.pdf", BOOK))
    library.original("book.pdf").unlink()
    with pytest.raises(Unreadable, match=r"The file of “book\.pdf” is gone; delete the document and add it again"):
        library.original("book.pdf")


def test_a_revision_that_is_deleted_as_it_replaces_the_earlier_ones_leaves_them(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, two = add(library, ("plan.pdf", revision(1)), ("plan.pdf", revision(2)))
    find = library.catalog.find

    def find_and_delete(text: str) -> Document:
        monkeypatch.setattr(library.catalog, "find", find)
        found = find(text)
        library.delete(found.id)
        return found

    monkeypatch.setattr(library.catalog, "find", find_and_delete)
    with pytest.raises(UnknownDocument):
        library.replace_earlier(two["document"])
    assert labels(library) == [("Books", "plan.pdf")]


def test_a_revision_that_replaces_the_earlier_ones_is_not_deleted_meanwhile(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, two = add(library, ("plan.pdf", revision(1)), ("plan.pdf", revision(2)))
    same_name, held = library.catalog.same_name, list[str]()
    delete = Thread(target=library.delete, args=[two["document"]])

    def delete_meanwhile(document: Document) -> list[Document]:
        delete.start()
        delete.join(0.3)
        held.extend(label for _, label in labels(library))
        return same_name(document)

    monkeypatch.setattr(library.catalog, "same_name", delete_meanwhile)
    assert library.replace_earlier(two["document"]) == "plan.pdf"
    assert held == ["plan.pdf", "plan.pdf (2)"]
    delete.join()
    assert labels(library) == []


def test_who_waits_for_a_document_keeps_nobody_from_another(library: Library) -> None:
    claim, slow, go = library._stores.claim, Event(), Event()

    def beat() -> None:
        slow.set()
        go.wait(120)

    def wait() -> None:
        with claim("a", beat):
            pass

    waiting = Thread(target=wait)
    with claim("a"):
        waiting.start()
        assert slow.wait(60)
        other = Thread(target=lambda: claim("b").__enter__())
        other.start()
        other.join(60)
        assert not other.is_alive()
        go.set()
    waiting.join()


def test_a_document_that_is_deleted_after_half_a_move_leaves_nothing(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    [book, _] = add(library, ("book.pdf", BOOK), ("kept.pdf", revision(1)))
    add(library, ("plan.pdf", revision(2)), collection="Shelf")
    with monkeypatch.context() as broken:
        broken.setattr(library._stores, "_settle", lambda document: None)
        library.move("book.pdf", "Shelf")
    library.delete(book["document"])
    assert (stored(tmp_path)["vectors"], stored(tmp_path)["full text"]) == (2, 2)


@pytest.mark.slow
@pytest.mark.parametrize("steps", range(6))
def test_a_killed_move_is_taken_back_or_finished_at_the_next_start(
    open_library: Open, killed: Callable[[str], None], tmp_path: Path, steps: int
) -> None:
    library = open_library()
    [book] = add(library, ("book.pdf", BOOK))
    add(library, ("plan.pdf", revision(1)), collection="Shelf")
    library.close()
    killed(f"moving-{steps}")
    library = open_library()
    library.clean_up()
    ids = {f"{book['document'][:16]}:{page}:0" for page in (1, 2)}
    [at] = [document for document in library.documents() if document.id == book["document"]]
    assert at.state in FINISHED
    assert at.collection == ("Books" if steps < 3 else "Shelf")
    other = "Shelf" if at.collection == "Books" else "Books"
    assert where(library, at.collection)[0] >= ids <= where(library, at.collection)[1]
    assert not ids & (where(library, other)[0] | where(library, other)[1])
    assert stored(tmp_path)["vectors"] == 3


def test_a_document_moves_safely_into_a_collection_whose_last_one_goes(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    [book, _] = add(library, ("book.pdf", BOOK), ("kept.pdf", revision(1)))
    add(library, ("plan.pdf", revision(2)), collection="Shelf")
    clear, move = library.vectors.clear, Thread(target=library.move, args=["book.pdf", "Shelf"])

    def move_meanwhile(collection_id: str) -> None:
        move.start()
        move.join(0.3)
        clear(collection_id)

    with monkeypatch.context() as slow:
        slow.setattr(library.vectors, "clear", move_meanwhile)
        library.delete("plan.pdf")
    move.join()
    ids = {f"{book['document'][:16]}:{page}:0" for page in (1, 2)}
    assert where(library, "Shelf") == (ids, ids)


def test_a_document_that_moves_away_is_not_deleted_with_its_collection(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(library, ("book.pdf", BOOK))
    [books] = library.collections()
    copy = library.vectors.copy
    delete = Thread(target=library.delete_collection, args=[books.id], kwargs={"with_documents": True})

    def delete_meanwhile(from_id: str, to_id: str, passage_ids: Sequence[str]) -> None:
        delete.start()
        delete.join(0.3)
        copy(from_id, to_id, passage_ids)

    monkeypatch.setattr(library.vectors, "copy", delete_meanwhile)
    library.move("book.pdf", "Shelf")
    delete.join()
    assert labels(library) == [("Shelf", "book.pdf")]
    assert [one.title for one in library.collections()] == ["Shelf"]
