"""What people filled into the fields of a form, which PDFium keeps apart from the page's text. Child process only."""

from collections.abc import Iterator
from ctypes import create_string_buffer
from typing import Any

_MOST_FIELDS = 1000
_HIDDEN = 1 << 1
_PASSWORD = 1 << 13


def field_values(file: Any, page: Any) -> list[str]:
    """The values of the text and choice fields shown on a page, in the file's order; secrets and boxes left out."""
    return [value for value in _values(file.formenv, page) if value.strip()] if file.formenv else []


def _values(form: Any, page: Any) -> Iterator[str]:
    from pypdfium2 import raw

    kinds = {raw.FPDF_FORMFIELD_TEXTFIELD, raw.FPDF_FORMFIELD_COMBOBOX, raw.FPDF_FORMFIELD_LISTBOX}
    for index in range(min(_MOST_FIELDS, raw.FPDFPage_GetAnnotCount(page))):
        field = raw.FPDFPage_GetAnnot(page, index)
        if not field:
            continue
        try:
            if (
                raw.FPDFAnnot_GetSubtype(field) == raw.FPDF_ANNOT_WIDGET
                and raw.FPDFAnnot_GetFormFieldType(form, field) in kinds
                and not raw.FPDFAnnot_GetFlags(field) & _HIDDEN
                and not raw.FPDFAnnot_GetFormFieldFlags(form, field) & _PASSWORD
            ):
                yield _value(form, field)
        finally:
            raw.FPDFPage_CloseAnnot(field)


def _value(form: Any, field: Any) -> str:
    from pypdfium2 import raw

    length = raw.FPDFAnnot_GetFormFieldValue(form, field, None, 0)
    if length < 4:
        return ""
    buffer = create_string_buffer(length)
    raw.FPDFAnnot_GetFormFieldValue(form, field, raw.FPDF_WCHAR.from_buffer(buffer), length)
    return buffer.raw[: length - 2].decode("utf-16-le", "replace")
