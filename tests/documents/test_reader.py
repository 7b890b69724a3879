import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from selfrag.documents.pdf.crew import Crew
from selfrag.documents.pdf.engines import PageText
from selfrag.documents.pdf.pages import Page, final
from selfrag.documents.pdf.reader import read_pdf
from selfrag.errors import DocumentError, LimitExceeded, PasswordNeeded, Unreadable
from selfrag.ports import Limits
from tests import needs
from tests.documents.pdfs import FACT, KOREAN, bomb_pdf, page_of, placed_pdf, protected_pdf, raw_pdf, text_pdf

LIMITS = Limits()


@pytest.fixture
def read(tmp_path: Path):
    def read(
        pdf: bytes, password: str | None = None, limits: Limits = LIMITS, progress=lambda page, pages: None
    ) -> list[Page]:
        path = tmp_path / "file.pdf"
        path.write_bytes(pdf)
        return read_pdf(path, "hand book.pdf", password, limits, progress)

    return read


def test_pages_come_with_their_number_and_text(read) -> None:
    followed: list[tuple[int, int]] = []
    pages = read(text_pdf(FACT, "Second."), progress=lambda *step: followed.append(step))
    assert pages == [Page(1, None, FACT, None, "pdfium"), Page(2, None, "Second.", None, "pdfium")]
    assert [step for step in followed if step[0]] == [(1, 2), (2, 2)]


def test_korean_without_a_font_in_the_file(read) -> None:
    assert (
        read(text_pdf("냉각수 펌프는 매주 월요일 오전에 점검한다.", font=KOREAN))[0].text
        == "냉각수 펌프는 매주 월요일 오전에 점검한다."
    )


def test_printed_labels_are_kept_beside_the_physical_page(read) -> None:
    pages = read(text_pdf("a", "b", "c", labels=["i", "2", "A-1"]))
    assert [(page.number, page.label) for page in pages] == [(1, "i"), (2, None), (3, "A-1")]


def test_a_page_without_text_is_named(read) -> None:
    assert [page.flaw for page in read(text_pdf(FACT, ""))] == [None, "empty"]


def test_one_string_longer_than_pdfium_takes_is_read_to_its_end(read) -> None:
    word = "ACGTTGCA" * 10_000
    [page] = read(page_of(b"BT /F1 10 Tf 50 700 Td (" + word.encode() + b" amber walnut) Tj ET"))
    assert page.text == word + " amber walnut"
    assert page.flaw is None


def test_glyphs_without_a_character_leave_a_mark(read) -> None:
    [page] = read(page_of(b"BT /F1 10 Tf 50 700 Td (from 20~25 degrees) Tj ET", {"~": "\0"}))
    assert page == Page(1, None, "from 20\ufffd25 degrees", None, "pdfium")


def test_a_word_divided_at_a_line_end_is_whole(read) -> None:
    [page] = read(page_of(b"BT /F1 10 Tf 50 700 Td (AAA hard to com-) Tj 0 -12 Td (pile) Tj ET", {"A": "\U0001d465"}))
    assert page.text == "\U0001d465" * 3 + " hard to compile"


def test_a_font_that_says_nothing_of_its_characters_is_not_believed(read) -> None:
    """Glyph numbers of a font without a map look like letters."""
    pdf = page_of(b"BT /F1 10 Tf 50 700 Td <0036004B00480003> Tj <0053005800500053> Tj ET")
    simple = b"<< /Type /Font /Subtype /Type1 /BaseFont /Courier  >>"
    bare = (
        b"<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /DescendantFonts [<< /Type /Font /Subtype "
        b"/CIDFontType2 /BaseFont /X /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>] >>"
    )
    assert simple in pdf
    [page] = read(pdf.replace(simple, bare))
    assert (page.text, page.flaw) == ("", "unreadable")


def test_hangul_set_syllable_by_syllable_is_closed_up(read) -> None:
    text = "냉각수펌프는매주점검한다"
    glyphs = [(60 + 15 * at, 500, glyph) for at, glyph in enumerate(text)]
    assert read(placed_pdf((60, 700, "안전 지침"), *glyphs, font=KOREAN))[0].text.split("\n") == ["안전 지침", text]


def test_vertical_lines_are_read_from_the_right_and_said_to_be_doubtful(read) -> None:
    lines = ["右から一番目の行です", "二番目の行を読みます", "最後の行はこれです"]
    tiers = [(500 - 24 * at, 700 - 300 * tier, line) for tier in (0, 1) for at, line in enumerate(lines)]
    pdf = placed_pdf(*reversed(tiers), font="HeiseiMin-W3", vertical=True)
    if not pypdfium2.PdfDocument(pdf)[0].get_textpage().count_chars():
        needs.absent("PDFium finds no Japanese font here, so this page has no glyphs to see (fonts-vlgothic has one)")
    [page] = read(pdf)
    assert page.text.split("\n") == lines * 2
    assert page.flaw == "order"


def test_a_page_that_kills_its_reader_is_skipped(read) -> None:
    """Page 2 of 3 grows to 150 MB."""
    pages = read(bomb_pdf(FACT, 150, "After."), limits=Limits(parse_memory_mb=180))
    assert [page.flaw for page in pages] == [None, "failed", None]
    assert [page.text for page in pages] == [FACT, "", "After."]


def test_too_many_pages_are_refused_before_any_is_read(read) -> None:
    followed: list[tuple[int, int]] = []
    with pytest.raises(LimitExceeded, match=r"“hand book.pdf” has 3 pages, more than the limit of 2"):
        read(text_pdf("a", "b", "c"), limits=Limits(pages=2), progress=lambda *step: followed.append(step))
    assert {done for done, _ in followed} <= {0}


def test_a_slow_file_is_given_up(read) -> None:
    with pytest.raises(LimitExceeded, match=r"“hand book.pdf” took longer than the limit of 0 seconds"):
        read(text_pdf(FACT), limits=replace(Limits(), parse_seconds=0))


@pytest.mark.parametrize(
    "tree",
    [
        [b"<< /Type /Pages /Count 2 /Kids [2 0 R 2 0 R] >>"],
        [b"<< /Type /Pages /Kids [3 0 R] >>", b"<< /Type /Pages /Parent 2 0 R /Kids [2 0 R] >>"],
        [b"<< /Type /Pages /Count 0 /Kids [] >>"],
    ],
)
def test_a_page_tree_that_holds_itself_harms_nobody(read, tree: list[bytes]) -> None:
    pid = os.getpid()
    try:
        assert {page.flaw for page in read(raw_pdf(b"<< /Type /Catalog /Pages 2 0 R >>", *tree))} <= {"failed"}
    except DocumentError as error:
        assert "hand book.pdf" in str(error)
    assert os.getpid() == pid


@pytest.mark.parametrize("cut", [30, 400])
def test_half_a_file_is_called_damaged(read, cut: int) -> None:
    with pytest.raises(Unreadable, match=r"“hand book.pdf” is damaged or incomplete"):
        read(text_pdf(FACT)[:cut])


@pytest.mark.parametrize("password", [None, "of another file"])
@pytest.mark.parametrize("pdf", [text_pdf(FACT), protected_pdf(text_pdf(FACT), "", "owner")])
def test_a_password_that_is_not_needed_is_not_used(read, pdf: bytes, password: str | None) -> None:
    assert read(pdf, password)[0].text == FACT


@pytest.mark.parametrize("password", ["user", "owner"])
def test_either_password_opens(read, password: str) -> None:
    assert read(protected_pdf(text_pdf(FACT), "user", "owner"), password)[0].text == FACT


@pytest.mark.parametrize(
    ("password", "said"), [(None, "is protected"), ("", "is protected"), ("no", "password .* is wrong")]
)
def test_a_locked_file_asks_for_its_password(read, password: str | None, said: str) -> None:
    with pytest.raises(PasswordNeeded, match=said):
        read(protected_pdf(text_pdf(FACT), "user", "owner"), password)


def test_a_follower_that_fails_stops_the_reading(read) -> None:
    def fail(page: int, pages: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        read(text_pdf(FACT), progress=fail)


def test_a_page_is_cut_where_its_ligatures_make_it_longer_than_any_page_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("selfrag.documents.pdf.pages.PAGE_CHARS", 100)
    texts = ("the of\ufb01ce " * 12, FACT)
    ends = [final(PageText(page=1, label=None, text=text, flaw=None), "pypdf") for text in texts]
    assert [(len(page.text), page.flaw) for page in ends] == [(100, "cut"), (len(FACT), None)]


def test_a_second_reading_that_counts_other_pages_is_not_taken(read, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same number would name another page."""
    pdf = text_pdf("", FACT)
    real = Crew.read

    def counts_one_more(crew: Crew, only: Sequence[int] | None = None) -> Iterator[Any]:
        for answer in real(crew, only):
            if only and "pages" in answer:
                answer["pages"] += 1
            if only and "number" in answer:
                answer["text"], answer["flaw"] = "Of another page.", None
            yield answer

    monkeypatch.setattr(Crew, "read", counts_one_more)
    assert [(page.text, page.flaw) for page in read(pdf)] == [("", "empty"), (FACT, None)]
