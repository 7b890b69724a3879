"""Text recognised from the pictures of pages, with a program that plays Tesseract, and with Tesseract itself."""

import json
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from io import BytesIO, StringIO
from pathlib import Path
from textwrap import dedent
from time import monotonic
from types import SimpleNamespace
from typing import Any

import pytest

from selfrag.documents.ocr import child
from selfrag.documents.ocr import tesseract as module
from selfrag.documents.ocr.tesseract import Ocr
from selfrag.documents.ocr.words import sure_text
from selfrag.documents.report import IngestResult
from selfrag.ports import Limits
from tests.documents.conftest import OneModelLibrary, opened
from tests.documents.pdfs import FACT, text_pdf
from tests.fakes import FakeEmbedder
from tests.needs import absent

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the program that plays Tesseract is a script")

LIMITS = Limits()
SCAN = text_pdf("", "")
FONT = Path("/usr/share/fonts/truetype/nanum/NanumSquareR.ttf")
INSTALL = (
    "Install Tesseract with the languages kor+eng to have the text in scans recognised (on Debian and Ubuntu the "
    "packages tesseract-ocr tesseract-ocr-kor)."
)
PLAYED = """\
#!{python}
import os, signal, sys, time
from pathlib import Path
if sys.argv[1] == "--list-langs":
    print("List of available languages (3):\\n" + "\\n".join({languages!r}.split("+")))
    sys.exit()
picture, base = Path(sys.argv[1]), sys.argv[2]
assert picture.read_bytes().startswith(b"P5")
with open({log!r}, "a") as log:
    print(os.environ["OMP_THREAD_LIMIT"], *sys.argv[3:], file=log)
def write(text, *words):
    Path(base + ".txt").write_text(text)
    rows = [f"5\\t1\\t1\\t1\\t1\\t1\\t0\\t0\\t9\\t9\\t{{sure}}\\t{{word}}" for sure, word in words]
    Path(base + ".tsv").write_text("\\n".join(["level\\tpage_num", *rows]))
{does}
"""
READS = 'write("Rinsed every 36\\n\\nhours.", (96.1, "Rinsed"), (91, "every"), (95, "36"), (88, "hours."))'
Play = Callable[..., Path]


@pytest.fixture
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Play]:
    """Puts a program on the path that does this to each page; all files of its work lie in an own folder."""
    programs, scratch, log = tmp_path / "programs", tmp_path / "scratch", tmp_path / "log"
    for folder in (programs, scratch):
        folder.mkdir()
    monkeypatch.setenv("PATH", str(programs))
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))

    def put(does: str = READS, languages: str = "eng+kor+osd") -> Path:
        program = programs / "tesseract"
        program.write_text(
            PLAYED.format(python=sys.executable, languages=languages, log=str(log), does=dedent(does)), "utf-8"
        )
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        return log

    yield put
    assert list(scratch.iterdir()) == []
    assert running(programs) == []


def running(programs: Path) -> list[str]:
    """Processes of the program; without `ps` nobody can tell."""
    if not Path("/bin/ps").exists():
        return []
    listed = subprocess.run(["/bin/ps", "-ww", "-eo", "args"], capture_output=True, text=True, check=True).stdout
    return [line for line in listed.splitlines() if str(programs) in line]


def recognised(pdf: bytes, folder: Path, numbers: list[int], limits: Limits = LIMITS) -> dict[int, str]:
    file = folder / "scan.pdf"
    file.write_bytes(pdf)
    return Ocr().recognise(file, numbers, password=None, limits=limits, progress=lambda done, total: None)


@pytest.fixture
def scanning(tmp_path: Path) -> Iterator[OneModelLibrary]:
    """A library that recognises scans."""
    (tmp_path / "library").mkdir()
    with opened(tmp_path / "library", FakeEmbedder()) as library:
        library._ocr = Ocr()
        yield library


def added(library: OneModelLibrary, sources: list[tuple[str, Any]], **more: Any) -> list[IngestResult]:
    return list(library.ingest(sources, "Scans", **more))  # type: ignore[no-untyped-call]


def table(*words: tuple[float, str]) -> str:
    return "\n".join(["level\tpage_num", *(f"5\t1\t1\t1\t1\t1\t0\t0\t9\t9\t{sure}\t{word}" for sure, word in words)])


@pytest.mark.parametrize(
    ("text", "words", "kept"),
    [
        (
            "온도는 18도\n이다.\n",
            [(93, "온"), (91, "도는"), (95, "18"), (96, "도"), (92, "이다.")],
            "온도는 18도\n이다.",
        ),
        ("The |~ pump\nruns", [(96, "The"), (12, "|~"), (95, "pump"), (96, "runs")], "The pump\nruns"),
        ("The pump\n|~ runs", [(96, "The"), (95, "pump"), (12, "|~"), (96, "runs")], "The pump\nruns"),
        ("FARRE HRA 5,000", [(14, "FARRE"), (37, "HRA"), (92, "5,000")], ""),
        ("시험 펌는", [(96, "시험"), (12, "펌"), (96, "는다")], ""),
        ("시험 펌는다", [(96, "시험"), (12, "펌"), (96, "는다")], "시험 는다"),
        ("버튼의 MS 3번", [(93, "버튼의"), (79, "MS"), (90, "3"), (90, "번")], "버튼의 3번"),
        ("버튼의 PUMP", [(93, "버튼의"), (90, "PUMP")], "버튼의 PUMP"),
        ("a pump on 3", [(70, "a"), (79, "pump"), (70, "on"), (90, "3")], "a pump on 3"),
        ("a .", [(96, "a"), (96, ".")], ""),
        ("pump", [(96, "other")], ""),
        ("", [], ""),
    ],
)
def test_words_that_are_guesses_are_left_out(text: str, words: list[tuple[float, str]], kept: str) -> None:
    assert sure_text(text, table(*words)) == kept


@pytest.mark.parametrize("rows", ["", "no table", "5\t1", "5\t" * 11 + "x", "\x00\t\n\t5"])
def test_a_table_that_is_none_gives_nothing(rows: str) -> None:
    assert sure_text("some text here", rows) == ""


def test_each_page_is_put_to_tesseract_in_both_languages(play: Play, tmp_path: Path) -> None:
    log = play()
    news: list[tuple[int, int]] = []
    file = tmp_path / "scan.pdf"
    file.write_bytes(text_pdf("", "A page with text.", "", " "))
    found = Ocr().recognise(
        file, [1, 3, 4], password=None, limits=LIMITS, progress=lambda done, total: news.append((done, total))
    )
    assert found == {1: "Rinsed every 36\n\nhours.", 3: "Rinsed every 36\n\nhours.", 4: ""}
    asked = log.read_text().splitlines()
    assert len(asked) == 2, "a blank page is not asked for"
    assert all(line.startswith("1 -l kor+eng --psm 4 --dpi 300") for line in asked)
    assert (news[0], news[-1]) == ((0, 3), (3, 3))
    assert news == sorted(news)


@pytest.mark.parametrize(
    "does",
    [
        "sys.exit(1)",
        "pass",
        'Path(base + ".txt").write_bytes(b"\\xff\\xfe"); Path(base + ".tsv").write_bytes(b"\\x80\\t" * 99)',
        'write("\\ufffd" * 40, (99, "\\ufffd" * 40))',
        "os.kill(os.getppid(), signal.SIGKILL)",
    ],
)
def test_a_program_that_fails_or_tells_nonsense_leaves_the_page_as_it_was(
    play: Play, tmp_path: Path, does: str
) -> None:
    play(does)
    assert recognised(SCAN, tmp_path, [1, 2]) == {1: "", 2: ""}


def test_a_page_that_ends_its_process_costs_no_other(play: Play, tmp_path: Path) -> None:
    died = tmp_path / "died"
    once = f"os.close(os.open({str(died)!r}, os.O_CREAT | os.O_EXCL))"  # two pages may be at this line at a time
    play(f"try:\n    {once}\nexcept FileExistsError:\n    pass\nelse:\n    os.kill(os.getppid(), 9)\n{READS}")
    found = recognised(text_pdf("", "", "", ""), tmp_path, [1, 2, 3, 4])
    assert sorted(map(bool, found.values())) == [False, True, True, True]


def test_a_page_that_takes_too_long_is_given_up(play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_PAGE_SECONDS", 0.5)
    play("time.sleep(60)")
    began = monotonic()
    assert recognised(SCAN, tmp_path, [1]) == {1: ""}
    assert monotonic() - began < 15


def test_a_page_may_use_the_processor_as_long_as_it_may_take(
    play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_PAGE_SECONDS", 30)
    told = tmp_path / "told"
    ask = f"import resource\nprint(resource.getrlimit(resource.RLIMIT_CPU)[0], file=open({str(told)!r}, 'a'))\n"
    play(ask + READS)
    recognised(text_pdf("", "", "", ""), tmp_path, [1, 2, 3, 4])
    limits = [int(line) for line in told.read_text().split()]
    assert len(limits) == 4
    assert all(50 < limit < 60 for limit in limits), "of what is used up, not more than a few seconds"


def test_each_page_has_a_share_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    request = {"seconds": 60, "memory_mb": 1, "folder": str(tmp_path / "work")}
    used, limits = iter([0.4, 0.9, 70.2]), list[int]()
    for name, played in {
        "process_time": used.__next__,
        "limit_time": limits.append,
        "limit_memory": lambda megabytes: None,
        "signal": SimpleNamespace(signal=lambda number, handler: None, SIGTERM=15),
        "_Recogniser": lambda request: SimpleNamespace(text=str),
    }.items():
        monkeypatch.setattr(child, name, played)
    monkeypatch.setattr(sys, "stdin", StringIO(json.dumps(request) + "\n1\n2\n"))
    monkeypatch.setenv("OMP_THREAD_LIMIT", "1")
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "1")
    child.main()
    assert limits == [81, 81, 151]


def test_what_progress_raises_ends_it_at_once(play: Play, tmp_path: Path) -> None:
    log = play("time.sleep(60)")
    file = tmp_path / "scan.pdf"
    file.write_bytes(SCAN)
    stopped = 0.0

    def stop(done: int, total: int) -> None:
        nonlocal stopped
        if log.exists():
            stopped = monotonic()
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Ocr().recognise(file, [1, 2], password=None, limits=LIMITS, progress=stop)
    assert monotonic() - stopped < 15


@pytest.mark.slow
def test_pages_beyond_the_time_of_a_file_are_named(play: Play, scanning: OneModelLibrary) -> None:
    play("time.sleep(60)")
    scanning._limits = replace(LIMITS, ocr_seconds=1)
    [partly, failed] = added(scanning, [("a.pdf", text_pdf(FACT, "", "")), ("b.pdf", SCAN)])
    assert (partly["status"], partly["pages_without_text"]) == ("partly_ready", [2, 3])
    assert partly["error"] == (
        "No text on pages 2-3 (scan?), and no time was left to recognise it; raise SELFRAG_OCR_SECONDS, delete the "
        "document and add it again."
    )
    assert failed["error"] == (
        "No text on 2 of 2 pages of “b.pdf” (scan?), and recognising it took too long; split it or raise "
        "SELFRAG_OCR_SECONDS."
    )


@pytest.mark.slow
def test_a_scan_becomes_a_document_that_says_so(play: Play, scanning: OneModelLibrary) -> None:
    play()
    news: list[tuple[str, int, int]] = []
    [result] = added(scanning, [("scan.pdf", SCAN)], progress=lambda file, *step: news.append(step))
    assert (result["status"], result["error"]) == ("partly_ready", result["warnings"][0])
    assert (result["pages_without_text"], result["warnings"]) == (
        [],
        [
            "No text on 2 of 2 pages (scan?): pages 1-2 had to be recognised from pictures (OCR), and letters may be "
            "wrong."
        ],
    )
    assert (result["pages_by"], result["ocr"]) == ({"pdfium": 0, "pypdf": 0, "ocr": 2}, [1, 2])
    assert {step for step in news if step[0] == "recognising"} >= {("recognising", 0, 2), ("recognising", 2, 2)}
    page = scanning.catalog.page(result["document"] or "", 2)
    assert page and (page.text, page.reader, page.flaw) == ("Rinsed every 36\n\nhours.", "ocr", "empty")


@pytest.mark.slow
def test_nothing_recognised_is_told(play: Play, scanning: OneModelLibrary) -> None:
    play('write("FARRE HRA", (14, "FARRE"), (37, "HRA"))')
    [result] = added(scanning, [("scan.pdf", SCAN)])
    assert result["error"] == (
        "No text on 2 of 2 pages of “scan.pdf” (scan?), and none was recognised in their pictures; scan them more "
        "sharply, or set SELFRAG_OCR_LANGUAGES to their languages."
    )


def test_without_tesseract_a_scan_says_what_to_install(play: Play, scanning: OneModelLibrary) -> None:
    whole, partly = added(scanning, [("scan.pdf", SCAN), ("mixed.pdf", text_pdf(FACT, ""))])
    assert whole["error"] == f"No text on 2 of 2 pages of “scan.pdf” (scan?). {INSTALL} Then add the file again."
    assert partly["warnings"] == [
        "No text on page 2 (scan?), so nothing there can be found.",
        f"{INSTALL} Then delete the document and add it again.",
    ]


def test_a_missing_language_is_named_with_its_package(play: Play) -> None:
    play(languages="eng+osd")
    assert Ocr().why == (
        "Install the languages kor of Tesseract to have the text in scans recognised (on Debian and Ubuntu the "
        "packages tesseract-ocr-kor)."
    )
    assert not Ocr().available
    assert Ocr("eng").available


def test_it_can_be_off_or_out_of_order(play: Play, tmp_path: Path) -> None:
    play()
    assert Ocr(on=False).why == "Set SELFRAG_OCR to auto to have the text in scans recognised."
    (tmp_path / "programs" / "tesseract").write_text("not a program")
    assert not Ocr().available


def picture_pdf(*lines: str, noise: bool = False) -> bytes:
    """A page with a picture of these lines and no text."""
    from PIL import Image, ImageDraw, ImageFilter, ImageFont

    page = (
        Image.effect_noise((1654, 2339), 90).filter(ImageFilter.GaussianBlur(3))
        if noise
        else Image.new("L", (1654, 2339), 250)
    )
    draw, font = ImageDraw.Draw(page), ImageFont.truetype(str(FONT), 36)
    for at, line in enumerate(lines):
        draw.text((150, 200 + 70 * at), line, fill=30, font=font)
    out = BytesIO()
    page.save(out, "PDF", resolution=200)
    return out.getvalue()


@pytest.fixture
def tesseract() -> None:
    if why := Ocr().why:
        absent(why)
    if not FONT.exists():
        absent("the font is absent: it is in Debian's package fonts-nanum")


KOREAN_LINES = ("냉각수 펌프는 매주 월요일 오전에 점검한다.", "교대 근무자는 점검표에 서명하고 사본을 보관한다.")


@pytest.mark.slow
def test_tesseract_reads_korean_and_english(tesseract: None, tmp_path: Path) -> None:
    found = recognised(picture_pdf(*KOREAN_LINES, "", FACT, "Spare filters lie on the second shelf."), tmp_path, [1])
    for words in (
        "매주 월요일 오전에",
        "교대 근무자는 점검표에 서명하고",
        FACT,
        "Spare filters lie on the second shelf.",
    ):
        assert words in found[1]


@pytest.mark.slow
def test_tesseract_makes_no_letters_of_a_photograph(tesseract: None, tmp_path: Path) -> None:
    assert recognised(picture_pdf(noise=True), tmp_path, [1]) == {1: ""}


@pytest.mark.slow
def test_scans_met_in_the_wild(tesseract: None, shared: Path, scanning: OneModelLibrary) -> None:
    files = [shared / "cases" / "pdfs" / name for name in ("made_scan_ko_only.pdf", "chinese_scan.pdf")]
    korean, chinese = added(scanning, [(file.name, file) for file in files])
    assert (korean["status"], korean["ocr"]) == ("partly_ready", [1, 2])
    first, second = (scanning.catalog.page(korean["document"] or "", number) for number in (1, 2))
    assert first and "냉각수 펌프는 매주 월요일 오전에 점검한다." in first.text
    assert second and "영하 18도에서 영하 22도" in second.text
    assert chinese["status"] == "failed"
    assert (chinese["error"] or "").startswith("No text on 1 of 1 pages of “chinese_scan.pdf” (scan?), and none was")
