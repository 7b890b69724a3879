"""PDF -> pages of clean text, read by child processes that may be killed."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from time import monotonic
from typing import Any

from selfrag.documents.pdf.child import Request
from selfrag.documents.pdf.crew import Crashes, Crew, OutOfTime
from selfrag.documents.pdf.pages import Draft, Page, better
from selfrag.errors import DocumentError, LimitExceeded, PasswordNeeded, Unreadable
from selfrag.ports import Limits
from selfrag.sentences import sentence

Progress = Callable[[int, int], None]

_FILE_CHARS = 20_000_000


def read_pdf(path: Path, name: str, password: str | None, limits: Limits, progress: Progress) -> list[Page]:
    """All pages in order. The file is not trusted: this process cannot die of it. Threads may read files at once.

    `progress(done, pages)` follows, a few times a second at least, also while the file waits for others (0 of 0); what
    it raises ends the reading. PDFium reads first; pypdf reads again what is missing or doubtful. Raises
    LimitExceeded, Unreadable or PasswordNeeded, naming the file as `name`.
    """
    reading = _Reading(path.absolute(), name, password or None, limits, progress)
    try:
        drafts = reading.every_page("pdfium")
    except _Damaged:
        return [taken.page for taken in reading.every_page("pypdf")]
    return reading.look_again(drafts)


class _Damaged(Unreadable):
    """One library cannot open the file; another may."""


class _Reading:
    """One file being read; all its children share the time it may take."""

    def __init__(self, path: Path, name: str, password: str | None, limits: Limits, progress: Progress) -> None:
        self._path, self._name, self._password = path, name, password
        self._limits, self._progress = limits, progress
        self._seconds = float(limits.parse_seconds)
        self._done = self._total = 0

    def every_page(self, engine: str) -> list[Draft]:
        """The pages as `engine` reads them; one that kills its child is "failed" and the rest goes on."""
        drafts: dict[int, Draft] = {}
        chars = self._done = 0
        crew = self._crew(engine, self._seconds)
        try:
            with closing(crew.read()) as answers:
                for answer in answers:
                    self._total = answer.get("pages", self._total)
                    if "refused" in answer:
                        raise self._refusal(answer["refused"])
                    if "pages" in answer:
                        continue
                    read = _draft(answer)
                    drafts[read.page.number] = read
                    chars += len(read.page.text)
                    self._done = len(drafts)
                    self._beat()
                    if chars > _FILE_CHARS:
                        raise self._too_long()
        except OutOfTime:
            raise self._late() from None
        except Crashes:
            raise Unreadable(
                "“{name}” makes the PDF reader fail; it is damaged, or needs more memory than allowed.", name=self._name
            ) from None
        finally:
            self._seconds = crew.deadline - monotonic()
        return [drafts[number] for number in sorted(drafts)]

    def look_again(self, drafts: Sequence[Draft]) -> list[Page]:
        """The final pages, the doubtful ones as the better of two readings, as far as time allows."""
        pages = {taken.page.number: taken.page for taken in drafts}
        if doubtful := [taken.page.number for taken in drafts if taken.doubtful]:
            crew = self._crew("pypdf", min(self._seconds, 10 + 0.3 * len(doubtful)))
            with suppress(OutOfTime, Crashes), closing(crew.read(doubtful)) as answers:
                for answer in answers:
                    if "number" in answer:
                        second = _draft(answer).page
                        pages[second.number] = better(pages[second.number], second)
                        self._beat()
                    elif "refused" in answer or answer.get("pages") != len(drafts):
                        break  # who counts other pages might have another one under the same number
        return list(pages.values())

    def _crew(self, engine: str, seconds: float) -> Crew:
        limits = self._limits
        request = Request(
            path=str(self._path), password=self._password, engine=engine,
            page_limit=limits.pages, memory_mb=limits.parse_memory_mb, seconds=limits.parse_seconds,
        )  # fmt: skip
        return Crew(request, seconds, self._beat)

    def _beat(self) -> None:
        self._progress(self._done, self._total)

    def _too_long(self) -> DocumentError:
        return LimitExceeded(
            "“{name}” holds more than {limit} characters; split it.", name=self._name, limit=f"{_FILE_CHARS:,}"
        )

    def _late(self) -> DocumentError:
        name, limit = self._name, self._limits.parse_seconds
        if not self._total:
            return LimitExceeded(
                "“{name}” took longer than the limit of {limit} seconds to read; split it or raise the limit.",
                name=name,
                limit=limit,
            )
        return LimitExceeded(
            "“{name}” took longer than the limit of {limit} seconds to read (page {page} of {total}); "
            "split it or raise the limit.",
            name=name,
            limit=limit,
            page=self._done + 1,
            total=self._total,
        )

    def _refusal(self, reason: str) -> DocumentError:
        name = self._name
        if reason == "pages":
            return LimitExceeded(
                "“{name}” has {pages} pages, more than the limit of {limit}; split it.",
                name=name,
                pages=f"{self._total:,}",
                limit=f"{self._limits.pages:,}",
            )
        if reason == "password":
            if self._password:
                return PasswordNeeded(
                    "The password for “{name}” is wrong; add the file again with the right one.", name=name
                )
            return PasswordNeeded("“{name}” is protected; add it again with its password.", name=name)
        if reason == "encryption":
            return Unreadable(
                "“{name}” is encrypted in a way that cannot be opened; save it without protection.", name=name
            )
        if reason == "memory":
            return LimitExceeded(
                "“{name}” needs more than {limit} MB of memory to read.", name=name, limit=self._limits.parse_memory_mb
            )
        return _Damaged(sentence("“{name}” is damaged or incomplete; download or export it again.", name=name))


def _draft(answer: Mapping[str, Any]) -> Draft:
    """A page as a child tells of it."""
    if "died" in answer:
        return Draft(Page(answer["died"], None, "", "failed"), doubtful=True)
    page = Page(answer["number"], answer["label"], answer["text"], answer["flaw"], answer["reader"])
    return Draft(page, answer["doubtful"])
