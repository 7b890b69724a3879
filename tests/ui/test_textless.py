"""Beside what was not found: the pages that have no text."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from selfrag.documents.document import Document
from selfrag.graph.verdicts import found_nothing
from selfrag.language.page_numbers import ranges
from selfrag.runs import Run
from selfrag.service import Service
from selfrag.terminal import describe
from selfrag.ui import desk
from tests.fakes import FakeLibrary, FakePorts, shelf
from tests.service.desks import make_desk
from tests.ui.fake_desks import SHELVES, ask
from tests.ui.test_pages import button, wait

A = "aaaa:1:0"


class ScannedLibrary(FakeLibrary):
    """A library whose documents have pages without text."""

    blind: Sequence[tuple[str, str, list[int]]] = ()

    def documents(self) -> list[Document]:
        return [
            Document(
                id=label, collection_id=shelf_id, collection="Menu", name=label, label=label, bytes=1,
                state="partly_ready", warnings=[], pages_without_text=pages, created=0.0, pages=9, passages=1,
            )
            for label, shelf_id, pages in self.blind
        ]  # fmt: skip


@pytest.fixture
def ports() -> FakePorts:
    made = shelf(A)
    made.reflector.rel = lambda question, passage: "irrelevant"
    return made


@pytest.fixture
def library(data_dir: Path, ports: FakePorts, monkeypatch: pytest.MonkeyPatch) -> ScannedLibrary:
    library = ScannedLibrary(ports.search, SHELVES)
    library.blind = [("a*b*.pdf", "c1", [3, 4, 9]), ("whole.pdf", "c1", []), ("far.pdf", "c2", [1])]
    service = Service(make_desk(data_dir, ports, library=library))
    monkeypatch.setattr(desk, "_service", cache(lambda: service))
    return library


def told(app: AppTest) -> list[str]:
    return [str(one.value).replace("\\", "") for one in app.info]


def asked(*sources: str) -> AppTest:
    return ask("What stands here?", "self", lambda app: app.checkbox, sources)


def test_a_review_without_anything_relevant_names_the_pages_of_what_was_searched(library: ScannedLibrary) -> None:
    assert told(asked("c1")) == [
        "3 pages in 1 document of the searched collections have no readable text (scans?), "
        "so nothing on them could be found: **a*b*.pdf** p. 3-4, 9"
    ]


def test_all_searched_collections_count(library: ScannedLibrary) -> None:
    library.blind = [(f"{n}.pdf", "c1" if n % 2 else "c2", [n]) for n in range(1, 8)]
    said = told(asked())[0]
    assert said.startswith("7 pages in 7 documents")
    assert said.endswith("**5.pdf** p. 5; and 2 more documents")


def test_one_page_is_one_page(library: ScannedLibrary) -> None:
    assert told(asked("c2")) == [
        "1 page in 1 document of the searched collections has no readable text (a scan?), "
        "so nothing on it could be found: **far.pdf** p. 1"
    ]


def test_nothing_is_said_where_every_page_has_text_or_something_was_found(
    library: ScannedLibrary, ports: FakePorts
) -> None:
    library.blind = [("whole.pdf", "c1", [])]
    assert told(asked()) == []
    library.blind = [("far.pdf", "c2", [1])]
    ports.reflector.rel = lambda question, passage: "relevant"
    assert told(asked()) == []


def test_an_answer_that_nothing_supports_names_them_too(library: ScannedLibrary, ports: FakePorts) -> None:
    ports.reflector.rel = lambda question, passage: "relevant"
    ports.reflector.sup = lambda claim: "no"
    app = asked("c2")
    button(app, "Write the answer from").click().run()
    wait(app, lambda app: app.info)
    assert "far.pdf" in told(app)[0]
    view = desk.service().show(desk.service().threads()[0].id)
    assert view["pages_without_text"] == [{"document": "far.pdf", "pages": [1]}]
    said = describe(view)
    assert (
        "1 page in 1 document of the searched collections without readable text (scans?), "
        "so nothing there could be found: far.pdf p. 1" in said
    )


@pytest.mark.parametrize(
    ("outcome", "verdicts", "nothing"),
    [
        ("no_evidence", [], True),
        ("partly_supported", ["no", "unknown"], True),
        ("partly_supported", ["no", "partially"], False),
        ("answered", ["fully"], False),
        ("answered_directly", [], False),
        ("rejected", [], False),
        (None, [], False),
    ],
)
def test_what_counts_as_not_found(outcome: object, verdicts: list[str], nothing: bool) -> None:
    assert found_nothing(outcome, [{"is_sup": verdict} for verdict in verdicts]) is nothing  # type: ignore[arg-type]


def test_page_numbers_are_joined_where_they_are_neighbours() -> None:
    assert ranges([1, 2, 3, 4, 7, 9, 10]) == "1-4, 7, 9-10"
    assert ranges([]) == ""


def test_nothing_found_while_files_are_being_added_says_so(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    service = Service(make_desk(data_dir, shelf(), library=ScannedLibrary(shelf().search, SHELVES)))
    monkeypatch.setattr(desk, "_service", cache(lambda: service))
    app = ask("What stands here?", "self", lambda app: any("Nothing was found" in each for each in told(app)), ["c1"])
    hint = "Files are still being added: what is in them can be found once they are."
    assert hint not in [caption.value for caption in app.caption]
    monkeypatch.setattr(Service, "ingest_under_way", lambda service: Run("ingest-1"))
    app.run()
    assert hint in [caption.value for caption in app.caption]
