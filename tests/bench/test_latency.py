"""The latency benchmark: what it reports and counts; how long things take is its own matter."""

import json
from typing import Any

import pytest

from selfrag.bench.__main__ import main
from selfrag.bench.latency.budgets import budgets
from selfrag.bench.latency.script import GRADERS_WORDS, Script
from selfrag.bench.openai_server import tokens

TUTORIAL = {"embed": 0.3, "grade": 0.3, "first_token": 0.3}
SECONDS = {"to_review", "to_first_token", "to_verdicts", "seconds", "ratio"}


def row(k: int = 4, grading: str = "each", **changed: Any) -> dict[str, Any]:
    calls = {"retrieve": 1, "is_rel": k if grading == "each" else 1, "write": 1, "is_sup": 1, "is_use": 1}
    return {
        "k": k,
        "grading": grading,
        "graded": k,
        "ratio": 0.41,
        "to_review": 0.65,
        "to_first_token": 0.32,
        "to_verdicts": 0.32,
        "chat_calls": calls,
        "embedding_calls": 1,
        "overhead": {"question": 0.19, "step": 0.024, "steps": 8},
        "stray_characters": 0,
        **changed,
    }


@pytest.mark.parametrize("grading", ["each", "together"])
@pytest.mark.parametrize("k", [2, 4, 8])
def test_a_question_within_every_budget(k: int, grading: str) -> None:
    checked = budgets(row(k, grading), TUTORIAL)
    assert all(each.met for each in checked)
    assert ("ratio" in {each.what for each in checked}) == (k in (4, 8))


@pytest.mark.parametrize(
    ("missed", "changed"),
    [
        ("ratio", {"ratio": 0.63}),
        ("graded", {"graded": 3}),
        ("to_review", {"to_review": 0.67}),
        ("to_first_token", {"to_first_token": 0.34}),
        ("to_verdicts", {"to_verdicts": 0.34}),
        ("chat_calls", {"chat_calls": {"is_rel": 9}}),
        ("embedding_calls", {"embedding_calls": 2}),
        ("overhead_question", {"overhead": {"question": 0.21, "step": 0.02}}),
        ("overhead_step", {"overhead": {"question": 0.19, "step": 0.026}}),
        ("stray_characters", {"stray_characters": 1}),
    ],
)
def test_each_budget_can_be_missed(missed: str, changed: dict[str, Any]) -> None:
    assert [each.what for each in budgets(row(**changed), TUTORIAL) if not each.met] == [missed]


def test_in_one_call_five_chat_calls_are_the_most() -> None:
    (calls,) = [each for each in budgets(row(8, "together"), TUTORIAL) if each.what == "chat_calls"]
    assert (calls.value, calls.limit) == (5, 5)


@pytest.mark.parametrize("length", [2, 40, 60, 200])
def test_an_answer_is_as_long_as_asked(length: int) -> None:
    assert len(tokens(Script(length).answer)) == length


def test_graders_text_in_the_visible_stream_is_counted() -> None:
    script = Script(60)
    assert script.stray(script.answer) == 0
    assert script.stray(script.answer + GRADERS_WORDS) == len(GRADERS_WORDS)


@pytest.mark.slow
def test_the_report(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["latency", "--json", "--latency-ms", "0", "--token-ms", "0", "--k", "2", "--repeat", "1"])
    out, err = capsys.readouterr()
    report = json.loads(out)
    assert code == (0 if report["met"] else 1)
    (tutorial,) = report["tutorial"]
    assert (tutorial["k"], tutorial["chat_calls"], tutorial["embedding_calls"]) == (2, 5, 1)
    each, together = report["rows"]
    calls = {"retrieve": 1, "is_rel": 2, "write": 1, "is_sup": 1, "is_use": 1}
    assert (each["grading"], each["chat_calls"]) == ("each", calls)
    assert (together["grading"], together["chat_calls"]) == ("together", {**calls, "is_rel": 1})
    for measured in report["rows"]:
        assert (measured["k"], measured["graded"], measured["embedding_calls"]) == (2, 2, 1)
        assert measured["stray_characters"] == 0
        assert measured["overhead"]["steps"] == 8
        assert all(measured[name] > 0 for name in SECONDS)
    assert len(report["budgets"]) == 2 * 9
    assert "k 2, together" in err


def test_wrong_use_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    for wrong in (["--k", "9"], ["--k", "x"], ["--repeat", "0"], ["--latency-ms", "-1"]):
        with pytest.raises(SystemExit) as caught:
            main(["latency", *wrong])
        assert caught.value.code == 2
    assert "numbers from 1 to 8" in capsys.readouterr().err
