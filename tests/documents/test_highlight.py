"""The glyphs of a span, in texts that were cleaned, and on pages that PDFium reads."""

import io
import unicodedata
from collections.abc import Sequence
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageChops

from selfrag.documents.pdf.pages import Page
from selfrag.documents.pdf.reader import read_pdf
from selfrag.documents.pictures.drawing import Picture, Sheet, draw
from selfrag.documents.pictures.highlight import Found, find, span_of
from selfrag.ports import Limits
from tests.documents.pdfs import KOREAN, page_of, placed_pdf, pypdf, text_pdf

FISH = "The trout is served with lemon butter."
SOUP = "The soup of the day costs 7.50 euros."


def decomposed(text: str) -> str:
    return unicodedata.normalize("NFD", text)


def glyphs_of(stored: str, wanted: str, page: str) -> list[str]:
    """What is found of a text on a page, from where it stands first in the stored text."""
    at = stored.index(wanted)
    return texts(find(stored, [(at, at + len(wanted))], page)[0], page)


def texts(found: Found, page: str) -> list[str]:
    return [page[run.start : run.stop] for run in found.runs]


@pytest.mark.parametrize(
    ("stored", "wanted", "page", "found"),
    [
        ("An efficient office here", "efficient office", "An ef\ufb01cient o\ufb03ce here", "ef\ufb01cient o\ufb03ce"),
        ("hard to compile today", "to compile", "hard to com\ufffe\r\npile today", "to com\ufffe\r\npile"),
        ("extraordinary day", "extraordinary", "extra\xadordi\xadnary day", "extra\xadordi\xadnary"),
        ("from 20\ufffd25 degrees", "20\ufffd25", "from 20\x0025 degrees", "20\x0025"),
        ("매주월요일 점검한다", "매주월요일", "매 주 월 요 일 점검한다", "매 주 월 요 일"),
        ("냉각수 펌프 점검", "펌프", decomposed("냉각수 펌프 점검"), decomposed("펌프")),
        ("up to 8% (net) of it", "8% (net)", "up to 8% (net) of it", "8% (net)"),
        ("half of it costs $5.", "$5.", "half of it costs $5.", "$5."),
    ],
)  # fmt: skip
def test_what_cleaning_changed_is_found(stored: str, wanted: str, page: str, found: str) -> None:
    assert glyphs_of(stored, wanted, page) == [found]


def test_of_the_same_words_those_at_the_stored_place_are_found() -> None:
    text = "Total 12 for A. Total 12 for B. Total 12 for C."
    at = text.rindex("Total 12")
    [found] = find(text, [(at, at + 8)], text)
    assert found == Found([range(at, at + 8)], whole=True)


def test_in_another_order_the_words_around_tell_which_ones_are_meant() -> None:
    left, right = "left column ends with amount 12 today\n", "right column ends with amount 12 tomorrow\n"
    stored, page = left + right, right + left
    for at, day in ((stored.index("amount 12"), "today"), (stored.rindex("amount 12"), "tomorrow")):
        [run] = find(stored, [(at, at + 9)], page)[0].runs
        assert page[run.start : run.stop + 1 + len(day)] == f"amount 12 {day}"


def test_what_nothing_tells_apart_is_not_found() -> None:
    row = "amount 12 due now\n"
    stored, page = row + "x first\n" + row, row + row + "x first\n"
    assert find(stored, [(0, 9)], page) == [Found([], whole=False)]


@pytest.mark.parametrize("at", [8, 27])
def test_the_value_of_another_row_is_never_taken(at: int) -> None:
    """The text goes along the rows, the page down the columns, where the second name stands before the first value."""
    stored, page = "Aspirin 0.5 daily\nIbuprofen 0.5 daily", "Aspirin\nIbuprofen\n0.5 daily\n0.5 daily"
    at = stored.index("0.5", at)
    assert find(stored, [(at, at + 9)], page) == [Found([], whole=False)]


def test_a_few_letters_alone_are_not_certain() -> None:
    """The page holds another 12 than the text, whose own is drawn as a picture."""
    assert find("12", [(0, 2)], "Chapter 12 of the whole") == [Found([], whole=False)]
    assert find("none, 12, none at all", [(6, 8)], "page 12 of many more") == [Found([], whole=False)]


def test_the_beginning_of_a_syllable_is_not_that_syllable() -> None:
    stored, page = "가나다라마바사아자차", decomposed("가나다라마바사아자찬") + " 다른 글"
    assert find(stored, [(0, 10)], page)[0].whole is False


def test_a_passage_in_two_parts_of_the_page_is_found_in_parts() -> None:
    one, other = "The first part of the passage is here.\n", "The second half is there instead.\n"
    stored, page = one + other, other + "Something between them.\n" + one
    [found] = find(stored, [(0, len(stored))], page)
    assert found.whole
    joined = " ".join(texts(found, page))
    assert [word in joined for word in ("first part", "is here.", "second half", "instead.")] == [True] * 4
    assert "between" not in joined


def test_a_passage_that_is_mostly_missing_is_not_found() -> None:
    stored = "Words that the page has not got at all, and then again a few that it has."
    assert find(stored, [(0, len(stored))], "and then again a few that it has, with others") == [Found([], whole=False)]


def test_a_passage_that_is_found_in_part_says_so() -> None:
    stored = "Twelve hundred words are on the page.\nAll are in their order as they should be.\nBut one: zyxwvut."
    [found] = find(stored, [(0, len(stored))], stored.replace("zyxwvut", "lost") + " Other text.")
    assert found.runs
    assert not found.whole


@pytest.mark.parametrize("span", [(0, 0), (5, 3), (900, 999), (3, 4)])
def test_a_span_without_letters_is_nowhere(span: tuple[int, int]) -> None:
    assert find("abc - def", [span], "abc - def") == [Found([], whole=False)]


def test_a_text_is_located_by_its_words_or_else_its_letters() -> None:
    stored = "the lspci \u2011nn command, C++ and\nmore"
    assert [span_of(stored, wanted) for wanted in ("C++ and more", "lspci -nn", "absent", " ", "-")] == [
        (23, 35), (4, 13), None, None, None,
    ]  # fmt: skip


@pytest.fixture
def mark(tmp_path: Path):
    """Draws the first page with a text marked where it stands first in what the reader stores."""

    def mark(pdf: bytes, *wanted: str) -> tuple[Picture, Page]:
        path = tmp_path / "file.pdf"
        path.write_bytes(pdf)
        page = read_pdf(path, "file.pdf", None, Limits(), lambda *_: None)[0]
        spans = [(page.text.index(text), page.text.index(text) + len(text)) for text in wanted]
        return draw(Sheet(path, "id", "file.pdf", 1, page.text, spans), None, Limits()), page

    return mark


def within(pdf: bytes, picture: Picture) -> list[str]:
    """What PDFium reads in each rectangle."""
    glyphs = pypdfium2.PdfDocument(pdf)[0].get_textpage()
    return [glyphs.get_text_bounded(x + 0.5, y + 0.5, r - 0.5, t - 0.5).strip() for x, y, r, t in picture.rectangles]


def turned(pdf: bytes, angle: int, crop: Sequence[float] = ()) -> bytes:
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(pdf))
    writer.pages[0].rotate(angle)
    if crop:
        writer.pages[0].cropbox = pypdf.generic.RectangleObject(crop)
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


@pytest.mark.parametrize("angle", [0, 90, 180, 270])
@pytest.mark.parametrize("crop", [(), (40, 500, 500, 820)])
def test_the_mark_lies_on_the_words_however_the_page_is_turned_and_cut(mark, angle: int, crop: Sequence[float]) -> None:
    pdf = turned(text_pdf(f"{FISH}\n{SOUP}"), angle, crop)
    picture, _ = mark(pdf, "costs 7.50 euros")
    assert within(pdf, picture) == ["costs 7.50 euros"]
    expected = _expected(pdf, picture)
    assert _tinted(picture) == pytest.approx(expected, abs=6)
    assert picture.top == pytest.approx(expected[1] / Image.open(io.BytesIO(picture.png)).height, abs=0.01)


def _tinted(picture: Picture) -> tuple[int, ...]:
    """The part of the picture, in pixels, that has a colour: nothing else on the page has."""
    red, _, blue = Image.open(io.BytesIO(picture.png)).convert("RGB").split()
    box = ImageChops.difference(red, blue).getbbox()
    assert box
    return box


def _expected(pdf: bytes, picture: Picture) -> tuple[float, ...]:
    """The rectangle in pixels, worked out from the page's boxes and turn alone."""
    page = pypdfium2.PdfDocument(pdf)[0]
    low_x, low_y, high_x, high_y = page.get_cropbox()
    [(left, bottom, right, top)] = picture.rectangles
    corners = [(left - low_x, high_y - top), (right - low_x, high_y - bottom)]
    wide, high = high_x - low_x, high_y - low_y
    for _ in range(page.get_rotation() // 90):
        corners, wide, high = [(high - y, x) for x, y in corners], high, wide
    scale = Image.open(io.BytesIO(picture.png)).width / wide
    xs, ys = sorted(x * scale for x, _ in corners), sorted(y * scale for _, y in corners)
    return xs[0], ys[0], xs[1], ys[1]


def test_what_is_cut_away_is_not_marked(tmp_path: Path) -> None:
    """An earlier version may have stored it."""
    path = tmp_path / "cut.pdf"
    path.write_bytes(turned(text_pdf(FISH), 0, (40, 100, 500, 300)))
    picture = draw(Sheet(path, "id", "cut.pdf", 1, FISH, [(0, len(FISH))]), None, Limits())
    assert (picture.rectangles, picture.whole) == ([], False)


def test_each_line_of_a_passage_has_its_rectangle(mark) -> None:
    pdf = text_pdf(f"{FISH}\n{SOUP}")
    picture, page = mark(pdf, f"lemon butter.\n{SOUP}")
    assert within(pdf, picture) == ["lemon butter.", SOUP]
    assert page.reader == "pdfium"


def test_two_spans_are_both_marked(mark) -> None:
    pdf = text_pdf(f"{FISH}\n{SOUP}")
    assert within(pdf, mark(pdf, "7.50 euros", "trout")[0]) == ["7.50 euros", "trout"]


def test_korean_is_marked(mark) -> None:
    pdf = text_pdf("냉각수 펌프는 매주 월요일 오전에 점검한다.", font=KOREAN)
    assert within(pdf, mark(pdf, "매주 월요일")[0]) == ["매주 월요일"]


def test_a_word_divided_at_a_line_end_is_marked_on_both_lines(mark) -> None:
    pdf = page_of(b"BT /F1 10 Tf 50 700 Td (This is hard to com-) Tj 0 -12 Td (pile for all) Tj ET")
    picture, page = mark(pdf, "compile")
    assert page.text == "This is hard to compile for all"
    assert len(picture.rectangles) == 2
    (_, low, _, high), (left, _, right, top) = picture.rectangles
    assert (high < 712, low > 695, top < low) == (True, True, True)
    assert (left, right) == pytest.approx((50, 50 + 4 * 6), abs=1.5)


def test_a_ligature_is_marked_as_its_letters(mark) -> None:
    pdf = page_of(b"BT /F1 10 Tf 50 700 Td (an e#cient of*ce) Tj ET", {"#": "\ufb03", "*": "\ufb01"})
    picture, page = mark(pdf, "efficient")
    assert page.text == "an efficient office"
    [(left, _, right, _)] = picture.rectangles
    assert (left, right) == pytest.approx((50 + 3 * 6, 50 + 10 * 6), abs=1.5)


def test_vertical_lines_are_marked_down_the_page(mark) -> None:
    right, left = "吾輩は猫である名前はまだ無い", "どこで生れたか頓と見当がつかぬ"
    pdf = placed_pdf((400, 700, right), (380, 700, left), font="HeiseiMin-W3", vertical=True)
    picture, page = mark(pdf, "名前はまだ無い\nどこで生れた")
    assert page.text == f"{right}\n{left}"
    first, second = picture.rectangles
    assert first[0] > second[2]
    assert all(box[3] - box[1] > 4 * (box[2] - box[0]) for box in (first, second))


def test_the_same_amount_in_two_columns_is_marked_where_it_is_cited(mark) -> None:
    rows = [(60, 700, "North wing heating"), (60, 680, "costs 450 a month"), (330, 700, "South wing heating")]
    pdf = placed_pdf(*rows, (330, 680, "costs 450 a month"), font=KOREAN)
    path_text = mark(pdf, "North")[1].text
    for wing, left in (("North", 60), ("South", 330)):
        at = path_text.index("450", path_text.index(wing) if "450" in path_text[path_text.index(wing) :] else 0)
        picture = mark(pdf, path_text[:at] + "450")[0]
        assert any(left - 2 < box[0] < left + 150 for box in picture.rectangles), wing


def test_slanted_text_is_a_staircase_and_no_block(mark) -> None:
    pdf = page_of(b"BT /F1 20 Tf 0.7 0.7 -0.7 0.7 100 300 Tm (CONFIDENTIAL COPY) Tj ET")
    picture, _ = mark(pdf, "CONFIDENTIAL")
    assert len(picture.rectangles) > 3
    assert all(box[3] - box[1] < 60 and box[2] - box[0] < 60 for box in picture.rectangles)
