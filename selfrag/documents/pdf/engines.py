"""The two PDF libraries behind one shape. Runs in the child process only; opens lazily what it needs."""

from typing import Any, Literal, Protocol, TypedDict

from selfrag.documents.pdf.columns import vertical_lines
from selfrag.documents.pdf.forms import field_values
from selfrag.documents.pdf.glyphs import text_of
from selfrag.documents.pdf.look import look, upright

Refusal = Literal["password", "encryption", "damaged"]
Flaw = Literal["failed", "unmapped", "flat", "vertical", "cut"]

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


def opened(path: str, password: str | None) -> tuple[Any, bool]:
    """The file in PDFium, and whether it took the password to open it. Raises CannotOpen.

    A password is tried where it is needed alone: one given for a whole batch does no harm to files without any.
    """
    import pypdfium2

    for tried in (None, password):
        try:
            return pypdfium2.PdfDocument(path, password=tried), tried is not None
        except pypdfium2.PdfiumError as error:
            refusal = _pdfium_refusal(path, getattr(error, "err_code", None))
            if refusal != "password" or tried == password:
                raise CannotOpen(refusal) from error
    raise CannotOpen("password")


class Pdfium:
    """PDFium: fast, and knows which glyphs have no character."""

    def __init__(self, path: str, password: str | None) -> None:
        import pypdfium2

        self._error = pypdfium2.PdfiumError
        self._file, _ = opened(path, password)
        if self._file.get_formtype():
            self._file.init_forms()

    def __len__(self) -> int:
        return len(self._file)

    def read(self, number: int) -> PageText:
        label = self._file.get_page_label(number - 1) or None
        page = PageText(page=number, label=None if label == str(number) else label, text="", flaw=None)
        try:
            shown = self._file[number - 1]
            glyphs = upright(shown)
            seen = look(shown, glyphs)
            page["flaw"] = "unmapped" if seen.is_unmapped else "flat" if seen.is_flat else None
            page["text"] = "\n".join([text_of(shown, glyphs, seen), *field_values(self._file, shown)])
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
            try:
                self._file = PdfReader(path)
                self._count = len(self._file.pages)
            except FileNotDecryptedError:
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
    """Why PDFium does not open a file, from its error code."""
    from pypdfium2 import raw

    if code == raw.FPDF_ERR_PASSWORD:
        return "password"
    return "encryption" if _is_encrypted(path) and code != raw.FPDF_ERR_FORMAT else "damaged"


def _is_encrypted(path: str) -> bool:
    """Whether a trailer, which is never compressed, names an encryption dictionary."""
    with open(path, "rb") as file:  # noqa: PTH123
        return b"/Encrypt" in file.read()
