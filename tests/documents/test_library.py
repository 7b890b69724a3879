import threading
import unicodedata
from pathlib import Path
from typing import Any

import pytest

from selfrag.documents.files import Source
from selfrag.errors import ReindexNeeded, UnknownCollection, UnknownDocument
from selfrag.ports import Limits
from tests.documents.conftest import OneModelLibrary as Library
from tests.documents.conftest import Open
from tests.documents.pdfs import FACT, protected_pdf, text_pdf
from tests.documents.stored import stored
from tests.fakes import FakeEmbedder

BOOK = text_pdf(FACT, "The reservoir holds 410 cubic metres.")


def add(library: Library, *sources: Source, collection: str = "Books", **more: Any) -> list[Any]:
    return list(library.ingest(sources, collection, **more))


def parts(library: Library, folder: Path) -> tuple[int, int, int, int]:
    """Rows, full text, vectors and files."""
    collections = library.collections()
    rows = sum(collection.passages for collection in collections)
    return rows, library.fulltext.count(), stored(folder)["vectors"], len(list((folder / "files").iterdir()))


def test_a_file_becomes_a_document(library: Library, tmp_path: Path) -> None:
    (tmp_path / "book.pdf").write_bytes(BOOK)
    news: list[tuple[str, str, int, int]] = []
    [result] = add(library, ("book.pdf", tmp_path / "book.pdf"), progress=lambda *step: news.append(step))
    [document] = library.documents()
    assert result == {
        "file": "book.pdf", "name": "book.pdf", "status": "ready", "collection": "Books", "document": document.id,
        "pages": 2, "passages": 2, "pages_by": {"pdfium": 2, "pypdf": 0, "ocr": 0}, "ocr": [], "same_name": [],
        "pages_without_text": [], "warnings": [], "error": None, "needs_password": False,
        "seconds": result["seconds"],
    }  # fmt: skip
    assert (document.name, document.state, document.pages, document.passages) == ("book.pdf", "ready", 2, 2)
    assert library.original(document.id).read_bytes() == BOOK
    beats = {("reading", 0, 0)}  # the same news may come again
    assert [step for step in dict.fromkeys(step[1:] for step in news) if step not in beats] == [
        ("queued", 0, 0), ("reading", 1, 2), ("reading", 2, 2), ("embedding", 0, 2), ("embedding", 2, 2),
    ]  # fmt: skip
    assert parts(library, tmp_path) == (2, 2, 2, 1)


def test_a_passage_names_its_place(library: Library) -> None:
    [result] = add(library, ("book.pdf", text_pdf(FACT, "Second page.", labels=["i", "ii"])))
    passage_id = f"{result['document'][:16]}:2:0"
    passage = library.catalog.get([passage_id, "gone:1:0"])
    assert passage == {
        passage_id: {
            "id": passage_id, "document_id": result["document"], "document": "book.pdf", "collection": "Books",
            "page": 2, "page_label": "ii", "start": 0, "end": 12, "text": "Second page.",
        }
    }  # fmt: skip
    page = library.catalog.page(result["document"], 2)
    assert page and page.text[0:12] == "Second page."


def test_words_and_meaning_both_find_it(library: Library, embedder: FakeEmbedder) -> None:
    [result] = add(library, ("book.pdf", BOOK))
    [collection] = library.collections()
    wanted = f"{result['document'][:16]}:1:0"
    (found, cosine), *_ = library.nearest(collection.id, embedder.embed_query(FACT), 5)
    assert (found, round(cosine, 5)) == (wanted, 1.0)
    assert library.fulltext.search("rinsed screen", collection.id, 5)[0]["passage_id"] == wanted
    assert list(library.vectors.get(collection.id, [wanted, "x:1:0"])) == [wanted]


def test_the_same_bytes_are_embedded_once(library: Library, embedder: FakeEmbedder, tmp_path: Path) -> None:
    first, second = add(library, ("book.pdf", BOOK), ("운영 지침서 🚀 (최종) #2 100%.pdf", BOOK))
    [third] = add(library, ("other.pdf", BOOK), collection="Elsewhere")
    assert [first["status"], second["status"], third["status"]] == ["ready", "duplicate", "duplicate"]
    assert second["name"] == "운영 지침서 🚀 (최종) #2 100%.pdf"
    assert third["document"] == first["document"]
    assert third["warnings"] == ["The same file is already there as “book.pdf” in “Books”."]
    assert len(embedder.embedded) == 2
    assert library.fulltext.count() == 2


def test_two_threads_with_the_same_bytes_make_one_document(library: Library, embedder: FakeEmbedder) -> None:
    states: list[str] = []
    threads = [
        threading.Thread(target=lambda: states.extend(result["status"] for result in add(library, ("a.pdf", BOOK))))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(states) == ["duplicate", "duplicate", "duplicate", "ready"]
    assert len(embedder.embedded) == 2


def test_two_threads_with_different_files_of_one_name(library: Library) -> None:
    files = [text_pdf(f"Revision {number}.") for number in range(4)]
    threads = [threading.Thread(target=lambda pdf=pdf: add(library, ("plan.pdf", pdf))) for pdf in files]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    labels = [document.label for document in library.documents()]
    assert labels == ["plan.pdf", "plan.pdf (2)", "plan.pdf (3)", "plan.pdf (4)"]


def test_the_same_name_with_other_bytes_is_kept_apart(library: Library) -> None:
    one, two = add(library, ("plan.pdf", text_pdf("Every 36 hours.")), ("plan.pdf", text_pdf("Every 24 hours.")))
    found = library.catalog.get([f"{result['document'][:16]}:1:0" for result in (one, two)])
    assert [(passage["document"], passage["text"]) for passage in found.values()] == [
        ("plan.pdf", "Every 36 hours."),
        ("plan.pdf (2)", "Every 24 hours."),
    ]


def test_equal_passages_in_one_file_are_all_kept(library: Library) -> None:
    [result] = add(library, ("same.pdf", text_pdf(FACT, FACT, FACT, f"{FACT} " * 100)))
    assert result["status"] == "ready"
    assert library.collections()[0].passages == result["passages"] > 6


def test_scans_say_so_and_are_no_duplicates_of_each_other(library: Library, embedder: FakeEmbedder) -> None:
    results = add(library, ("one.pdf", text_pdf("")), ("two.pdf", text_pdf("", "")))
    assert [result["error"] for result in results] == [
        "No text on 1 of 1 pages of “one.pdf” (scan?); run OCR on it first.",
        "No text on 2 of 2 pages of “two.pdf” (scan?); run OCR on it first.",
    ]
    assert [result["pages_without_text"] for result in results] == [[1], [1, 2]]
    assert library.documents() == []
    assert embedder.embedded == []


def test_a_page_without_text_makes_the_document_partly_ready(library: Library) -> None:
    [result] = add(library, ("mixed.pdf", text_pdf(FACT, "", "", "End.")))
    assert (result["status"], result["pages_without_text"], result["passages"]) == ("partly_ready", [2, 3], 2)
    assert result["error"] == "No text on pages 2-3 (scan?), so nothing there can be found."


def test_one_bad_file_does_not_stop_the_rest(library: Library, tmp_path: Path) -> None:
    results = add(
        library,
        ("empty.pdf", b""),
        ("letter.pdf", b"Dear all"),
        ("gone.pdf", tmp_path / "gone.pdf"),
        ("folder.pdf", tmp_path),
        ("half.pdf", BOOK[:300]),
        ("locked.pdf", protected_pdf(BOOK, "user", "owner")),
        ("book.pdf", BOOK),
    )
    assert [(result["status"], result["error"]) for result in results] == [
        ("failed", "“empty.pdf” is empty; there is nothing in it to read."),
        ("failed", "“letter.pdf” is not a PDF."),
        ("failed", "“gone.pdf” cannot be opened: No such file or directory."),
        ("failed", "“folder.pdf” is not a file."),
        ("failed", "“half.pdf” is damaged or incomplete; download or export it again."),
        ("failed", "“locked.pdf” is protected; add it again with its password."),
        ("ready", None),
    ]
    assert [result["needs_password"] for result in results] == [False] * 5 + [True, False]
    assert parts(library, tmp_path) == (2, 2, 2, 1)


def test_a_password_opens_and_is_stored_nowhere(library: Library, tmp_path: Path) -> None:
    [result] = add(library, ("locked.pdf", protected_pdf(BOOK, "hunter-pw-2", "owner")), password="hunter-pw-2")
    assert result["status"] == "ready"
    stored = [path for path in tmp_path.rglob("*") if path.is_file() and b"hunter-pw-2" in path.read_bytes()]
    assert stored == []


def test_limits_come_before_work(open_library: Open, embedder: FakeEmbedder, tmp_path: Path) -> None:
    library = open_library(limits=Limits(file_mb=1, files_at_once=2, pages=1))
    heavy = tmp_path / "heavy.pdf"
    with heavy.open("wb") as file:
        file.truncate((1 << 20) + 1)
    errors = [result["error"] for result in add(library, ("heavy.pdf", heavy), ("book.pdf", BOOK))]
    assert errors == [
        "“heavy.pdf” has 1.1 MB, more than the limit of 1 MB; split it.",
        "“book.pdf” has 2 pages, more than the limit of 1; split it.",
    ]
    many = add(library, *[(f"{number}.pdf", text_pdf(str(number))) for number in range(3)])
    assert many[2]["error"] == "“2.pdf” came with 3 files at once, more than the limit of 2; add fewer at a time."
    assert embedder.embedded == []
    assert list((tmp_path / "files").iterdir()) == []


def test_a_name_is_never_a_path(library: Library, tmp_path: Path) -> None:
    decomposed = unicodedata.normalize("NFD", "가" * 120) + ".pdf"
    results = add(library, ("../../evil.pdf", BOOK), (decomposed, text_pdf("Other.")))
    assert [result["name"] for result in results] == ["evil.pdf", "가" * 120 + ".pdf"]
    assert sorted(path.stem for path in (tmp_path / "files").iterdir()) == sorted(
        result["document"] for result in results
    )
    assert not (tmp_path.parent / "evil.pdf").exists()


def test_collections_have_titles_in_any_script(library: Library) -> None:
    add(library, ("a.pdf", BOOK), collection="메뉴")
    add(library, ("b.pdf", text_pdf("Other.")), collection=unicodedata.normalize("NFD", "메뉴"))
    add(library, ("c.pdf", text_pdf("Third.")), collection="W")
    assert [(collection.title, collection.documents) for collection in library.collections()] == [("W", 1), ("메뉴", 2)]
    with pytest.raises(UnknownCollection, match="needs a name"):
        library.ingest([], "  \n")


@pytest.mark.parametrize("named", ["plan.pdf", "id", "prefix"])
def test_deleting_leaves_nothing(library: Library, tmp_path: Path, named: str) -> None:
    keep, gone = add(library, ("keep.pdf", text_pdf("Kept.")), ("plan.pdf", BOOK))
    name = {"plan.pdf": "plan.pdf", "id": gone["document"], "prefix": gone["document"][:10]}[named]
    assert library.delete(name).id == gone["document"]
    assert [document.id for document in library.documents()] == [keep["document"]]
    assert parts(library, tmp_path) == (1, 1, 1, 1)
    assert library.catalog.get([f"{gone['document'][:16]}:1:0"]) == {}
    library.delete("keep.pdf")
    assert parts(library, tmp_path) == (0, 0, 0, 0)
    assert add(library, ("plan.pdf", BOOK))[0]["status"] == "ready"


def test_a_name_that_fits_several_documents_or_none_deletes_nothing(library: Library) -> None:
    one, two = add(library, ("plan.pdf", text_pdf("One.")), ("plan.pdf", text_pdf("Two.")))
    for name in ("plan.pdf", "nope.pdf"):
        with pytest.raises(UnknownDocument) as refusal:
            library.delete(name)
        assert name in str(refusal.value)
    assert len(library.documents()) == 2
    with pytest.raises(UnknownDocument, match=one["document"][:12]):
        library.delete("plan.pdf")
    assert library.delete("plan.pdf (2)").id == two["document"]
    assert library.delete("plan.pdf").id == one["document"]


def test_a_failed_embedding_leaves_nothing(open_library: Open, tmp_path: Path) -> None:
    library = open_library(FakeEmbedder(fails_at=150))
    [result] = add(library, ("long.pdf", text_pdf(*[f"Page {number}." for number in range(160)])))
    assert (result["status"], result["error"]) == ("failed", "The embedding server does not answer; try again later.")
    assert library.documents() == []
    assert parts(library, tmp_path) == (0, 0, 0, 0)


def test_what_a_killed_process_left_is_cleaned_up(open_library: Open, tmp_path: Path) -> None:
    class Killed(BaseException):
        pass

    def kill(file: str, stage: str, done: int, total: int) -> None:
        if stage == "embedding" and done:
            raise Killed

    library = open_library()
    library._stores.discard = lambda document: None  # type: ignore[method-assign]
    with pytest.raises(Killed):
        add(library, ("book.pdf", BOOK), progress=kill)
    (tmp_path / "files" / "incoming-1").write_bytes(b"half")
    library.close()

    library = open_library()
    assert library.documents() == []
    assert library.catalog.get([document.id[:16] + ":1:0" for document in library.catalog.unfinished()]) == {}
    library.clean_up()
    assert parts(library, tmp_path) == (0, 0, 0, 0)
    assert add(library, ("book.pdf", BOOK))[0]["status"] == "ready"


@pytest.mark.parametrize("other", [FakeEmbedder("other", 16), FakeEmbedder("other", 24)])
def test_another_embedder_is_refused_until_the_collection_is_embedded_anew(
    open_library: Open, other: FakeEmbedder
) -> None:
    library = open_library()
    add(library, ("book.pdf", BOOK))
    library.close()

    library = open_library(other)
    [collection] = library.collections()
    said = (
        "“Books” was embedded by pairs, and now other is set; "
        "re-index it on the documents page, or set the earlier model again."
    )
    with pytest.raises(ReindexNeeded) as adding:
        library.ingest([("new.pdf", text_pdf("New."))], "Books")
    with pytest.raises(ReindexNeeded) as searching:
        library.nearest(collection.id, other.embed_query("x"), 3)
    assert {str(adding.value), str(searching.value)} == {said}

    news: list[tuple[int, int]] = []
    library.reindex(collection.id, lambda *step: news.append(step))
    assert news == [(0, 2), (2, 2)]
    assert len(library.nearest(collection.id, other.embed_query(FACT), 3)) == 2
    [collection] = library.collections()
    assert (collection.embedder, collection.dimension) == ("other", other.dimension)


def test_a_model_that_changed_its_dimension_under_one_name_is_refused(open_library: Open) -> None:
    library = open_library()
    add(library, ("book.pdf", BOOK))
    library.close()
    library = open_library(FakeEmbedder(dimension=24))
    [collection] = library.collections()
    with pytest.raises(ReindexNeeded, match="“Books” holds vectors of 16 numbers"):
        library.nearest(collection.id, [1.0] * 24, 3)
    [result] = add(library, ("new.pdf", text_pdf("New.")))
    assert "re-index it on the documents page" in result["error"]


class Asked(FakeEmbedder):
    """Logs its queries."""

    def __init__(self) -> None:
        super().__init__()
        self.queries: list[str] = []

    def embed_query(self, text: str) -> list[float]:
        self.queries.append(text)
        return super().embed_query(text)


def test_a_query_from_before_a_reindexing_is_embedded_anew(open_library: Open) -> None:
    """The model may have changed under its name."""
    embedder = Asked()
    library = open_library(embedder)
    add(library, ("book.pdf", BOOK))
    [collection] = library.collections()
    embedder.queries.clear()
    for _ in range(2):
        library.search(embedder).search("reservoir", collection.id)
    assert embedder.queries == ["reservoir"]
    library.reindex(collection.id, lambda done, total: None)
    embedder.queries.clear()
    library.search(embedder).search("reservoir", collection.id)
    assert embedder.queries == ["reservoir"]


def test_an_interrupted_reindexing_is_not_searched(open_library: Open) -> None:
    library = open_library()
    add(library, ("book.pdf", BOOK))
    [collection] = library.collections()

    def stop(done: int, total: int) -> None:
        if done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        library.reindex(collection.id, stop)
    with pytest.raises(ReindexNeeded):
        library.nearest(collection.id, [1.0] * 16, 3)
    library.reindex(collection.id, lambda done, total: None)
    assert len(library.nearest(collection.id, [1.0] * 16, 3)) == 2


def test_a_reindexing_killed_before_it_dropped_anything_is_not_searched(
    open_library: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = open_library()
    add(library, ("book.pdf", BOOK))
    library.close()
    library = open_library(FakeEmbedder(name="other", dimension=24))
    [collection] = library.collections()

    def killed(collection_id: str) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as broken:
        broken.setattr(library.vectors, "_drop", killed)
        with pytest.raises(KeyboardInterrupt):
            library.reindex(collection.id, lambda done, total: None)
    with pytest.raises(ReindexNeeded):
        library.nearest(collection.id, [1.0] * 24, 3)
    library.reindex(collection.id, lambda done, total: None)
    assert len(library.nearest(collection.id, [1.0] * 24, 3)) == 2


def test_vectors_that_a_killed_removal_left_do_not_meet_those_of_another_model(
    open_library: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = open_library()
    [book] = add(library, ("book.pdf", BOOK))
    with monkeypatch.context() as broken:
        broken.setattr(library.vectors, "_drop", lambda collection_id: None)
        library.delete(book["document"])
    library.close()
    library = open_library(FakeEmbedder(name="other", dimension=24))
    [added] = add(library, ("new.pdf", text_pdf(FACT)))
    assert (added["status"], added["error"]) == ("ready", None)
    [collection] = library.collections()
    assert (collection.embedder, collection.dimension) == ("other", 24)
    assert len(library.nearest(collection.id, [1.0] * 24, 3)) == 1


@pytest.mark.parametrize("kept", [0, 3])
def test_what_is_deleted_during_a_reindexing_stays_deleted(library: Library, tmp_path: Path, kept: int) -> None:
    long = text_pdf(*[f"Page {number}." for number in range(160)])
    [book, *_] = add(library, ("book.pdf", long), *[(f"{n}.pdf", text_pdf(f"Kept {n}.")) for n in range(kept)])
    [collection] = library.collections()

    def delete(done: int, total: int) -> None:
        if 0 < done < total:  # the passages after the first batch are still to come
            library.delete(book["document"])

    library.reindex(collection.id, delete)
    assert parts(library, tmp_path) == (kept, kept, kept, kept)
    [collection] = library.collections()
    assert (collection.dimension is None) == (kept == 0)


def test_an_emptied_collection_takes_any_embedder(open_library: Open) -> None:
    library = open_library()
    add(library, ("book.pdf", BOOK))
    library.delete("book.pdf")
    library.close()
    library = open_library(FakeEmbedder("other", 24))
    assert add(library, ("book.pdf", BOOK))[0]["status"] == "ready"


def test_a_file_that_is_elsewhere_already_makes_no_new_collection(library: Library) -> None:
    add(library, ("book.pdf", BOOK))
    [result] = list(library.ingest([("copy.pdf", BOOK)], "Second"))
    assert (result["status"], result["name"]) == ("duplicate", "copy.pdf")
    assert "“book.pdf”" in result["warnings"][0]
    assert len(library.collections()) == 1
