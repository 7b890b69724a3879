"""A file's pages, read from its text and, where that is missing, recognised from its pictures."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

from selfrag.documents.pdf.pages import Page
from selfrag.documents.pdf.reader import read_pdf
from selfrag.ports import Limits

_RECOGNISED = ("empty", "unreadable", "failed")
Tell = Callable[[str, int, int], None]
"""Stage, done, total."""


class Recogniser(Protocol):
    """Reads text from the pictures of pages."""

    @property
    def available(self) -> bool:
        """Whether it can; where not, pages without text stay so."""

    @property
    def why(self) -> str:
        """Why it cannot, as a sentence that says what to do; "" where it can."""

    def recognise(
        self,
        path: Path,
        numbers: Sequence[int],
        *,
        password: str | None,
        limits: Limits,
        progress: Callable[[int, int], None],
    ) -> Mapping[int, str]:
        """Clean text by page number; "" where nothing was found; pages that time did not suffice for are absent."""


@dataclass(frozen=True)
class Reading:
    """How the files of a batch are read. Threads may share it."""

    limits: Limits
    password: str | None = field(repr=False)
    ocr: Recogniser | None

    def pages(self, path: Path, name: str, tell: Tell) -> list[Page]:
        """All pages of a file. Raises as `read_pdf`, and what `tell` raises."""
        pages = read_pdf(path, name, self.password, self.limits, lambda done, total: tell("reading", done, total))
        wanted = [page.number for page in pages if page.flaw in _RECOGNISED]
        if not wanted or self.ocr is None or not self.ocr.available:
            return pages
        tell("recognising", 0, len(wanted))
        found = self.ocr.recognise(
            path,
            wanted,
            password=self.password,
            limits=self.limits,
            progress=lambda done, total: tell("recognising", done, total),
        )
        return [_recognised(page, found.get(page.number)) if page.number in wanted else page for page in pages]

    def why_not_recognised(self, pages: Sequence[Page]) -> str | None:
        """As `Recogniser.why`, asked only where a page needs it; None where nobody was to recognise anything."""
        return self.ocr.why if self.ocr and any(page.flaw in _RECOGNISED for page in pages) else None


def _recognised(page: Page, text: str | None) -> Page:
    if text is None:
        return replace(page, flaw="late")
    return replace(page, text=text, reader="ocr") if text else page
