"""Pages as a person sees them, with the cited place, on real stores."""

import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PIL import Image
from sqlalchemy import update

from selfrag.__main__ import main
from selfrag.documents.pictures.drawing import Picture, Sheet
from selfrag.documents.tables import pages
from selfrag.errors import PasswordNeeded, UnknownDocument, Unreadable
from selfrag.ports import Limits
from selfrag.samples import sample_files
from selfrag.service import Service
from selfrag.settings import read_settings
from selfrag.wiring import open_service
from tests.documents.pdfs import FACT, protected_pdf, text_pdf

Add = Callable[..., str]


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    with open_service(read_settings({"SELFRAG_DATA_DIR": str(tmp_path)})) as service:
        yield service


@pytest.fixture
def add(service: Service) -> Add:
    """Adds a PDF; returns the document's id."""

    def add(pdf: bytes, name: str = "guide.pdf", password: str | None = None) -> str:
        ended = service.ingest([(name, pdf)], "Guides", password).wait()
        assert ended is not None
        assert ended.status == "ready"
        [document] = [each["document"] for each in service.documents() if each["name"] == name]
        return str(document)

    return add


def change(service: Service, document_id: str, **values: object) -> None:
    with service.desk.engine.begin() as db:
        db.execute(update(pages).where(pages.c.document_id == document_id).values(**values))


def test_a_page_with_the_cited_place(service: Service, add: Add) -> None:
    document_id = add(text_pdf("First page.", f"Before.\n{FACT}", labels=["i", "ii"]))
    start = service.stored_page(document_id, 2)[1].text.index("every 36 hours")
    picture = service.page_picture(document_id, 2, [(start, start + 14)])
    assert Image.open(io.BytesIO(picture.png)).width == pytest.approx(1100, abs=1)
    assert (picture.document, picture.document_id, picture.page, picture.pages) == ("guide.pdf", document_id, 2, 2)
    assert (picture.page_label, picture.reader, picture.flaw) == ("ii", "pdfium", None)
    assert (picture.marked, picture.note, len(picture.rectangles)) == (True, "", 1)
    assert service.page_picture("guide.pdf", 2, [(start, start + 14)]).png == picture.png
    plain = service.page_picture(document_id, 2)
    assert (plain.marked, plain.note) == (False, "")
    assert plain.png != picture.png


def test_a_place_that_is_not_on_the_page_is_not_marked_and_that_is_said(service: Service, add: Add) -> None:
    document_id = add(text_pdf(FACT))
    change(service, document_id, text="Words that this page never had, stored by mistake.")
    picture = service.page_picture(document_id, 1, [(0, 30)])
    assert picture.marked is False
    assert picture.note == "The place could not be found for certain on this page, so it is not marked."


def test_a_place_that_is_found_in_part_is_marked_and_that_is_said(service: Service, add: Add) -> None:
    document_id = add(text_pdf(f"{FACT}\nThe pump is checked on Mondays."))
    stored = f"{FACT}\nThe pump is checked on Mondays.\nZyxwv."
    change(service, document_id, text=stored)
    picture = service.page_picture(document_id, 1, [(0, len(stored))])
    assert (picture.marked, len(picture.rectangles)) == (True, 2)
    assert picture.note == ("Only a part of the place could be found for certain on this page; the rest is not marked.")


def test_a_recognised_page_is_not_marked_even_where_it_has_text(service: Service, add: Add) -> None:
    document_id = add(text_pdf(FACT))
    change(service, document_id, reader="ocr")
    picture = service.page_picture(document_id, 1, [(0, 10)])
    assert (picture.reader, picture.marked) == ("ocr", False)
    assert picture.note == "This page is a picture, so the place cannot be marked."
    assert service.page_picture(document_id, 1).note == ""


@pytest.mark.parametrize("flaw", ["empty", "failed", "unreadable"])
def test_a_page_without_text_is_shown(service: Service, add: Add, flaw: str) -> None:
    document_id = add(text_pdf(FACT, FACT))
    change(service, document_id, text="", flaw=flaw)
    picture = service.page_picture(document_id, 2, [(0, 10)])
    assert Image.open(io.BytesIO(picture.png)).width == pytest.approx(1100, abs=1)
    assert (picture.flaw, picture.marked) == (flaw, False)
    assert picture.note == "The text of this page could not be read, so the place cannot be marked."


@pytest.mark.parametrize("page", [0, -1, 2])
def test_a_page_that_is_not_there(service: Service, add: Add, page: int) -> None:
    document_id = add(text_pdf(FACT))
    with pytest.raises(Unreadable, match=f"“guide.pdf” has 1 pages; there is no page {page}"):
        service.page_picture(document_id, page)


def test_a_document_that_is_not_there(service: Service) -> None:
    with pytest.raises(UnknownDocument, match="There is no document"):
        service.page_picture("0" * 64, 1)


def test_a_file_that_is_gone_is_named(service: Service, add: Add) -> None:
    document_id = add(text_pdf(FACT))
    service.desk.library.original(document_id).unlink()
    with pytest.raises(Unreadable, match=r"The file of “guide\.pdf” is gone"):
        service.page_picture(document_id, 1)


def test_a_protected_document_takes_its_password_each_time(service: Service, add: Add) -> None:
    document_id = add(protected_pdf(text_pdf(FACT), "secret", "owner"), password="secret")
    assert service.page_picture(document_id, 1, [(0, 10)], password="secret").marked
    with pytest.raises(PasswordNeeded):
        service.page_picture(document_id, 1, [(0, 10)])


@pytest.mark.parametrize(("asked", "width"), [(2.0, 2200), (0.001, 275), (1e9, 2913), (-1, 275)])
def test_zoom_stays_within_bounds(service: Service, add: Add, asked: float, width: int) -> None:
    picture = service.page_picture(add(text_pdf(FACT)), 1, zoom=asked)
    assert Image.open(io.BytesIO(picture.png)).width == pytest.approx(width, abs=2)


def test_deleting_a_document_forgets_its_pictures(service: Service, add: Add) -> None:
    kept, gone = add(text_pdf(FACT)), add(text_pdf("Other."), "other.pdf")
    service.page_picture(kept, 1)
    one = service.desk.library.pictures.size()
    service.page_picture(gone, 1)
    assert service.desk.library.pictures.size() > one
    service.delete_document(gone)
    assert service.desk.library.pictures.size() == one


def test_a_document_that_is_deleted_while_its_page_is_drawn_leaves_no_picture(
    service: Service, add: Add, monkeypatch: pytest.MonkeyPatch
) -> None:
    document_id = add(text_pdf(FACT))

    def draw(sheet: Sheet, password: str | None, limits: Limits) -> Picture:
        service.delete_document(document_id)
        return Picture(b"\x89PNG\r\n\x1a\n", [], whole=True, locked=False)

    monkeypatch.setattr("selfrag.documents.pictures.cache.draw", draw)
    service.page_picture(document_id, 1)
    assert service.desk.library.pictures.size() == 0


def test_the_command_prints_the_text_and_stores_the_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SELFRAG_DATA_DIR", str(tmp_path / "data"))
    menu, picture = sample_files()[0], tmp_path / "page.png"
    assert main(["ingest", str(menu)]) == 0
    capsys.readouterr()
    assert main(["page", "menu.pdf", "1", "--find", "35,000", "--out", str(picture), "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert list(facts) == [
        "document", "document_id", "page", "pages", "page_label", "reader", "flaw", "text", "marked", "note",
    ]  # fmt: skip
    assert (facts["document"], facts["page"], facts["pages"], facts["marked"], facts["note"]) == (
        "menu.pdf", 1, 3, True, "",
    )  # fmt: skip
    assert "35,000" in facts["text"]
    assert Image.open(io.BytesIO(picture.read_bytes())).width == pytest.approx(1100, abs=1)

    assert main(["page", "menu.pdf", "2"]) == 0
    assert capsys.readouterr().out.strip()
    assert main(["page", "menu.pdf", "1", "--find", "not there"]) == 1
    assert "That text is not on this page." in capsys.readouterr().err
    assert main(["page", "menu.pdf", "9"]) == 1
    assert "there is no page 9" in capsys.readouterr().err
    assert main(["page", "menu.pdf", "1", "--out", str(tmp_path / "no" / "page.png")]) == 1
    assert "cannot be written" in capsys.readouterr().err
