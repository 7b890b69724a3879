"""The two PDF libraries behind one shape. Runs in the child process only; opens lazily what it needs."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Literal, NamedTuple, Protocol, TypedDict

Refusal = Literal["password", "encryption", "damaged"]
Flaw = Literal["failed", "unmapped", "vertical", "cut"]

_UNMAPPED_SHARE = 0.3
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
_READ_ERRORS = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    OSError,
    RuntimeError,
    TypeError,
    ValueError,
)


class PageText(TypedDict):
    """The raw text of one page; `flaw` says why it cannot be taken as it is."""

    page: int
    label: str | None
    text: str
    flaw: Flaw | None


class CannotOpen(Exception):
    """The file as a whole cannot be read; `args[0]` is a Refusal."""


class Engine(Protocol):
    """An open PDF."""

    def __len__(self) -> int:
        """Pages by the file's own count."""

    def read(self, number: int) -> PageText:
        """The text of a page counted from 1; never raises for a damaged page."""


class Pdfium:
    """PDFium: fast, and knows which glyphs have no character."""

    def __init__(self, path: str, password: str | None) -> None:
        import pypdfium2

        self._error = pypdfium2.PdfiumError
        try:
            self._file = pypdfium2.PdfDocument(path, password=password)
        except pypdfium2.PdfiumError as error:
            raise CannotOpen(_pdfium_refusal(path, getattr(error, "err_code", None))) from error

    def __len__(self) -> int:
        return len(self._file)

    def read(self, number: int) -> PageText:
        label = self._file.get_page_label(number - 1) or None
        page = PageText(page=number, label=None if label == str(number) else label, text="", flaw=None)
        try:
            glyphs = self._file[number - 1].get_textpage()
            page["text"] = _with_hyphens(glyphs)
            if _is_unmapped(glyphs):
                page["flaw"] = "unmapped"
            elif 5 * len(_CJK.findall(page["text"])) > len(page["text"]) and (columns := _vertical_lines(glyphs)):
                page["text"], page["flaw"] = "\n".join(columns), "vertical"
        except self._error:
            page["flaw"] = "failed"
        return page


class Pypdf:
    """pypdf: slower, right about scripts that run from right to left and about very long strings."""

    def __init__(self, path: str, password: str | None) -> None:
        import logging

        from pypdf import PdfReader
        from pypdf.errors import FileNotDecryptedError, PyPdfError, WrongPasswordError

        logging.getLogger("pypdf").setLevel(logging.CRITICAL)
        self._errors = (PyPdfError, MemoryError, *_READ_ERRORS)
        try:
            self._file = PdfReader(path, password=password)
            self._count = len(self._file.pages)
        except (FileNotDecryptedError, WrongPasswordError) as error:
            raise CannotOpen("password") from error
        except self._errors as error:
            raise CannotOpen("encryption" if _is_encrypted(path) else "damaged") from error

    def __len__(self) -> int:
        return self._count

    def read(self, number: int) -> PageText:
        try:
            return PageText(page=number, label=None, text=self._file.pages[number - 1].extract_text(), flaw=None)
        except self._errors:
            return PageText(page=number, label=None, text="", flaw="failed")


def _pdfium_refusal(path: str, code: int | None) -> Refusal:
    from pypdfium2 import raw

    if code == raw.FPDF_ERR_PASSWORD:
        return "password"
    return "encryption" if _is_encrypted(path) and code != raw.FPDF_ERR_FORMAT else "damaged"


def _is_encrypted(path: str) -> bool:
    """Whether a trailer, which is never compressed, names an encryption dictionary."""
    with open(path, "rb") as file:  # noqa: PTH123
        return b"/Encrypt" in file.read()


def _with_hyphens(glyphs: Any) -> str:
    """PDFium's text, where U+FFFE is either a hyphen at a line end or a glyph without a character."""
    from pypdfium2 import raw

    text: str = glyphs.get_text_range()
    if "\ufffe" not in text:
        return text
    pieces, units = [], 0
    for char in text:
        if (
            char == "\ufffe"
            and raw.FPDFText_IsHyphen(glyphs, raw.FPDFText_GetCharIndexFromTextIndex(glyphs, units)) == 1
        ):
            pieces.append("-\n")
        else:
            pieces.append(char)
        units += 2 if char > "\uffff" else 1
    return "".join(pieces)


def _is_unmapped(glyphs: Any) -> bool:
    """Whether too many of up to 500 glyphs, taken evenly, have no character in their font."""
    from pypdfium2 import raw

    count = glyphs.count_chars()
    sample = range(0, count, max(1, count // 500))
    unmapped = [index for index in sample if raw.FPDFText_HasUnicodeMapError(glyphs, index) == 1]
    return len(unmapped) > _UNMAPPED_SHARE * len(sample)


class _Column(NamedTuple):
    """A line of glyphs with its place on the page, in points from the lower left corner."""

    text: str
    left: float
    top: float
    bottom: float
    is_vertical: bool


def _vertical_lines(glyphs: Any) -> list[str]:
    """The columns of a page set in vertical lines, in reading order; empty when lines run across.

    Columns side by side form a band; bands go from top to bottom, columns of a band from right to left.
    """
    columns = list(_columns(glyphs))
    if 2 * sum(len(column.text) for column in columns if column.is_vertical) < sum(len(c.text) for c in columns):
        return []
    bands: list[list[_Column]] = []
    lowest = 0.0
    for column in sorted(columns, key=lambda column: -column.top):
        if not bands or column.top < lowest:
            bands.append([])
            lowest = column.bottom
        bands[-1].append(column)
        lowest = min(lowest, column.bottom)
    return [column.text for band in bands for column in sorted(band, key=lambda column: -column.left)]


def _columns(glyphs: Any) -> Iterator[_Column]:
    from pypdfium2 import raw

    text: list[str] = []
    boxes: list[tuple[float, float, float, float]] = []
    for index in range(glyphs.count_chars() + 1):
        char = chr(raw.FPDFText_GetUnicode(glyphs, index)) if index < glyphs.count_chars() else "\n"
        if char not in "\r\n":
            text.append(char)
            boxes.append(glyphs.get_charbox(index))
        elif text:
            lefts, bottoms, _, tops = zip(*boxes, strict=True)
            steps = [(abs(b[0] - a[0]), abs(b[3] - a[3])) for a, b in pairwise(boxes)]
            down = sum(dy > dx for dx, dy in steps)
            yield _Column("".join(text), min(lefts), max(tops), min(bottoms), 2 * down > len(steps))
            text, boxes = [], []
