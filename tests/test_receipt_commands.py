"""Receipts on the command line: made, stored, checked, also beside the process that owns the data."""

import json
import os
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from selfrag.receipts import faults
from selfrag.samples import sample_files
from selfrag.service import Service
from selfrag.settings import read_settings
from selfrag.wiring import open_service
from tests.end_to_end.command_line import CommandLine
from tests.needs import imported

CORKAGE = "How much is the corkage fee?"
KEY = "sk-MARKER-0123456789"
imported("reportlab")


@pytest.fixture
def data_dir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in list(os.environ):
        if name.startswith(("OPENAI_", "SELFRAG_", "TAVILY_")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("SELFRAG_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("TAVILY_API_KEY", KEY)
    monkeypatch.chdir(tmp_path)
    return tmp_path / "data"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], data_dir: Path) -> CommandLine:
    return CommandLine(capsys)


def answered(run: CommandLine) -> str:
    run("ingest", str(sample_files()[2]))
    [shown] = run("ask", CORKAGE, "--review", "approve-relevant")
    return str(shown["thread_id"])


def stored_file(data_dir: Path) -> Path:
    [path] = (data_dir / "files").glob("*.pdf")
    return path


def damaged(receipt: Path, **changes: Any) -> str:
    told = json.loads(receipt.read_text(encoding="utf-8"))
    told["thread"] |= changes
    path = receipt.with_name("other.json")
    path.write_text(json.dumps(told), encoding="utf-8")
    return str(path)


def test_a_receipt_in_every_format_and_its_check(run: CommandLine, data_dir: Path, tmp_path: Path) -> None:
    thread = answered(run)
    printed = json.loads(run.text("receipt", thread))
    assert (printed["thread"]["id"], faults(printed)) == (thread, [])
    assert f"> {CORKAGE}" in run.text("receipt", thread, "--format", "md")
    run.text("receipt", thread, "--format", "pdf")
    document = pypdfium2.PdfDocument(tmp_path / f"receipt-{thread}.pdf")
    assert CORKAGE in document[0].get_textpage().get_text_range()
    document.close()
    assert run.text("receipt", thread, "--out", "r.json") == ""
    assert "Stored in r.json." in run.err
    told = run.text("replay", "r.json").strip()
    assert told.endswith(": all hold")
    assert "1 document, " in told
    [result] = run("replay", "r.json")
    assert (result["holds"], result["findings"], result["checked"]["documents"]) == (True, [], 1)
    for path in tmp_path.glob("r*.*"):
        assert b"MARKER" not in path.read_bytes()


def test_what_does_not_hold_is_named_and_the_code_says_so(run: CommandLine, data_dir: Path, tmp_path: Path) -> None:
    thread = answered(run)
    run.text("receipt", thread, "--out", "r.json")
    with stored_file(data_dir).open("ab") as file:
        file.write(b"\n")
    lines = run.text("replay", "r.json", code=1).splitlines()
    assert lines[0].startswith("document ")
    assert " in house-guide.pdf: the file of the document is another one now, or gone; expected “" in lines[0]
    assert lines[-1].endswith(": 1 thing does not hold")
    [told] = run.err.splitlines()
    assert told.startswith("“r.json” does not hold: document ")
    assert told.endswith(
        "the file of the document is another one now, or gone; a new receipt records what is stored now."
    )
    [result] = run("replay", damaged(tmp_path / "r.json", title="another"), code=1)
    assert [finding["kind"] for finding in result["findings"]] == ["digest", "document_changed"]
    [result] = run("replay", damaged(tmp_path / "r.json", title=5), code=1)
    assert [finding["kind"] for finding in result["findings"]] == ["schema"]
    assert "$.thread.title" in run.text("replay", damaged(tmp_path / "r.json", title=5), code=1)


def test_files_that_are_no_receipt_are_told_in_one_sentence(run: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "note.json").write_text("{}")
    assert run.text("replay", "note.json", code=1) == ""
    assert run.err == "“note.json” is no receipt of this program.\n"
    run.text("replay", "absent.json", code=1)
    assert "“absent.json” cannot be read: No such file or directory." in run.err
    run.text("receipt", "nothing", code=1)
    assert "There is no thread “nothing”" in run.err


def test_a_place_that_cannot_be_written_is_told(run: CommandLine) -> None:
    thread = answered(run)
    run.text("receipt", thread, "--out", "no/such/folder/r.json", code=1)
    assert "“no/such/folder/r.json” cannot be written" in run.err


def test_beside_the_process_that_owns_the_data(run: CommandLine, data_dir: Path) -> None:
    thread = answered(run)
    with open_service(read_settings({"SELFRAG_DATA_DIR": str(data_dir)})) as service:
        assert isinstance(service, Service)
        run.text("receipt", thread, "--out", "r.json")
        assert run.text("replay", "r.json").strip().endswith(": all hold")
