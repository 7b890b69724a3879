"""A receipt as a PDF, with the digest and the page's number at the foot of each page."""

from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import Any
from xml.sax.saxutils import escape

from selfrag.receipts.blocks import Block, Facts, Heading, Quote, Table, Text, shown
from selfrag.receipts.fonts import LATIN, marked_up, only_font, register, runs
from selfrag.receipts.outline import outline
from selfrag.receipts.words import Say

_MARGIN = 51.0  # points, 18 mm
_PADDING = 6.0  # of reportlab's frames
_SIZES = {1: 17.0, 2: 13.0, 3: 10.5}
_TEXT, _SMALL, _FOOT = 9.5, 8.0, 7.0
_NUMBER = 60.0  # width that the number of a page has
_LEADING = 1.45
_INK, _FADED, _RULE = "#22262b", "#5f666d", "#c9ced4"


def as_pdf(receipt: Mapping[str, Any], words: Mapping[str, str] | None = None) -> bytes:
    """The receipt for people, from its JSON alone; `words` as `WORDS` has them, in another language."""
    from reportlab.lib.pagesizes import A4
    from reportlab.platypus import SimpleDocTemplate

    register()
    file = BytesIO()
    document = SimpleDocTemplate(
        file,
        pagesize=A4,
        leftMargin=_MARGIN,
        rightMargin=_MARGIN,
        topMargin=_MARGIN,
        bottomMargin=_MARGIN,
        title=shown(receipt["thread"]["title"]),
        author=receipt["program"]["name"],
        invariant=1,
    )
    width = A4[0] - 2 * _MARGIN - 2 * _PADDING
    flowables = [each for block in outline(receipt, words) for each in _block(block, width)]
    document.build(flowables, canvasmaker=_footed(receipt["digest"]["record"], Say(words)))
    return file.getvalue()


def _block(block: Block, width: float) -> list[Any]:
    match block:
        case Heading(level, text):
            return [_paragraph(text, _SIZES[level], bold=True, before=_SIZES[level] * 0.9, after=4, keep=True)]
        case Text(text):
            return _paragraphs(text, _TEXT, after=5)
        case Quote(text, source):
            head = [_paragraph(source, _SMALL, bold=True, color=_FADED, before=3, keep=True)] if source else []
            return [*head, *_paragraphs(text, _TEXT, indent=12, after=6)]
        case Facts():
            return [_table([[name, value] for name, value in block.known], (0.27, 0.73), width)] if block.known else []
        case Table(head, rows, widths):
            return [_table([head, *rows], widths, width, headed=True)]


def _paragraphs(text: str, size: float, **look: Any) -> list[Any]:
    """One for each line, which is laid out faster than all in one; `after` follows the last."""
    after, lines = look.pop("after", 0), [line for line in shown(text).strip().split("\n") if line.strip()]
    return [_paragraph(line, size, **look, after=after if n == len(lines) else 0) for n, line in enumerate(lines, 1)]


def _paragraph(
    text: str,
    size: float,
    *,
    bold: bool = False,
    color: str = _INK,
    before: float = 0,
    after: float = 0,
    indent: float = 0,
    keep: bool = False,
) -> Any:
    from reportlab.lib.colors import HexColor
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.platypus import Paragraph

    lines = [" ".join(line.split()) for line in shown(text).strip().split("\n")]
    only = only_font("".join(lines), bold=bold)
    style = ParagraphStyle(
        "receipt",
        fontName=only or LATIN,
        fontSize=size,
        leading=size * _LEADING,
        textColor=HexColor(color),
        spaceBefore=before,
        spaceAfter=after,
        leftIndent=indent,
        keepWithNext=keep,
        wordWrap=None if only == LATIN else "CJK",
    )
    return Paragraph("<br/>".join(escape(line) if only else marked_up(line, bold=bold) for line in lines), style)


def _table(rows: Sequence[Sequence[str]], widths: Sequence[float], width: float, *, headed: bool = False) -> Any:
    """Cells that wrap; a row that is longer than a page goes on over the next."""
    from reportlab.lib.colors import HexColor
    from reportlab.platypus import LongTable

    columns = [share * width for share in widths]
    style: list[Any] = [
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("LEFTPADDING", (0, 0), (-1, -1), 0),
        ("RIGHTPADDING", (0, 0), (-1, -1), _PADDING),
        ("TOPPADDING", (0, 0), (-1, -1), 2),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 2),
        ("FONTSIZE", (0, 0), (-1, -1), _SMALL),
        ("LEADING", (0, 0), (-1, -1), _SMALL * _LEADING),
        ("TEXTCOLOR", (0, 0), (-1, -1), HexColor(_INK)),
        *([("LINEBELOW", (0, 0), (-1, -1), 0.4, HexColor(_RULE))] if headed else []),
    ]
    cells: list[list[Any]] = []
    for n, row in enumerate(rows):
        cells.append([])
        for at, text in enumerate(row):
            bold, color = headed and n == 0, _INK if headed or at else _FADED
            if font := _fits(text, bold, columns[at]):
                style += [("FONTNAME", (at, n), (at, n), font), ("TEXTCOLOR", (at, n), (at, n), HexColor(color))]
                cells[-1].append(" ".join(shown(text).split()))
            else:
                cells[-1].append(_paragraph(text, _SMALL, bold=bold, color=color))
    return LongTable(
        cells, columns, repeatRows=int(headed), style=style, splitInRow=1, spaceAfter=_PADDING, hAlign="LEFT"
    )


def _fits(text: str, bold: bool, width: float) -> str | None:
    """The font of a text that needs one line and one font, which is drawn without a paragraph."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    font = None if "\n" in text else only_font(shown(text), bold=bold)
    return font if font and stringWidth(text, font, _SMALL) <= width - _PADDING else None


def _footed(digest: str, say: Say) -> type:
    from reportlab.pdfgen.canvas import Canvas

    class Footed(Canvas):  # type: ignore[misc]
        """Knows how many pages there are before it draws their feet."""

        def __init__(self, *given: Any, **more: Any) -> None:
            super().__init__(*given, **more)
            self._pages: list[dict[str, Any]] = []

        def showPage(self) -> None:  # noqa: N802 - reportlab's name
            self._pages.append(dict(self.__dict__))
            self._startPage()

        def save(self) -> None:
            for number, page in enumerate(self._pages, 1):
                self.__dict__.update(page)
                self._foot(say("page", n=number, total=len(self._pages)))
                super().showPage()
            super().save()

        def _foot(self, page: str) -> None:
            self.setFillColor(_FADED)
            _draw(self, _MARGIN + _PADDING, f"SHA-256 {digest}")
            _draw(self, self._pagesize[0] - _MARGIN - _PADDING - _NUMBER, page)

    return Footed


def _draw(canvas: Any, x: float, text: str) -> None:
    for font, piece in runs(text):
        canvas.setFont(font, _FOOT)
        canvas.drawString(x, _MARGIN / 2, piece)
        x += canvas.stringWidth(piece, font, _FOOT)
