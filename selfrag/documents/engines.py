"""The two PDF libraries behind one shape. Runs in the child process only; opens lazily what it needs."""

from typing import Any, Literal, Protocol, TypedDict

from selfrag.documents.columns import vertical_lines

Refusal = Literal["password", "encryption", "damaged"]
Flaw = Literal["failed", "unmapped", "flat", "vertical", "cut"]

_UNMAPPED_SHARE = 0.3
_FLAT_POINTS = 0.1
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
            page["flaw"] = _doubt(glyphs)
            if page["flaw"] != "unmapped" and (lines := vertical_lines(glyphs, page["text"])):
                page["text"], page["flaw"] = "\n".join(lines), "vertical"
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


def _doubt(glyphs: Any) -> Flaw | None:
    """What up to 500 glyphs, taken evenly, say against the text: no character in their font, or no height.

    Where the font of a glyph is neither in the file nor on the machine, PDFium drops some texts altogether.
    """
    from pypdfium2 import raw

    count = glyphs.count_chars()
    sample = range(0, count, max(1, count // 500))
    if sum(raw.FPDFText_HasUnicodeMapError(glyphs, at) == 1 for at in sample) > _UNMAPPED_SHARE * count / sample.step:
        return "unmapped"
    inked = [glyphs.get_charbox(at) for at in sample if raw.FPDFText_GetUnicode(glyphs, at) > 32]
    flat = [box for box in inked if box[3] - box[1] < _FLAT_POINTS]
    return "flat" if 2 * len(flat) > len(inked) else None
