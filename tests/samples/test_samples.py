from pathlib import Path

import pypdf
import pypdfium2
import pytest

from selfrag.samples import EXAMPLE_QUESTIONS, sample_files
from selfrag.samples.content import Page
from selfrag.samples.house_guide import HOUSE_GUIDE
from selfrag.samples.menu import MENU
from selfrag.samples.wine_list import WINE_LIST
from tests.needs import absent, imported

PAIRING = ("wine-list.pdf", 1, "시그니처 스테이크에는 서랍지기 카베르네를 추천합니다.")
FACTS = {
    "How much is the corkage fee?": ("house-guide.pdf", 1, "The corkage fee is ₩20,000 per bottle."),
    "How late can I cancel a reservation?": (
        "house-guide.pdf",
        2,
        "A reservation can be cancelled free of charge until 24 hours before it.",
    ),
    "What is the price of the Signature Steak?": ("menu.pdf", 1, "시그니처 스테이크 (Signature Steak) ₩35,000"),
    "시그니처 스테이크의 가격은 얼마인가요?": ("menu.pdf", 1, "시그니처 스테이크 (Signature Steak) ₩35,000"),
    "Which wine goes with the Signature Steak, and what does it cost?": PAIRING,
    "시그니처 스테이크에는 어떤 와인을 추천하나요?": PAIRING,
    "스테이크와 어울리는 와인을 추천해 주세요. 가격도 알려 주세요.": PAIRING,
    "레드 와인은 몇 도로 제공하나요?": ("wine-list.pdf", 1, "레드 와인은 16~18도로 제공합니다."),
}
PAGES = {"menu.pdf": MENU, "wine-list.pdf": WINE_LIST, "house-guide.pdf": HOUSE_GUIDE}


def lines(file: Path, page: int) -> list[str]:
    document = pypdfium2.PdfDocument(file)
    try:
        return document[page - 1].get_textpage().get_text_range().splitlines()
    finally:
        document.close()


def test_every_example_question_has_its_fact_on_one_line() -> None:
    assert {question for questions in EXAMPLE_QUESTIONS.values() for question in questions} == set(FACTS)
    files = {file.name: file for file in sample_files()}
    for name, page, fact in FACTS.values():
        assert any(line.startswith(fact) for line in lines(files[name], page)), fact


@pytest.mark.parametrize("file", sample_files(), ids=lambda file: file.name)
def test_every_line_is_read_back_whole_and_in_order(file: Path) -> None:
    for number, page in enumerate(PAGES[file.name], 1):
        expected = [*written(page), f"{page.footer} {number} / {len(PAGES[file.name])}"]
        assert lines(file, number) == expected


def written(page: Page) -> list[str]:
    found = [page.title, page.subtitle]
    for section in page.sections:
        found += [section.title, *section.sentences]
        for item in section.items:
            found += [part for part in (f"{item.name} {item.price}", item.text, item.note) if part]
    return found


@pytest.mark.parametrize("file", sample_files(), ids=lambda file: file.name)
def test_fonts_are_embedded_as_subsets_and_files_are_small(file: Path) -> None:
    fonts = [
        font.get_object()
        for page in pypdf.PdfReader(file).pages
        for font in page["/Resources"]["/Font"].values()
        if font.get_object()["/BaseFont"] != "/Helvetica"
    ]
    assert fonts
    for font in fonts:
        assert font["/BaseFont"][7] == "+", "a subset's name begins with six letters and a plus sign"
        assert "/FontFile2" in font["/FontDescriptor"]
    assert file.stat().st_size < 60_000


def test_the_script_makes_the_same_bytes(tmp_path: Path) -> None:
    script = imported("selfrag.samples.make")
    if not script.FONTS.is_dir():
        absent("the font is absent: it is in Debian's package fonts-nanum")
    for made, kept in zip(script.make(tmp_path), sample_files(), strict=True):
        assert made.read_bytes() == kept.read_bytes(), made.name
