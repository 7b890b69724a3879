"""Files met in the wild, each with the end it must come to."""

import csv
import os
import subprocess
import sys
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from selfrag.documents.files import Source
from selfrag.documents.library import Library
from selfrag.documents.pdf.pages import Page
from selfrag.documents.report import IngestResult
from tests.documents.conftest import opened
from tests.fakes import FakeEmbedder

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]

FAILED = {
    "chinese_scan.pdf": "No text on 1 of 1 pages of “chinese_scan.pdf” (scan?)",
    "made_scan_ko_only.pdf": "No text on 2 of 2 pages of “made_scan_ko_only.pdf” (scan?)",
    "issue19484_2.pdf": "is encrypted in a way that cannot be opened",
    "empty_zero_bytes.pdf": "is empty",
    "cid-font-no-tounicode.pdf": "cannot be read reliably",
    "made_ko_identityh_no_tounicode.pdf": "cannot be read reliably",
    "made_truncated_half.pdf": "is damaged or incomplete",
    "r6-both-passwords.pdf": "is protected; add it again with its password",
    "made_20000_pages.pdf": "“made_20000_pages.pdf” has 20,000 pages, more than the limit of 2,000",
}
PARTLY = {
    "jo.pdf": "the order of the text may be wrong",
    "made_flate_bomb_300mb.pdf": "Could not read page 2",
}


def squeezed(text: str) -> str:
    return "".join(unicodedata.normalize("NFC", text).split())


@dataclass
class Batch:
    """All files added in one go, without a password."""

    library: Library
    cases: list[dict[str, str]]
    results: list[IngestResult]

    def page(self, file: str, number: int) -> Page:
        [at] = [at for at, case in enumerate(self.cases) if case["file"] == file]
        page = self.library.catalog.page(self.results[at]["document"] or "", number)
        assert page
        return page


@pytest.fixture(scope="module")
def batch(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Batch]:
    with (shared / "cases" / "MANIFEST.tsv").open(encoding="utf-8") as file:
        cases = list(csv.DictReader(file, delimiter="\t"))
    sources: list[Source] = [
        (case["upload_as"] or case["file"], shared / "cases" / "pdfs" / case["file"]) for case in cases
    ]
    with opened(tmp_path_factory.mktemp("library"), FakeEmbedder()) as library:
        yield Batch(library, cases, list(library.ingest(sources, "Cases")))


@pytest.mark.parametrize("index", range(30))
def test_a_file_ends_as_it_should(batch: Batch, index: int) -> None:
    case, result = batch.cases[index], batch.results[index]
    name = case["file"]
    expected = "failed" if name in FAILED else "partly_ready" if name in PARTLY else "ready"
    assert result["status"] == ("duplicate" if case["kind"] == "duplicate" else expected)
    said = FAILED.get(name) or PARTLY.get(name)
    assert (said in (result["error"] or "")) if said else result["error"] is None
    if expected == "failed":
        assert result["document"] is None
        return
    assert result["pages"] == int(case["pages"])
    if case["phrase"]:
        assert squeezed(case["phrase"]) in squeezed(batch.page(name, int(case["phrase_page"])).text)


def test_names_that_are_equal_are_told_apart(batch: Batch) -> None:
    labels = [document.label for document in batch.library.documents() if document.name == "made_en_base_3p.pdf"]
    assert labels == ["made_en_base_3p.pdf", "made_en_base_3p.pdf (2)"]


@pytest.mark.parametrize("password", ["foo", "bar"])
def test_either_password_opens(library: Library, shared: Path, password: str) -> None:
    path = shared / "cases" / "pdfs" / "r6-both-passwords.pdf"
    [result] = library.ingest([(path.name, path)], "Cases", password)
    assert result["status"] == "ready"


def test_unmapped_glyphs_leave_a_mark(batch: Batch) -> None:
    assert "20\ufffd25" in batch.page("made_ko_tounicode_nul.pdf", 2).text
    [result] = [result for result in batch.results if result["name"] == "made_ko_tounicode_nul.pdf"]
    assert result["warnings"] == ["Some characters of pages 1-2 could not be read and show as \ufffd."]


def test_nothing_of_a_long_line_is_lost(batch: Batch) -> None:
    assert len(batch.page("made_long_line_no_spaces.pdf", 1).text) == 200_046


def test_vertical_columns_are_read_from_the_right(batch: Batch) -> None:
    assert batch.page("jo.pdf", 1).text.split()[:2] == ["序", "わたくしといふ現象は"]


PEAK = r"""
import re, resource, sys
from pathlib import Path
from selfrag.__main__ import main
main(["ingest", sys.argv[1]])
status = Path("/proc/self/status")  # ru_maxrss also counts what the process that started this one had
own = int(re.search(r"VmHWM:\s*(\d+)", status.read_text())[1]) if status.exists() else (
    resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
)
print(own + resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not count a child's memory for its parent")
def test_all_files_at_once_with_the_real_embedder_stay_below_a_gigabyte(shared: Path, tmp_path: Path) -> None:
    environ = {**os.environ, "SELFRAG_DATA_DIR": str(tmp_path)}
    command = [sys.executable, "-c", PEAK, str(shared / "cases" / "pdfs")]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT, env=environ)
    assert len(done.stdout.splitlines()) == 30
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    assert int(done.stderr.splitlines()[-1]) / unit < 1000
