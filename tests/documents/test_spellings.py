"""Words that an earlier version did not remember as they are spelled."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.documents.conftest import OneModelLibrary as Library
from tests.documents.conftest import Open
from tests.documents.pdfs import text_pdf
from tests.documents.test_library import add

QUESTION = "파티션의 시스템"


@pytest.fixture
def old(open_library: Open, tmp_path: Path) -> Library:
    """A library with two collections that an earlier version filled."""
    library = open_library()
    add(library, ("system.pdf", text_pdf("The bootloader starts the system.")))
    add(library, ("partition.pdf", text_pdf("A partition holds files.")), collection="Shelf")
    library.close()
    with closing(sqlite3.connect(tmp_path / "fulltext.sqlite")) as db:
        db.executescript("drop table spellings; pragma user_version = 0;")
    return open_library()


def test_they_are_remembered_at_the_next_start(old: Library) -> None:
    assert old.fulltext.sounding_like(QUESTION) == []
    old.clean_up()
    assert old.fulltext.sounding_like(QUESTION) == ["partition", "system"]


def test_of_a_long_question_the_first_words_are_looked_up(old: Library) -> None:
    old.clean_up()
    many = [first + second for first in "가나다라마바" for second in "갸냐댜랴먀뱌샤"]
    assert old.fulltext.sounding_like(" ".join([*many[:29], "시스템"])) == ["system"]
    assert old.fulltext.sounding_like(" ".join([*many[:30], "시스템"])) == []


def test_an_index_that_has_them_is_not_read_again(
    old: Library, open_library: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    old.clean_up()
    old.close()
    library = open_library()
    monkeypatch.setattr(library.catalog, "texts", lambda collection_id: pytest.fail("all passages are read"))
    library.clean_up()


def test_a_start_that_fails_is_made_up_for(old: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    texts, asked = old.catalog.texts, list[str]()

    def fail(collection_id: str) -> list[tuple[str, str]]:
        asked.append(collection_id)
        if len(asked) == 2:
            raise KeyboardInterrupt
        return texts(collection_id)

    with monkeypatch.context() as broken:
        broken.setattr(old.catalog, "texts", fail)
        with pytest.raises(KeyboardInterrupt):
            old.clean_up()
    assert old.fulltext.sounding_like(QUESTION) == []
    old.clean_up()
    assert old.fulltext.sounding_like(QUESTION) == ["partition", "system"]
