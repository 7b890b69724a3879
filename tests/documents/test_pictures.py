"""Pages as pictures: drawn in a child process, kept within a bound."""

import io
import os
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Event, Lock

import pytest
from PIL import Image

from selfrag.documents.pictures import drawing
from selfrag.documents.pictures.cache import Pictures
from selfrag.documents.pictures.drawing import Picture, Sheet, draw
from selfrag.errors import DocumentError, LimitExceeded, PasswordNeeded, Unreadable
from selfrag.ports import Limits
from tests.documents.pdfs import FACT, bomb_pdf, protected_pdf, pypdf, raw_pdf, text_pdf

LIMITS = Limits()


@pytest.fixture
def sheet(tmp_path: Path):
    def sheet(pdf: bytes, page: int = 1, **more) -> Sheet:
        path = tmp_path / "file.pdf"
        path.write_bytes(pdf)
        return Sheet(path, "document", "hand book.pdf", page, **more)

    return sheet


def size(picture: Picture) -> tuple[int, int]:
    image = Image.open(io.BytesIO(picture.png))
    image.load()
    return image.size


def page_of_size(width: float, height: float) -> bytes:
    return raw_pdf(
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %a %a] /Resources << >> >>" % (width, height),
    )


def turned(pdf: bytes, angle: int) -> bytes:
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(pdf))
    writer.pages[0].rotate(angle)
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def test_a_page_is_drawn_1100_pixels_wide_and_larger_when_zoomed(sheet) -> None:
    width, height = size(draw(sheet(page_of_size(600, 800)), None, LIMITS))
    assert (width, height) == pytest.approx((1100, 1467), abs=1)
    assert size(draw(sheet(page_of_size(600, 800), zoom=2.0), None, LIMITS)) == pytest.approx((2200, 2934), abs=1)


def test_a_turned_page_is_drawn_turned(sheet) -> None:
    width, height = size(draw(sheet(turned(page_of_size(600, 800), 90)), None, LIMITS))
    assert width / height == pytest.approx(800 / 600, abs=0.01)


@pytest.mark.parametrize("points", [(14_400, 14_400), (1, 100_000), (100_000, 1), (0, 0), (0.001, 0.001)])
def test_the_size_of_a_page_bounds_no_picture(sheet, points: tuple[float, float]) -> None:
    width, height = size(draw(sheet(page_of_size(*points), zoom=4.0), None, LIMITS))
    assert 1 <= width <= 8001
    assert 1 <= height <= 8001
    assert width * height <= 12_100_000


@pytest.mark.parametrize("pdf", [b"%PDF-1.4 nothing", text_pdf(FACT)[:300]], ids=["no pdf", "cut"])
def test_a_file_that_cannot_be_opened_is_named(sheet, pdf: bytes) -> None:
    with pytest.raises(Unreadable, match=r"Page 1 of “hand book\.pdf” cannot be drawn"):
        draw(sheet(pdf), None, LIMITS)


def test_a_page_that_is_not_there_is_named(sheet) -> None:
    with pytest.raises(Unreadable, match=r"Page 7 of “hand book\.pdf” cannot be drawn"):
        draw(sheet(text_pdf(FACT), 7), None, LIMITS)


def test_a_page_that_takes_too_long_is_given_up(sheet, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, "SECONDS", 0.001)
    with pytest.raises(LimitExceeded, match=r"took longer than 0\.001 seconds to draw"):
        draw(sheet(text_pdf(FACT)), None, LIMITS)


def test_a_page_that_takes_too_much_memory_is_given_up_and_its_neighbour_drawn(sheet) -> None:
    bomb = bomb_pdf("before", 150, "after")
    with pytest.raises(DocumentError, match=r"Page 2 of “hand book\.pdf”"):
        draw(sheet(bomb, 2), None, replace(LIMITS, parse_memory_mb=150))
    assert size(draw(sheet(bomb, 3), None, replace(LIMITS, parse_memory_mb=150)))


def test_a_protected_page_takes_its_password_and_leaves_no_picture(sheet, tmp_path: Path) -> None:
    protected = sheet(protected_pdf(text_pdf(FACT), "secret", "owner"), text=FACT, spans=[(4, 17)])
    pictures = Pictures(tmp_path / "pictures")
    with pytest.raises(PasswordNeeded, match=r"“hand book\.pdf” is protected; type its password"):
        pictures.draw(protected, None, LIMITS)
    with pytest.raises(PasswordNeeded, match=r"The password for “hand book\.pdf” is wrong"):
        pictures.draw(protected, "guess", LIMITS)
    picture = pictures.draw(protected, "secret", LIMITS)
    assert (picture.locked, len(picture.rectangles)) == (True, 1)
    assert pictures.size() == 0
    with pytest.raises(PasswordNeeded):
        pictures.draw(protected, None, LIMITS)


def test_a_file_that_opens_without_its_password_is_kept(sheet, tmp_path: Path) -> None:
    pictures = Pictures(tmp_path / "pictures")
    picture = pictures.draw(sheet(protected_pdf(text_pdf(FACT), "", "owner")), "whatever", LIMITS)
    assert picture.locked is False
    assert pictures.size() > len(picture.png)


class Drawer:
    """Stands for the child process; draws when it is let."""

    def __init__(self) -> None:
        self.drawn: list[int] = []
        self.go = Event()
        self.go.set()
        self.at_once = self.most_at_once = 0
        self.bytes = 1000
        self._lock = Lock()

    def __call__(self, sheet: Sheet, password: str | None, limits: Limits) -> Picture:
        with self._lock:
            self.drawn.append(sheet.page)
            self.at_once += 1
            self.most_at_once = max(self.most_at_once, self.at_once)
        self.go.wait(60)
        with self._lock:
            self.at_once -= 1
        return Picture(b"\x89PNG" + b"\n" * self.bytes, [(1.5, 2.5, 3.5, 4.5)], whole=False, locked=False)


@pytest.fixture
def drawer(monkeypatch: pytest.MonkeyPatch) -> Iterator[Drawer]:
    drawer = Drawer()
    monkeypatch.setattr("selfrag.documents.pictures.cache.draw", drawer)
    yield drawer
    drawer.go.set()


def numbered(page: int, document_id: str = "document", **more) -> Sheet:
    return Sheet(Path("none.pdf"), document_id, "none.pdf", page, **more)


def test_a_picture_is_drawn_once_and_then_kept_also_for_the_next_start(drawer: Drawer, tmp_path: Path) -> None:
    first = Pictures(tmp_path).draw(numbered(1), None, LIMITS)
    assert Pictures(tmp_path).draw(numbered(1), None, LIMITS) == first
    assert drawer.drawn == [1]


def test_another_page_zoom_span_or_text_is_another_picture(drawer: Drawer, tmp_path: Path) -> None:
    pictures = Pictures(tmp_path)
    asked = [
        numbered(1),
        numbered(2),
        numbered(1, "other"),
        numbered(1, zoom=2.0),
        numbered(1, text="abc", spans=[(0, 1)]),
        numbered(1, text="abc", spans=[(0, 2)]),
        numbered(1, text="abd", spans=[(0, 2)]),
    ]
    for sheet in asked * 2:
        pictures.draw(sheet, None, LIMITS)
    assert len(drawer.drawn) == len(asked)


def test_names_on_disk_are_digests(drawer: Drawer, tmp_path: Path) -> None:
    Pictures(tmp_path).draw(numbered(1, "../../evil"), None, LIMITS)
    [path] = tmp_path.iterdir()
    assert path.name.replace("-", "").isalnum()
    assert "evil" not in path.name


def test_who_asks_while_a_page_is_drawn_waits_for_it(drawer: Drawer, tmp_path: Path) -> None:
    pictures = Pictures(tmp_path)
    drawer.go.clear()
    with ThreadPoolExecutor(4) as pool:
        asked = [pool.submit(pictures.draw, numbered(1), None, LIMITS) for _ in range(4)]
        while not drawer.drawn:
            time.sleep(0.01)
        [coming] = pictures._drawing.values()
        while len(coming._condition._waiters) < 3:  # all the others
            time.sleep(0.01)
        drawer.go.set()
        assert len({id(each.result(60).png) for each in asked}) <= 2
    assert drawer.drawn == [1]


def test_a_failure_is_told_to_all_who_wait_and_not_kept(
    drawer: Drawer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> Picture:
        drawer(numbered(1), None, LIMITS)
        raise Unreadable("Broken.")

    pictures = Pictures(tmp_path)
    drawer.go.clear()
    with monkeypatch.context() as patch, ThreadPoolExecutor(2) as pool:
        patch.setattr("selfrag.documents.pictures.cache.draw", fail)
        asked = [pool.submit(pictures.draw, numbered(1), None, LIMITS) for _ in range(2)]
        while not drawer.drawn:
            time.sleep(0.01)
        time.sleep(0.1)
        drawer.go.set()
        assert [str(each.exception(60)) for each in asked] == ["Broken.", "Broken."]
    assert pictures.draw(numbered(1), None, LIMITS).png


def test_turning_pages_quickly_draws_two_at_once(drawer: Drawer, tmp_path: Path) -> None:
    pictures = Pictures(tmp_path)
    drawer.go.clear()
    with ThreadPoolExecutor(8) as pool:
        asked = [pool.submit(pictures.draw, numbered(page), None, LIMITS) for page in range(8)]
        while len(drawer.drawn) < 2:
            time.sleep(0.01)
        time.sleep(0.3)  # for more to begin, if they would
        drawer.go.set()
        assert all(each.result(60) for each in asked)
    assert sorted(drawer.drawn) == list(range(8))
    assert drawer.most_at_once == 2


def test_who_waits_too_long_for_others_is_told(drawer: Drawer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("selfrag.documents.pictures.cache._WAIT_SECONDS", 0.05)
    pictures = Pictures(tmp_path)
    drawer.go.clear()
    with ThreadPoolExecutor(2) as pool:
        for page in (1, 2):
            pool.submit(pictures.draw, numbered(page), None, LIMITS)
        while len(drawer.drawn) < 2:
            time.sleep(0.01)
        with pytest.raises(LimitExceeded, match=r"Page 3 of “none\.pdf” waited too long"):
            pictures.draw(numbered(3), None, LIMITS)
        drawer.go.set()


def test_the_picture_not_looked_at_for_longest_goes_first(drawer: Drawer, tmp_path: Path) -> None:
    pictures = Pictures(tmp_path, bound=3500)
    for page in (1, 2, 3):
        pictures.draw(numbered(page), None, LIMITS)
        for path in tmp_path.iterdir():
            os.utime(path, (path.stat().st_mtime - 100,) * 2)
    pictures.draw(numbered(1), None, LIMITS)
    pictures.draw(numbered(4), None, LIMITS)
    assert pictures.size() <= 3500
    assert drawer.drawn == [1, 2, 3, 4]
    for page in (1, 3, 4, 2):
        pictures.draw(numbered(page), None, LIMITS)
    assert drawer.drawn == [1, 2, 3, 4, 2]


def test_the_pictures_of_a_document_are_forgotten_and_no_others(drawer: Drawer, tmp_path: Path) -> None:
    pictures = Pictures(tmp_path)
    for sheet in (numbered(1), numbered(2), numbered(1, "other")):
        pictures.draw(sheet, None, LIMITS)
    one = pictures.size() // 3
    pictures.forget("document")
    assert pictures.size() == one
    pictures.draw(numbered(1, "other"), None, LIMITS)
    pictures.draw(numbered(1), None, LIMITS)
    assert drawer.drawn == [1, 2, 1, 1]


@pytest.mark.parametrize("spoil", [lambda whole: whole[:-10], lambda whole: b"", lambda whole: b"[]\n"])
def test_half_a_picture_is_drawn_anew(drawer: Drawer, tmp_path: Path, spoil) -> None:
    pictures = Pictures(tmp_path)
    whole = pictures.draw(numbered(1), None, LIMITS)
    [path] = tmp_path.iterdir()
    path.write_bytes(spoil(path.read_bytes()))
    assert pictures.draw(numbered(1), None, LIMITS) == whole
    assert drawer.drawn == [1, 1]


def test_what_a_killed_process_left_goes(drawer: Drawer, tmp_path: Path) -> None:
    old, new = tmp_path / "drawing-old", tmp_path / "drawing-new"
    for path in (old, new):
        path.write_bytes(b"half")
    os.utime(old, (time.time() - 3600,) * 2)
    Pictures(tmp_path).draw(numbered(1), None, LIMITS)
    assert (old.exists(), new.exists()) == (False, True)


def test_without_room_on_the_disk_a_picture_is_only_shown(drawer: Drawer, tmp_path: Path) -> None:
    pictures = Pictures(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    assert pictures.draw(numbered(1), None, LIMITS).rectangles == [(1.5, 2.5, 3.5, 4.5)]
    assert not (tmp_path / "gone").exists()
