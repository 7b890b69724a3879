"""Text out of pictures of pages, by the Tesseract program where it is installed."""

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from selfrag.documents.ocr.child import Request
from selfrag.documents.ocr.crew import OcrCrew, Progress
from selfrag.documents.pdf.cleaning import clean
from selfrag.documents.pdf.readability import judge
from selfrag.ports import Limits
from selfrag.sentences import sentence

_WINDOWS_INSTALLER_PUTS_IT = r"C:\Program Files\Tesseract-OCR\tesseract.exe"
_PAGE_SECONDS = 60


class Ocr:
    """Tesseract with these languages, `kor+eng` for Korean and English; it may come and go while this lives."""

    def __init__(self, languages: str = "kor+eng", *, on: bool = True) -> None:
        self.languages, self._on = languages, on

    @property
    def available(self) -> bool:
        """Whether it would recognise anything now."""
        return not self.why

    @property
    def why(self) -> str:
        """Why not, as a sentence that says what to do; "" where it is available."""
        if not self._on:
            return sentence("Set SELFRAG_OCR to auto to have the text in scans recognised.")
        languages = self.languages.split("+")
        program = _program()
        if program is None:
            return sentence(
                "Install Tesseract with the languages {languages} to have the text in scans recognised (on Debian and "
                "Ubuntu the packages tesseract-ocr {packages}).",
                languages=self.languages,
                packages=_packages(languages),
            )
        known = _languages(program)
        if missing := [language for language in languages if language not in known]:
            return sentence(
                "Install the languages {languages} of Tesseract to have the text in scans recognised (on Debian and "
                "Ubuntu the packages {packages}).",
                languages="+".join(missing),
                packages=_packages(missing),
            )
        return ""

    def recognise(
        self, path: Path, numbers: Sequence[int], *, password: str | None, limits: Limits, progress: Progress
    ) -> dict[int, str]:
        """The clean text of each page, "" where nothing is recognised; those that time does not suffice for are absent.

        The file is not trusted: this process cannot die of it.
        """
        program = _program()
        if program is None:
            return {}
        request = Request(
            path=str(path.absolute()), password=password, program=program, languages=self.languages, folder="",
            seconds=_PAGE_SECONDS, memory_mb=limits.parse_memory_mb,
        )  # fmt: skip
        found = OcrCrew(request, numbers).all(limits.ocr_seconds, progress)
        return {number: _readable(text) for number, text in found.items()}


def _readable(text: str) -> str:
    text = clean(text)
    return text if judge(text) == "readable" else ""


def _program() -> str | None:
    return shutil.which("tesseract") or shutil.which(_WINDOWS_INSTALLER_PUTS_IT)


def _languages(program: str) -> set[str]:
    """Those that Tesseract has data for; none where it does not answer."""
    try:
        told = subprocess.run(
            [program, "--list-langs"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=10, check=True
        ).stdout
    except (OSError, subprocess.SubprocessError):
        return set()
    return {line.strip() for line in told.decode(errors="replace").splitlines()}


def _packages(languages: Sequence[str]) -> str:
    return " ".join(f"tesseract-ocr-{language.replace('_', '-')}" for language in languages if language != "eng")
