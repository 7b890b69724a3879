"""PDF -> pages of clean text, read by child processes that may be killed."""

import json
import subprocess
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import closing, suppress
from pathlib import Path
from threading import Timer
from time import monotonic
from typing import Any

import selfrag
from selfrag.documents.child import Request
from selfrag.documents.pages import Draft, Page, better, draft, final
from selfrag.errors import DocumentError, LimitExceeded, PasswordNeeded, Unreadable
from selfrag.ports import Limits
from selfrag.sentences import sentence

Progress = Callable[[int, int], None]

_CRASHES = 3
_FILE_CHARS = 20_000_000


def read_pdf(path: Path, name: str, password: str | None, limits: Limits, progress: Progress) -> list[Page]:
    """All pages; `progress(page, pages)` follows. The file is not trusted: this process cannot die of it.

    PDFium reads first; pypdf reads again what is missing or doubtful. Raises LimitExceeded, Unreadable or
    PasswordNeeded, naming the file as `name`.
    """
    reading = _Reading(path.absolute(), name, password or None, limits)
    try:
        drafts = reading.every_page("pdfium", progress)
    except _Damaged:
        return [taken.page for taken in reading.every_page("pypdf", progress)]
    return reading.look_again(drafts)


class _Damaged(Unreadable):
    """One library cannot open the file; another may."""


class _Reading:
    """One file being read; all its children share one deadline."""

    def __init__(self, path: Path, name: str, password: str | None, limits: Limits) -> None:
        self._path, self._name, self._password, self._limits = path, name, password, limits
        self._deadline = monotonic() + limits.parse_seconds

    def every_page(self, engine: str, progress: Progress) -> list[Draft]:
        """The pages as `engine` reads them; one that kills the child is "failed" and the rest goes on."""
        drafts: list[Draft] = []
        total = chars = 0
        for _ in range(_CRASHES):
            with closing(self._ask(engine, first=len(drafts) + 1)) as answers:
                for answer in answers:
                    total = answer.get("pages", total)
                    if "refused" in answer:
                        raise self._refusal(answer["refused"], total)
                    if "end" in answer:
                        return drafts
                    if "page" in answer:
                        read = draft(answer) if engine == "pdfium" else Draft(final(answer, "pypdf"), doubtful=False)
                        drafts.append(read)
                        chars += len(read.page.text)
                        progress(len(drafts), total)
                    if chars > _FILE_CHARS:
                        raise LimitExceeded(
                            "“{name}” holds more than {limit} characters; split it.",
                            name=self._name,
                            limit=f"{_FILE_CHARS:,}",
                        )
            if monotonic() >= self._deadline:
                raise self._late(len(drafts), total)
            if total == 0:
                break
            drafts.append(Draft(Page(len(drafts) + 1, None, "", "failed"), doubtful=True))
            if len(drafts) == total:
                return drafts
        raise Unreadable(
            "“{name}” makes the PDF reader fail; it is damaged, or needs more memory than allowed.", name=self._name
        )

    def look_again(self, drafts: Sequence[Draft]) -> list[Page]:
        """The final pages, the doubtful ones as the better of two readings, as far as time allows."""
        pages = {taken.page.number: taken.page for taken in drafts}
        doubtful = [taken.page.number for taken in drafts if taken.doubtful]
        if doubtful:
            with closing(self._ask("pypdf", only=doubtful, seconds=10 + 0.3 * len(doubtful))) as answers:
                for answer in answers:
                    if "page" in answer:
                        pages[answer["page"]] = better(pages[answer["page"]], final(answer, "pypdf"))
        return list(pages.values())

    def _ask(
        self, engine: str, first: int = 1, only: list[int] | None = None, seconds: float = float("inf")
    ) -> Generator[Any, None, None]:
        """The answers of one child until it ends, dies, or is killed for taking too long."""
        limits = self._limits
        request = Request(
            path=str(self._path), password=self._password, engine=engine, first=first, only=only,
            page_limit=limits.pages, memory_mb=limits.parse_memory_mb,
        )  # fmt: skip
        command = [sys.executable, "-m", "selfrag.documents.child"]
        home = Path(selfrag.__file__).parents[1]
        with subprocess.Popen(
            command, cwd=home, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        ) as child:
            assert child.stdin and child.stdout
            timer = Timer(max(0.0, min(seconds, self._deadline - monotonic())), child.kill)
            timer.start()
            try:
                with suppress(BrokenPipeError):
                    child.stdin.write(json.dumps(request).encode())
                    child.stdin.close()
                for line in child.stdout:
                    if line.endswith(b"\n"):
                        yield json.loads(line)
            finally:
                timer.cancel()
                child.kill()

    def _late(self, done: int, total: int) -> DocumentError:
        name, limit = self._name, self._limits.parse_seconds
        if not total:
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
            page=done + 1,
            total=total,
        )

    def _refusal(self, reason: str, pages: int) -> DocumentError:
        name = self._name
        if reason == "pages":
            return LimitExceeded(
                "“{name}” has {pages} pages, more than the limit of {limit}; split it.",
                name=name,
                pages=f"{pages:,}",
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
