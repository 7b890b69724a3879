"""Collections that people make, name and describe; and what searching them may meet."""

import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from chromadb.errors import InternalError
from sqlalchemy.exc import OperationalError

from selfrag.documents.collections import Collection
from selfrag.errors import ModelUnreachable, ReindexNeeded, SearchFailed, SelfragError, UnknownCollection
from tests.documents.conftest import OneModelLibrary as Library
from tests.documents.pdfs import FACT, text_pdf
from tests.fakes import FakeEmbedder

BOOK = text_pdf(FACT)


def add(library: Library, *sources: tuple[str, bytes], collection: str) -> list[Any]:
    return list(library.ingest(sources, collection))


def described(library: Library, *ids: str) -> list[tuple[str, str]]:
    sources = library.search(library.embedder).describe(ids)
    return [(source["title"], source["description"]) for source in sources]


def test_a_collection_is_made_described_renamed_and_deleted(library: Library) -> None:
    made = library.create_collection("  Wine\nlist ", " Wines by\x00 glass\n and bottle. ")
    assert (made.title, made.description, made.documents) == ("Wine list", "Wines by glass and bottle.", 0)
    assert library.collections() == [made]
    library.rename_collection(made.id, "Cellar")
    library.describe_collection(made.id, "")
    [now] = library.collections()
    assert (now.id, now.title, now.description) == (made.id, "Cellar", "")
    library.rename_collection(made.id, "Cellar")
    library.delete_collection(made.id)
    assert library.collections() == []


def test_an_upload_describes_what_it_made(library: Library) -> None:
    made = library.create_collection("Made")
    for title, text in ((" Menu\n", "Dishes."), ("Menu", "Something else."), ("Made", "Of an upload.")):
        list(library.ingest([(f"{text}pdf", text_pdf(f"{FACT} {text}"))], title, description=text))
    list(library.ingest([("broken.pdf", b"%PDF-")], "Broken", description="Nothing."))
    assert [(one.title, one.description) for one in library.collections()] == [("Made", ""), ("Menu", "Dishes.")]
    assert library.collections()[0].id == made.id


def test_what_cannot_be_is_said_in_one_sentence(library: Library) -> None:
    menu, wine = library.create_collection("Menu"), library.create_collection("Wine")
    taken = "There is a collection “Menu” already; choose another name."
    gone = "That collection no longer exists; choose another."
    refused: list[tuple[Callable[[], Any], str]] = [
        (lambda: library.create_collection(" \n"), "A collection needs a name."),
        (lambda: library.rename_collection(menu.id, "\x00"), "A collection needs a name."),
        (lambda: library.create_collection(" Menu "), taken),
        (lambda: library.rename_collection(wine.id, "Menu"), taken),
        (lambda: library.create_collection("Long", "x" * 501), "A description may have 500 characters; shorten it."),
        (lambda: library.describe_collection(menu.id, "x" * 501), "A description may have 500 characters; shorten it."),
        (lambda: library.describe_collection("gone", ""), gone),
        (lambda: library.rename_collection("gone", "New"), gone),
        (lambda: library.delete_collection("gone"), gone),
    ]  # fmt: skip
    for ask, said in refused:
        with pytest.raises(SelfragError) as refusal:
            ask()
        assert str(refusal.value) == said
    assert library.collections() == [menu, wine]
    library.describe_collection(menu.id, "x" * 500)


def test_only_an_empty_collection_is_deleted(library: Library) -> None:
    made = library.create_collection("Books")
    going = library.ingest([("book.pdf", BOOK)], "Books")
    with pytest.raises(SelfragError) as refusal:
        library.delete_collection(made.id)
    assert str(refusal.value) == "Files are being added to “Books”; wait until they are, or cancel."
    list(going)
    with pytest.raises(SelfragError) as refusal:
        library.delete_collection(made.id)
    assert str(refusal.value) == "“Books” still holds documents; delete them first."
    library.delete("book.pdf")
    library.delete_collection(made.id)
    assert library.collections() == []
    assert add(library, ("book.pdf", BOOK), collection="Books")[0]["status"] == "ready"


def test_a_collection_that_a_person_made_survives_a_failed_upload(library: Library) -> None:
    library.create_collection("Books")
    for title in ("Books", "Typed"):
        assert add(library, ("empty.pdf", b""), collection=title)[0]["status"] == "failed"
    assert [collection.title for collection in library.collections()] == ["Books"]
    add(library, ("book.pdf", BOOK), collection="Books")
    assert [(one.title, one.documents) for one in library.collections()] == [("Books", 1)]


def test_a_collection_without_a_description_is_described_by_what_is_in_it(library: Library) -> None:
    add(library, *[(f"{n}.pdf", text_pdf(f"Page {n}.")) for n in range(5)], collection="Plans")
    [plans] = library.collections()
    empty = library.create_collection("Empty")
    assert described(library, empty.id, "gone", plans.id) == [
        ("Empty", ""),
        ("Plans", "0.pdf, 1.pdf, 2.pdf, 3.pdf, 4.pdf"),
    ]
    add(library, ("5.pdf", text_pdf("Page 5.")), collection="Plans")
    assert described(library, plans.id) == [("Plans", "0.pdf, 1.pdf, 2.pdf, 3.pdf, 4.pdf, …")]
    library.describe_collection(plans.id, "Plans of pumps.")
    assert described(library, plans.id) == [("Plans", "Plans of pumps.")]


class CountingEmbedder(FakeEmbedder):
    """Logs its queries, and lets a test fail them."""

    def __init__(self) -> None:
        super().__init__()
        self.queries: list[str] = []
        self.fails = False

    def embed_query(self, text: str) -> list[float]:
        self.queries.append(text)
        if self.fails:
            raise ModelUnreachable("No answer.")
        return super().embed_query(text)


@pytest.fixture
def three(library: Library) -> list[Collection]:
    for n in range(3):
        add(library, (f"{n}.pdf", text_pdf(f"{FACT} In plant {n}.")), collection=f"Plant {n}")
    return library.collections()


def test_a_query_is_embedded_once_for_all_collections_and_later_searches(
    library: Library, three: list[Collection]
) -> None:
    embedder = CountingEmbedder()
    empty = library.create_collection("Empty")
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda each: library.search(embedder).search("rinsed screen", each.id), [*three, empty]))
    assert [len(each) for each in found] == [1, 1, 1, 0]
    assert library.search(embedder).search("rinsed screen", three[0].id) == found[0]
    assert embedder.queries == ["rinsed screen"]
    library.reindex(three[0].id, lambda done, total: None)
    library.search(embedder).search("rinsed screen", three[0].id)
    assert len(embedder.queries) == 2


def test_an_empty_collection_costs_no_embedding(library: Library) -> None:
    embedder = CountingEmbedder()
    empty = library.create_collection("Empty")
    assert library.search(embedder).search("rinsed screen", empty.id) == []
    assert embedder.queries == []


def failing(error: Exception) -> Callable[..., Any]:
    def fail(*args: object, **more: object) -> Any:
        raise error

    return fail


FAULTS = {
    "database disk image is malformed": ("fulltext.search", sqlite3.DatabaseError("database disk image is malformed")),
    "Error loading hnsw index": ("vectors.nearest", InternalError("Error loading hnsw index\nat line 3")),
    "[Errno 5] Input/output error": ("vectors.nearest", OSError(5, "Input/output error")),
}


@pytest.mark.parametrize("why", FAULTS)
def test_a_store_that_fails_is_named(
    library: Library, three: list[Collection], monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    place, error = FAULTS[why]
    store, method = place.split(".")
    monkeypatch.setattr(getattr(library, store), method, failing(error))
    with pytest.raises(SearchFailed) as failure:
        library.search(library.embedder).search("screen", three[1].id)
    assert str(failure.value) == f"“Plant 1” could not be searched ({why}); check the disk, then search again."


def test_a_catalog_that_fails_is_told(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    locked = OperationalError("select 1", {}, sqlite3.OperationalError("database is locked"))
    monkeypatch.setattr(library.catalog, "_rows", failing(locked))
    search = library.search(library.embedder)
    for ask in (lambda: search.search("screen", "c1"), lambda: search.describe(["c1"])):
        with pytest.raises(SearchFailed) as failure:
            ask()
        assert str(failure.value) == (
            "The list of collections could not be read ((sqlite3.OperationalError) database is locked); "
            "check the disk, then search again."
        )


def test_other_failures_stay_what_they_are(library: Library, three: list[Collection]) -> None:
    embedder = CountingEmbedder()
    embedder.fails = True
    with pytest.raises(ModelUnreachable, match=r"No answer\."):
        library.search(embedder).search("screen", three[0].id)
    with pytest.raises(UnknownCollection):
        library.search(embedder).search("screen", "gone")
    with pytest.raises(ReindexNeeded):
        library.search(FakeEmbedder(name="other")).search("screen", three[0].id)
