"""Evaluation sets through whole strategies: one row for each."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from selfrag.bench.__main__ import main
from selfrag.bench.strategies import as_table, measure
from selfrag.graph.strategies import STRATEGIES
from selfrag.ports import IsRel, Meter, Passage
from selfrag.service import Models
from tests.bench.conftest import Write
from tests.fakes import FakeEmbedder, FakeReflector, FakeWriter

STEAK = {"id": "aaaa:1:0", "text": "The signature steak costs 35,000 won.", "page": 1}
PARKING = {"id": "bbbb:2:0", "text": "The car park is on the second basement floor.", "page": 2}
QUERIES = [
    {"question": "What does the steak cost?", "relevant_ids": ["aaaa:1:0"], "answers": ["35,000"], "answerable": True},
    {"question": "Where is the car park?", "relevant_ids": ["bbbb:2:0"], "answers": ["third"], "answerable": True},
    {"question": "Who wrote Carmen?", "relevant_ids": [], "answers": [], "answerable": False},
]
WORDS = ("steak", "car park")


@dataclass
class Counting(FakeReflector):
    """Each grading is a call; a passage is relevant where it names what is asked about."""

    meter: Meter = field(default_factory=Meter)

    def grade_passages(self, question: str, passages: Sequence[Passage]) -> list[IsRel]:
        self.meter.add(chat=1)
        return super().grade_passages(question, passages)


def models(verdict: str = "irrelevant") -> Models:
    def reflector(meter: Meter) -> Counting:
        def rel(question: str, passage: Passage) -> Any:
            named = any(word in question and word in passage["text"] for word in WORDS)
            return "relevant" if named else verdict

        return Counting(rel=rel, meter=meter)

    embedder = FakeEmbedder()
    return Models(
        embedder=lambda meter: embedder,
        reflector=reflector,
        writer=lambda meter: FakeWriter(),
        warm=lambda: None,
        close=lambda: None,
        answers_with="fakes",
        quotes=False,
    )


@pytest.fixture
def folder(tmp_path: Path, write: Write) -> Path:
    write("docs/corpus.jsonl", [STEAK, PARKING])
    write("docs/queries.jsonl", [{"id": str(n), "lang": "en", **query} for n, query in enumerate(QUERIES)])
    return tmp_path


def test_a_row_for_each_strategy(folder: Path) -> None:
    report = measure(folder, models())
    assert [row["strategy"] for row in report["rows"]] == list(STRATEGIES)
    for row in report["rows"]:
        assert row.pop("seconds") > 0
        assert row == {
            "strategy": row["strategy"],
            "answerable": {"n": 2, "answered": 1.0, "no_evidence": 0.0, "waiting": 0.0},
            "unanswerable": {"n": 1, "answered": 0.0, "no_evidence": 1.0, "waiting": 0.0},
            "contains_gold": 0.5,
            "chat_calls": 1,
        }


def test_what_cannot_be_graded_waits_for_a_person(folder: Path) -> None:
    [row] = measure(folder, models("unknown"), ["self"])["rows"]
    assert row["unanswerable"] == {"n": 1, "answered": 0.0, "no_evidence": 0.0, "waiting": 1.0}
    assert row["answerable"]["answered"] == 1.0


def test_a_limit_leaves_questions_out_and_a_dash_stands_for_none(folder: Path) -> None:
    report = measure(folder, models(), ["adaptive", "adaptive"], limit=1)
    [row] = report["rows"]
    assert (row["answerable"]["n"], row["unanswerable"]) == (
        1, {"n": 0, "answered": None, "no_evidence": None, "waiting": None},
    )  # fmt: skip
    assert as_table(report).splitlines()[-1].split()[:6] == ["adaptive", "1", "1.000", "0.000", "0.000", "1.000"]


def test_the_command(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("selfrag.bench.__main__.make_models", lambda settings: models())
    assert main(["strategies", str(folder), "--strategy", "self", "--strategy", "combined", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert [row["strategy"] for row in report["rows"]] == ["self", "combined"]
    assert main(["strategies", str(folder / "nowhere")]) == 1
    assert "There is no folder" in capsys.readouterr().err
