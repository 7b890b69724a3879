"""Tables of figures: shown with every name inert, and given as CSV in which no name is a formula."""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import streamlit as st

from selfrag.ui import words
from selfrag.ui.inert import inert_line

Cell = str | float | None
Kind = Literal["text", "count", "share", "number"]
FORMULA = ("=", "+", "-", "@", "\t", "\r")
NONE = "–"


@dataclass(frozen=True)
class Column:
    """A heading, and how its cells read: text from anywhere, a count, a share from 0 to 1, or a number."""

    title: str
    kind: Kind = "text"
    figures: int = 2


@dataclass(frozen=True)
class Table:
    """Rows of raw values, one for each column."""

    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]


def draw(table: Table, name: str, alt: str) -> None:
    """The table and below it the way to its CSV; `name` is the file's and tells it from others on the page."""
    _ = words.current()
    st.table(markdown(table), hide_index=True, border="horizontal", alt=alt)
    st.download_button(
        _("Download as CSV"),
        as_csv(table),
        file_name=f"{name}.csv",
        mime="text/csv",
        key=f"csv-{name}",
        icon=":material/download:",
        type="tertiary",
        on_click="ignore",
    )


def markdown(table: Table) -> list[dict[str, str]]:
    """The rows as cells of markdown."""
    titles = [column.title for column in table.columns]
    return [dict(zip(titles, map(_read, table.columns, row), strict=True)) for row in table.rows]


def as_csv(table: Table) -> bytes:
    """UTF-8 with a mark that makes spreadsheets read it as such; shares stay 0 to 1, and what is absent is empty."""
    sheet = io.StringIO()
    writer = csv.writer(sheet)
    writer.writerow(_harmless(column.title) for column in table.columns)
    for row in table.rows:
        writer.writerow("" if cell is None else _harmless(cell) if isinstance(cell, str) else cell for cell in row)
    return sheet.getvalue().encode("utf-8-sig", "replace")


def _harmless(text: str) -> str:
    """A name is never a formula to a spreadsheet, also behind white space."""
    return f"'{text}" if text.startswith(FORMULA) or text.lstrip().startswith(FORMULA) else text


def _read(column: Column, cell: Cell) -> str:
    if cell is None:
        return NONE
    if isinstance(cell, str):
        return inert_line(cell)
    if column.kind == "share":
        return percent(cell)
    return f"{cell:,.0f}" if column.kind == "count" else f"{cell:,.{column.figures}f}"


def percent(share: float | None) -> str:
    """A share as people say it."""
    return NONE if share is None else f"{share:.0%}".replace("%", " %")
