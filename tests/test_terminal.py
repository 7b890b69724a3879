"""Decisions typed on a terminal: nothing that was not said counts as one."""

import io
from typing import Any

import pytest

from selfrag.terminal import ask_for_decision, describe, understand

ITEMS = [
    {"passage_id": "a:1:0", "kept": True, "document": "x.pdf", "page": 1, "is_rel": "relevant", "score": 0.9},
    {"passage_id": "b:2:0", "kept": False, "document": "y.pdf", "page": 2, "is_rel": "unknown", "score": 0.5},
]
VIEW: dict[str, Any] = {
    "thread_id": "t1", "status": "waiting", "question": "Where?", "query": "Where?", "answer": "", "citations": [],
    "outcome": None, "tried": ["Where?"], "review": {"review_id": "q.1"},
    "evidence": [{**item, "reason": "because", "text": "Some \x1b[31mtext."} for item in ITEMS],
}  # fmt: skip


@pytest.mark.parametrize(
    ("reply", "decision"),
    [
        ("", {"action": "approve", "keep": ["a:1:0"]}),
        ("2", {"action": "approve", "keep": ["b:2:0"]}),
        ("2, 1", {"action": "approve", "keep": ["b:2:0", "a:1:0"]}),
        ("r", {"action": "reject"}),
        ("e Which page?", {"action": "edit", "question": "Which page?", "keep": ["a:1:0"]}),
        ("1 3x", None),
        ("3", None),
        ("0", None),
        ("yes", None),
    ],
)
def test_what_a_line_means(reply: str, decision: dict[str, Any] | None) -> None:
    assert understand(reply, VIEW) == decision


def test_the_end_of_input_decides_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert ask_for_decision(VIEW) is None


def test_a_slip_is_asked_again(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("1 3x\n1\n"))
    assert ask_for_decision(VIEW) == {"review_id": "q.1", "action": "approve", "keep": ["a:1:0"]}
    assert capsys.readouterr().err.count("Keep which?") == 2


def test_a_document_cannot_steer_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert "\x1b" not in describe(VIEW)
    assert "x.pdf, page 1" in describe(VIEW)
