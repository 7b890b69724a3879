"""Mutated PDFs are always the same for a seed, and what goes wrong with one is counted, named and kept."""

import json
from pathlib import Path

import pytest

from selfrag.bench.__main__ import main
from selfrag.bench.fuzz import Load, as_table, measure
from selfrag.bench.fuzz.counting import Desk, make
from selfrag.bench.fuzz.originals import originals
from selfrag.bench.fuzz.worker import Outcome, read
from selfrag.documents.pdf.pages import Page
from selfrag.errors import Unreadable
from selfrag.ports import Limits

UNREADABLE = {"bare.pdf", "picture.pdf"}
"""A font without characters, and a page without text."""


def outcome(state: str, *reasons: str, fault: str = "", seconds: float = 0.5) -> Outcome:
    return Outcome(state=state, reasons=list(reasons), fault=fault, seconds=seconds)


def test_the_originals_can_be_read(tmp_path: Path) -> None:
    """A part of the format that no reader understands is not worth mutating."""
    path = tmp_path / "original.pdf"
    for name, pdf in originals():
        path.write_bytes(pdf)
        assert read(path, Limits())["state"] == ("failed" if name in UNREADABLE else "ready"), name


def test_a_seed_and_a_number_always_make_the_same_file() -> None:
    made = [make(7, number) for number in range(1, 40)]
    assert made == [make(7, number) for number in range(1, 40)]
    assert len({pdf for _, pdf in made}) > 35
    assert make(8, 1) != make(7, 1)
    assert len({name for name, _ in made}) > 8


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (RecursionError("too deep"), "RecursionError: too deep"),
        ([Page(2, None, "text", None)], "The pages are not numbered from 1 on."),
        ([Page(1, None, "", None), Page(2, None, "text", None)], "A page without text has no flaw."),
        ([Page(1, None, "a\0b", None)], "A text cannot be stored."),
    ],
)
def test_what_must_not_be_is_broken(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, wrong: Exception | list[Page], said: str
) -> None:
    def read_pdf(*_: object) -> list[Page]:
        if isinstance(wrong, Exception):
            raise wrong
        return wrong

    monkeypatch.setattr("selfrag.bench.fuzz.worker.read_pdf", read_pdf)
    ended = read(tmp_path / "file.pdf", Limits())
    assert ended["state"] == "broken"
    assert said in ended["fault"]


def test_a_refusal_that_does_not_name_the_file_is_no_reason(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def read_pdf(*_: object) -> list[Page]:
        raise Unreadable("It is damaged.")

    monkeypatch.setattr("selfrag.bench.fuzz.worker.read_pdf", read_pdf)
    assert read(tmp_path / "file.pdf", Limits()) == outcome("failed", seconds=0.0)


@pytest.mark.parametrize(
    ("ended", "counter"),
    [
        (outcome("dead", fault="The process ended."), "dead_parents"),
        (outcome("hang", fault="The process hung."), "hangs"),
        (outcome("broken", fault="Traceback"), "tracebacks"),
        (outcome("failed"), "without_reason"),
        (outcome("partly_ready"), "without_reason"),
    ],
)
def test_an_offender_is_counted_named_and_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, ended: Outcome, counter: str
) -> None:
    monkeypatch.setattr("selfrag.bench.fuzz.counting.Desk.read", lambda desk, pdf: ended)
    said: list[str] = []
    report = measure(Load(count=2, seed=7, first=5), tmp_path / "kept", said.append)
    assert report["met"] is False
    assert {name: report[name] for name in ("dead_parents", "hangs", "tracebacks", "without_reason")} == {
        "dead_parents": 0, "hangs": 0, "tracebacks": 0, "without_reason": 0, counter: 2,
    }  # fmt: skip
    assert report["offenders"] == [5, 6]
    assert [line.split(" (")[0] for line in said] == ["seed 7, number 5", "seed 7, number 6"]
    assert (tmp_path / "kept" / "7-6.pdf").read_bytes() == make(7, 6)[1]
    assert "MISSED" in as_table(report)


def test_a_desk_that_dies_is_replaced(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The stand-in for the desk ends at once."""
    monkeypatch.setattr("selfrag.bench.fuzz.counting.sys.executable", "true")
    desk = Desk(tmp_path / "file.pdf", 1)
    assert desk.read(b"%PDF")["state"] == "dead"
    assert desk.read(b"%PDF")["state"] == "dead"
    desk.close()


@pytest.mark.slow
def test_sixty_mutated_files_harm_nobody(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["fuzz", "--count", "60", "--seed", "3", "--json"])
    report = json.loads(capsys.readouterr().out)
    assert code == 0, report
    assert report["met"] is True
    assert report["offenders"] == []
    assert sum(report["states"].values()) == report["count"] == 60
    assert min(report["states"]["ready"], report["states"]["failed"]) >= 10
    assert report["slowest"]["seconds"] < report["limit_seconds"]


@pytest.mark.parametrize("wrong", ["--count=0", "--limit-seconds=0", "--seed=x"])
def test_wrong_use(wrong: str) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["fuzz", wrong])
