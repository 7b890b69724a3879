"""Draws the sample PDFs: `python -m selfrag.samples.make [FOLDER] [--fonts FOLDER]`.

The font is NanumSquare (SIL Open Font License), embedded as a subset. The same font files give the same bytes.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

from reportlab.lib.colors import HexColor
from reportlab.lib.enums import TA_RIGHT
from reportlab.lib.pagesizes import A5
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    HRFlowable,
    PageBreak,
    PageTemplate,
    Paragraph,
    Spacer,
    Table,
)

from selfrag.samples.content import Item, Page, Section
from selfrag.samples.house_guide import HOUSE_GUIDE
from selfrag.samples.menu import MENU
from selfrag.samples.wine_list import WINE_LIST

FONTS = Path("/usr/share/fonts/truetype/nanum")
_REGULAR, _BOLD = "NanumSquareR", "NanumSquareB"
_FILES = {
    "menu.pdf": ("달서랍 식당 메뉴", MENU),
    "wine-list.pdf": ("달서랍 식당 와인 목록", WINE_LIST),
    "house-guide.pdf": ("Moondrawer Dining house guide", HOUSE_GUIDE),
}
_INK, _FADED, _ACCENT = HexColor(0x22262B), HexColor(0x6B7178), HexColor(0x8A3B2A)
_MARGIN = 16 * mm
_WIDTH = A5[0] - 2 * _MARGIN


def _style(name: str, size: float, *, bold: bool = False, color: HexColor = _INK, **more: float) -> ParagraphStyle:
    font = _BOLD if bold else _REGULAR
    return ParagraphStyle(name, fontName=font, fontSize=size, leading=size * 1.45, textColor=color, **more)


_TITLE = _style("title", 19, bold=True)
_SUBTITLE = _style("subtitle", 9.5, color=_FADED, spaceAfter=5)
_HEADING = _style("heading", 11.5, bold=True, color=_ACCENT, spaceBefore=18, spaceAfter=6)
_SENTENCE = _style("sentence", 9.5, spaceAfter=3)
_NAME = _style("name", 9.5, bold=True)
_PRICE = _style("price", 9.5, bold=True, alignment=TA_RIGHT)
_TEXT = _style("text", 8.5)
_NOTE = _style("note", 7.5, color=_FADED, spaceAfter=3)


def make(folder: Path, fonts: Path = FONTS) -> list[Path]:
    """Write the three files into `folder`; `fonts` holds NanumSquareR.ttf and NanumSquareB.ttf."""
    made = []
    for name, (title, pages) in _FILES.items():
        # Registered anew for each file: a font object remembers the subset of the file before.
        for font in (_REGULAR, _BOLD):
            pdfmetrics.registerFont(TTFont(font, fonts / f"{font}.ttf"))
        made.append(folder / name)
        _draw(made[-1], title, pages)
    return made


def _draw(path: Path, title: str, pages: Sequence[Page]) -> None:
    def footer(canvas: Canvas, _: BaseDocTemplate) -> None:
        number = canvas.getPageNumber()
        canvas.setFont(_REGULAR, 7)
        canvas.setFillColor(_FADED)
        canvas.drawString(_MARGIN, 10 * mm, pages[number - 1].footer)
        canvas.drawRightString(A5[0] - _MARGIN, 10 * mm, f"{number} / {len(pages)}")

    frame = Frame(_MARGIN, _MARGIN, _WIDTH, A5[1] - 2 * _MARGIN, 0, 0, 0, 0)
    document = BaseDocTemplate(str(path), pagesize=A5, title=title, author="selfrag samples", invariant=1)
    document.addPageTemplates(PageTemplate(frames=[frame], onPageEnd=footer))
    document.build([flowable for page in pages for flowable in (*_page(page), PageBreak())])


def _page(page: Page) -> list[Flowable]:
    head = [Paragraph(page.title, _TITLE), Paragraph(page.subtitle, _SUBTITLE), HRFlowable("100%", 1.2, color=_ACCENT)]
    return head + [flowable for section in page.sections for flowable in _section(section)]


def _section(section: Section) -> list[Flowable]:
    parts: list[Flowable] = [Paragraph(section.title, _HEADING)]
    parts += [Paragraph(sentence, _SENTENCE) for sentence in section.sentences]
    per_column = -(-len(section.items) // section.columns)
    width = _WIDTH / section.columns
    if section.columns == 1:
        return parts + [flowable for item in section.items for flowable in _item(item, width)]
    columns = [section.items[at : at + per_column] for at in range(0, len(section.items), per_column)]
    cells = [[flowable for item in column for flowable in _item(item, width - 12)] for column in columns]
    return [*parts, _table([cells], [width] * section.columns, gap=12)]


def _item(item: Item, width: float) -> list[Flowable]:
    line = _table([[Paragraph(item.name, _NAME), Paragraph(item.price, _PRICE)]], [width - 52, 52])
    small = [Paragraph(text, style) for text, style in ((item.text, _TEXT), (item.note, _NOTE)) if text]
    return [line, *small, Spacer(0, 8)]


def _table(rows: Sequence[Sequence[object]], widths: list[float], gap: float = 0) -> Table:
    table = Table(rows, colWidths=widths)
    table.setStyle(
        [
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("LEFTPADDING", (0, 0), (-1, -1), 0),
            ("RIGHTPADDING", (0, 0), (-2, -1), gap),
            ("RIGHTPADDING", (-1, 0), (-1, -1), 0),
            ("TOPPADDING", (0, 0), (-1, -1), 1),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 1),
        ]
    )
    return table


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Draw the sample PDFs.")
    parser.add_argument("folder", type=Path, nargs="?", default=Path(__file__).parent)
    parser.add_argument("--fonts", type=Path, default=FONTS, help="folder with NanumSquareR.ttf and NanumSquareB.ttf")
    arguments = parser.parse_args()
    for file in make(arguments.folder, arguments.fonts):
        print(file, file.stat().st_size)
